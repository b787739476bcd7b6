"""The end of the game and final scoring (SCORE) with the worked example."""

import pytest

from tests.builder import Position
from tests.scenes import empty_handed, plain_card
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game.breakdown import best_first


def bare(num_players: int = 2) -> Position:
    """Seat 0 has nothing that scores but the 10 VP on the track."""
    return empty_handed(Position(num_players).turn_of(0))


def last_round(position: Position) -> Position:
    """Play idle turns up to the fifth round."""
    while position.game["round"] < 5:
        position.next_round()
    return position


@pytest.mark.ledger("END-01", "ROUND-13", "GEN-01")
def test_the_game_ends_after_the_actions_of_the_fifth_round() -> None:
    position = last_round(Position())
    for _ in range(5):
        position.end_turn()
        assert not position.finished
    position.end_turn()
    assert position.finished
    assert position.game["round"] == 5


@pytest.mark.ledger("END-02", "ALCH-05", "ROUND-02")
def test_the_turn_order_is_updated_once_more_at_the_end() -> None:
    position = last_round(Position(3))
    first, second, third = position.order
    while not position.finished:
        if position.seat == second:
            position.do("HUT").end_turn()
        else:
            position.idle_place().end_turn()
    assert position.order == [second, first, third]


@pytest.mark.ledger("SCORE-10", "SETUP-18", "AMB-17")
def test_the_track_counts_with_the_ten_vp_of_the_start() -> None:
    scores = bare().scores(0)
    assert scores["track"] == 10
    assert scores["total"] == 10


@pytest.mark.ledger("SCORE-01", "ABILITY-01")
def test_every_ability_space_without_a_cube_scores_its_vp() -> None:
    position = bare()
    position.player(0).unlocked("Veranda", "Double movement", "Skill token", "Main action")
    assert position.scores(0)["abilities"] == 2 + 1 + 2 + 2


@pytest.mark.ledger("SCORE-02")
@pytest.mark.parametrize(("built", "vp"), [(0, 0), (1, 2), (2, 4), (3, 7)])
def test_only_the_best_uncovered_bed_space_scores(built: int, vp: int) -> None:
    position = bare()
    position.player(0).beds(0, discarded=built)
    assert position.scores(0)["beds"] == vp


@pytest.mark.ledger("SCORE-02", "CARD-E141")
def test_a_discarded_bed_leaves_its_space_uncovered() -> None:
    position = bare()
    position.player(0).beds(1, discarded=2)
    assert position.scores(0)["beds"] == 7


@pytest.mark.ledger("SCORE-03", "DIG-05")
@pytest.mark.parametrize(("dug", "vp"), [(0, 0), (1, 0), (2, 1), (3, 3), (5, 10)])
def test_only_the_best_uncovered_room_scores_occupied_or_not(dug: int, vp: int) -> None:
    for beds in (0, 3):
        position = bare()
        position.player(0).dug(dug).beds(beds)
        assert position.scores(0)["rooms"] == vp


@pytest.mark.ledger("VEC-17", "SCORE-02", "SCORE-03")
def test_the_example_of_the_seven_and_the_ten() -> None:
    position = bare()
    position.player(0).beds(3).dug(5)
    scores = position.scores(0)
    assert (scores["beds"], scores["rooms"]) == (7, 10)


@pytest.mark.ledger("SCORE-04", "GUEST-02", "GUEST-03")
def test_guests_and_cheese_on_the_board_score() -> None:
    position = bare()
    for guest, vp in (("G01", 3), ("G02", 0), ("G16", 2)):
        position.reprint("guests", guest, vp=vp)
    position.player(0).guests("G01", "G02", "G16").cheese()
    assert position.scores(0)["guests"] == 3 + 0 + 2 + 6


@pytest.mark.ledger("SCORE-05", "CARD-10")
def test_printed_vp_of_played_inventions_score_negative_ones_too() -> None:
    position = bare()
    for name, vp in (("Hammer", 4), ("Archive", -2), ("Garage", 5)):
        plain_card(position, name, vp=vp)
    position.player(0).plays("Hammer", "Archive").hand("Garage")
    assert position[0].vp == 10
    assert position.scores(0)["inventions"] == 2


@pytest.mark.ledger("SCORE-06", "CONF-07", "CARD-05")
@pytest.mark.parametrize(
    ("effect", "vp"),
    [("per metal: vp 1", 4), ("vp 3", 3), ("per guests: vp 2", 2), ("if doors 1: vp 5", 0)],
)
def test_endgame_effects_of_played_inventions_score(effect: str, vp: int) -> None:
    position = bare()
    plain_card(position, "Metal Storage", timing="endgame", effect=effect)
    position.player(0).plays("Metal Storage").has(metal=4).guests("G10")
    assert position[0].vp == 10
    assert position.scores(0)["endgame"] == vp


@pytest.mark.ledger("SCORE-06", "CARD-E176")
def test_metal_storage_counts_metal_besides_the_leftover_items() -> None:
    position = bare()
    position.player(0).plays("Metal Storage").has(metal=5)
    scores = position.scores(0)
    assert (scores["endgame"], scores["leftover_items"]) == (5, 1)


@pytest.mark.ledger("SCORE-07", "ELEC-06")
@pytest.mark.parametrize(("electricity", "vp"), [(0, 0), (1, 0), (2, 2)])
def test_only_advanced_electricity_scores(electricity: int, vp: int) -> None:
    position = bare()
    position.player(0).has(electricity=electricity)
    assert position.scores(0)["electricity"] == vp


@pytest.mark.ledger("SCORE-08", "VEC-13")
@pytest.mark.parametrize(
    ("wood", "metal", "movement", "vp"), [(2, 1, 1, 1), (0, 0, 0, 0), (3, 2, 1, 2), (2, 1, 2, 1)]
)
def test_five_leftover_items_score_one_rounded_down_over_all(
    wood: int, metal: int, movement: int, vp: int
) -> None:
    position = bare()
    position.player(0).has(wood=wood, metal=metal, movement=movement)
    position.player(0).hand("Hammer", "Garage", "Inn", "Archive")
    assert position.scores(0)["leftover_items"] == vp


@pytest.mark.ledger("SCORE-09", "VEC-14")
@pytest.mark.parametrize(("wilds", "vp"), [(0, 0), (1, 0), (2, 1), (5, 2)])
def test_two_wild_tokens_score_one(wilds: int, vp: int) -> None:
    position = bare()
    position.player(0).has(wild=wilds)
    scores = position.scores(0)
    assert (scores["wilds"], scores["leftover_items"]) == (vp, 0)


@pytest.mark.ledger("VEC-09", "SCORE-01", "ABILITY-10", "CONF-05")
@pytest.mark.parametrize("one", ["Double movement", "Free invention"])
@pytest.mark.parametrize("two", ["Veranda", "Skill token", "Main action"])
@pytest.mark.parametrize("none", ["Bed discount", "Dig discount", "Hero"])
def test_the_example_of_the_ability_spaces(one: str, two: str, none: str) -> None:
    position = bare()
    position.player(0).unlocked("3 VP", "6 VP", one, two, none)
    assert position.scores(0)["abilities"] == 14


@pytest.mark.ledger("VEC-15", "SCORE-06")
def test_the_example_of_the_endgame_effects() -> None:
    position = bare()
    for name, vp in (("Hammer", 3), ("Archive", 4), ("Garage", 5)):
        plain_card(position, name, timing="endgame", effect=f"vp {vp}")
    position.player(0).plays("Hammer", "Archive", "Garage")
    assert position.scores(0)["endgame"] == 12


@pytest.mark.ledger("VEC-16", "SCORE-01", "SCORE-08", "SCORE-09", "SCORE-10", "GEN-05")
def test_the_example_of_the_whole_scoring() -> None:
    position = bare()
    for name, printed, effect in (("Hammer", 6, 3), ("Archive", 5, 4), ("Garage", 3, 5)):
        plain_card(position, name, vp=printed, timing="endgame", effect=f"vp {effect}")
    position.reprint("guests", "G01", vp=3).reprint("guests", "G10", vp=1)
    seat = position.player(0).unlocked("3 VP", "6 VP", "Double movement", "Veranda", "Hero")
    seat.beds(3).dug(5).guests("G01", "G10").plays("Hammer", "Archive", "Garage")
    seat.has(vp=22, electricity=2, wood=2, metal=1, movement=1, wild=1)
    seat.hand("Inn", "Shuriken", "Sonic Jet", "Jetpack")
    assert position.scores(0) == {
        "track": 22,
        "abilities": 14,
        "beds": 7,
        "rooms": 10,
        "guests": 4,
        "inventions": 14,
        "endgame": 12,
        "electricity": 2,
        "leftover_items": 1,
        "wilds": 0,
        "bot_tracks": 0,
        "total": 86,
    }


@pytest.mark.ledger("GEN-08", "END-02")
def test_of_the_tied_players_the_earlier_in_turn_order_wins() -> None:
    game = RatsOfWistar.new(num_players=3, seed=3)
    while not game.finished:
        game.step(int(game.legal_actions()[0]))
    order = [int(seat) for seat in game.record[0]["order"][:3]]
    missing = [max(scores["total"] for scores in game.scores())] * 3
    for seat, scores in enumerate(game.scores()):
        game.record[0]["players"][seat]["vp"] += missing[seat] - scores["total"]
    assert best_first(game.ranks()) == order
    game.record[0]["players"][order[2]]["vp"] += 1
    assert best_first(game.ranks()) == [order[2], order[0], order[1]]
    assert game.winner() == order[2]


@pytest.mark.ledger("GEN-08", "END-02", "ROUND-02")
def test_in_the_middle_of_a_round_the_hut_decides_a_tie_as_it_would_at_its_end() -> None:
    position = Position().turn_of(0)
    position.idle_place().end_turn()
    position.do("HUT")
    game = RatsOfWistar.new(seed=1)
    game.record[0] = position.game
    for scores, player in zip(game.scores(), game.record[0]["players"], strict=False):
        player["vp"] += 50 - scores["total"]
    assert best_first(game.ranks()) == [1, 0]
    game.record[0]["hut_size"] = 0
    assert best_first(game.ranks()) == [0, 1]
