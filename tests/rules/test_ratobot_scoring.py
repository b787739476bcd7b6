"""The end of a solo game and Rat-o-bot's final scoring (BOT-110 to BOT-118)."""

import pytest

from tests.scenes import plain_card
from tests.solo import BOT, HUMAN, Solo
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game.breakdown import best_first


@pytest.mark.ledger("BOT-111")
def test_the_human_scores_as_in_the_base_game() -> None:
    solo = Solo()
    plain_card(solo, "Hammer", vp=3)
    solo.human.has(vp=10, wood=5, metal=0, movement=0, wild=2, electricity=2).hand()
    solo.human.plays("Hammer").unlocked("Veranda").beds(1).dug(3)
    assert solo.scores(HUMAN) == {
        "track": 10,
        "abilities": 2,
        "beds": 2,
        "rooms": 3,
        "guests": 0,
        "inventions": 3,
        "endgame": 0,
        "electricity": 2,
        "leftover_items": 1,
        "wilds": 1,
        "bot_tracks": 0,
        "total": 24,
    }


@pytest.mark.ledger("BOT-112")
@pytest.mark.parametrize("printed", [-2, 5])
def test_the_bot_scores_one_vp_for_each_card_whatever_is_printed(printed: int) -> None:
    solo = Solo()
    solo.tables["cards"]["vp"] = printed
    solo.bot_cards(4)
    assert solo.scores(BOT)["inventions"] == 4


@pytest.mark.ledger("BOT-113", "AMB-24")
def test_the_bot_scores_the_space_of_each_cube_not_those_it_passed() -> None:
    solo = Solo()
    for symbol in ("structure", "tool", "automaton"):
        for space in range(7):
            solo.track(symbol, space, vp=space)
    solo.cube("structure", 2).cube("tool", 6).cube("automaton", 0)
    assert solo.scores(BOT)["bot_tracks"] == 8


@pytest.mark.ledger("BOT-115", "BOT-71")
@pytest.mark.parametrize(("cubes", "vp"), [(0, 0), (3, 4), (7, 16)])
def test_the_bot_scores_its_best_uncovered_cube_space(cubes: int, vp: int) -> None:
    solo = Solo()
    solo.record["cubes"] = cubes
    assert solo.scores(BOT)["abilities"] == vp


@pytest.mark.ledger("BOT-116", "BOT-02")
@pytest.mark.parametrize(("beds", "dug"), [(0, 0), (2, 3), (4, 5)])
def test_the_bot_scores_its_best_uncovered_bed_space_and_room(beds: int, dug: int) -> None:
    solo = Solo()
    solo.bot.dug(dug).beds(beds)
    scores = solo.scores(BOT)
    assert scores["beds"] == solo.tables["bed_vp"][beds]
    assert scores["rooms"] == solo.tables["room_vp"][dug]


@pytest.mark.ledger("BOT-117")
def test_the_bot_scores_its_guests_and_its_cheese() -> None:
    solo = Solo()
    solo.reprint("guests", "G10", vp=3).reprint("guests", "G20", vp=1)
    solo.bot.guests("G10", "G20").cheese()
    assert solo.scores(BOT)["guests"] == 3 + 1 + 6


@pytest.mark.ledger("BOT-20", "BOT-111")
def test_the_bot_scores_nothing_for_items_wilds_and_electricity() -> None:
    scores = Solo().scores(BOT)
    assert (scores["leftover_items"], scores["wilds"], scores["electricity"]) == (0, 0, 0)
    assert scores["total"] == 10


@pytest.mark.ledger("VEC-27", "BOT-112", "BOT-113", "BOT-114", "BOT-115", "BOT-116", "BOT-117")
def test_the_example_of_the_bots_final_scoring() -> None:
    solo = Solo((2, 2, 2))
    solo.track("structure", 2, "endgame", "per tents: vp 2", vp=0).cube("structure", 2)
    solo.track("tool", 4, "endgame", "per doors: vp 2").track("tool", 6, vp=5).cube("tool", 6)
    solo.track("automaton", 3, "endgame", "per home_guests: vp 2")
    solo.track("automaton", 4, vp=3).cube("automaton", 4)
    solo.bot.has(vp=32).dug(3).beds(1).opened("A-B", "A-D", "B-C")
    solo.reprint("guests", "G10", vp=2).reprint("guests", "G20", vp=2)
    solo.bot.guests("G10", "G20").cheese()
    solo.bot_cards(8)
    solo.record["cubes"] = 3
    scores = solo.scores(BOT)
    assert scores == {
        "track": 32,
        "abilities": 4,
        "beds": 2,
        "rooms": 3,
        "guests": 10,
        "inventions": 8,
        "endgame": 8,
        "electricity": 0,
        "leftover_items": 0,
        "wilds": 0,
        "bot_tracks": 8,
        "total": 75,
    }


@pytest.mark.ledger("BOT-118", "VEC-28", "CONF-20")
@pytest.mark.parametrize(("margin", "winner"), [(1, HUMAN), (0, BOT), (-1, BOT)])
def test_the_human_wins_only_with_strictly_more(margin: int, winner: int) -> None:
    game = RatsOfWistar.new(num_players=1, level=0, seed=5)
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    human, bot = (scores["total"] for scores in game.scores())
    game.record[0]["players"][HUMAN]["vp"] += 200
    game.record[0]["players"][BOT]["vp"] += 200 + human - bot - margin
    human, bot = (scores["total"] for scores in game.scores())
    assert human - bot == margin
    assert game.winner() == winner
    assert best_first(game.ranks()) == [winner, 1 - winner]
