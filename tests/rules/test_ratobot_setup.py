"""Setting up the solo game (BOT-01 to BOT-14), general behaviour (BOT-20 to BOT-28)."""

from collections import Counter

import numpy as np
import pytest

from tests.builder import Position
from tests.play import TRACKS, Play
from tests.solo import BOT, HUMAN, Solo
from wistar_env import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.difficulty import (
    HIGHEST_LEVEL,
    choose_tracks,
    combinations,
)
from wistar_env.games.rats_of_wistar.rules.options import TRACKS as TRACKS_OPTION
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import (
    BOT_ACTIONS,
    BOT_EXPLORATIONS,
    CARDS_OF_TIER,
)

SEEDS = range(30)
LEVELS = range(HIGHEST_LEVEL + 1)


def fresh(seed: int = 1, tracks: tuple[int, int, int] = (1, 1, 2)) -> Position:
    """A solo game before the human has chosen a pair, and so before the first turn."""
    return Position(tracks=tracks, seed=seed, chosen=False)


@pytest.mark.ledger("BOT-01", "SETUP-07")
def test_the_board_is_set_up_as_for_two_players() -> None:
    solo, two = fresh(), Position(2, chosen=False)
    assert solo.game["seats"] == 2
    assert solo.game["cheese_size"] == two.game["cheese_size"] == 1
    assert solo.words.names["guests"][solo.game["cheese"][0]] == "Cheese 6"
    for field in ("doors", "mission_card"):
        assert [value >= 0 for value in solo.game[field]] == [
            value >= 0 for value in two.game[field]
        ]
    assert list(solo.game["room_guests_size"]) == list(two.game["room_guests_size"])


@pytest.mark.ledger("BOT-01", "WHEEL-03")
def test_the_wheel_shows_the_faces_of_two_players() -> None:
    solo, two = Solo(), Position(2).turn_of(0)
    solo.bot_turn()
    for space in two.legal("PLACE"):
        assert space in {*solo.legal("PLACE"), *taken(solo)}


def taken(solo: Solo) -> set[str]:
    """Return the spaces with a Chief, as arguments of PLACE."""
    names = solo.words.names["sectors"]
    return {
        f"{names[sector]} {space}"
        for sector, spaces in enumerate(solo.game["chiefs"])
        for space, seat in enumerate(spaces)
        if seat >= 0
    }


@pytest.mark.ledger("BOT-02", "BOT-06", "BOT-07", "BOT-20")
def test_the_bot_starts_with_its_pieces_and_without_tokens() -> None:
    for seed in SEEDS:
        position = fresh(seed)
        bot, record = position[BOT], position.game["bot"]
        assert (bot.beds_built, bot.rooms_dug, record["cubes"], bot.mission_cubes) == (0, 0, 0, 0)
        assert (bot.chiefs, bot.discs, bot.tents, record["workers"]) == (3, 3, [], 8)
        assert (bot.forest, bot.lair, bot.farm, bot.entrance) == (0, 0, 0, 0)
        assert bot.explorer == "A"
        assert list(record["positions"]) == [0, 0, 0]
        assert (bot.wood, bot.metal, bot.movement, bot.wild, bot.electricity) == (0, 0, 0, 0, 0)
        assert bot.hand == []


@pytest.mark.ledger("BOT-02", "DIG-05", "VEC-29")
def test_the_bot_starts_with_three_free_rooms() -> None:
    solo = Solo().card("beds")
    solo.bot.dug(0).beds(2)
    solo.bot_turn()
    assert (solo[BOT].beds, solo[BOT].rooms_dug) == (3, 0)
    solo = Solo().card("beds")
    solo.bot.beds(3)
    solo.bot_turn()
    assert (solo[BOT].beds, solo[BOT].rooms_dug) == (3, 1)


@pytest.mark.ledger("VEC-29", "BOT-116", "BOT-24")
def test_the_example_with_four_of_six_rooms_used() -> None:
    solo = Solo().card("beds")
    solo.bot.dug(3).beds(1).guests("G10", "G01").cheese()
    scores = solo.scores(BOT)
    assert (scores["beds"], scores["rooms"]) == (2, 3)
    solo.bot_turn()
    assert (solo[BOT].beds, solo[BOT].rooms_dug) == (2, 3)


@pytest.mark.ledger("BOT-03")
def test_the_seven_action_cards_are_shuffled() -> None:
    orders = {tuple(fresh(seed).game["bot"]["actions"]) for seed in SEEDS}
    assert len(orders) > len(SEEDS) // 2
    assert all(sorted(order) == list(range(BOT_ACTIONS)) for order in orders)


@pytest.mark.ledger("BOT-04")
def test_the_card_with_the_other_back_lies_under_the_six_shuffled_ones() -> None:
    orders = {tuple(fresh(seed).game["bot"]["explorations"]) for seed in SEEDS}
    assert len(orders) > len(SEEDS) // 2
    last = list(fresh().tables["bot_explorations"]["last"])
    assert sum(last) == 1
    for order in orders:
        assert sorted(order) == list(range(BOT_EXPLORATIONS))
        assert last[order[-1]] == 1


@pytest.mark.ledger("BOT-05")
def test_the_five_skill_tokens_lie_at_random_on_their_spaces() -> None:
    spreads = [tuple(fresh(seed).game["bot"]["token_track"]) for seed in SEEDS]
    spaces = list(fresh().tables["track_tokens"])
    assert sorted(spaces) == [1, 2, 2]
    for spread in spreads:
        assert [Counter(spread)[symbol] for symbol in range(3)] == spaces
    assert len(set(spreads)) > 5


@pytest.mark.ledger("BOT-08", "SETUP-20")
def test_the_bot_has_ten_vp_and_is_first_in_the_turn_order() -> None:
    for seed in SEEDS:
        position = fresh(seed)
        assert position[BOT].vp == 10
        assert position.order == [BOT, HUMAN]


@pytest.mark.ledger("BOT-09", "BOT-10")
def test_each_symbol_has_a_track_for_each_index() -> None:
    tables = fresh().tables
    assert tables["tracks"].shape == (3, 4)
    printed = {side.tobytes() for side in tables["tracks"].ravel()}
    assert len(printed) == 12


@pytest.mark.ledger("BOT-09", "BOT-10", "BOT-11")
@pytest.mark.parametrize("tracks", TRACKS)
def test_the_chosen_track_cards_lie_there_and_sum_up_to_the_level(
    tracks: tuple[int, int, int],
) -> None:
    game = fresh(tracks=tracks).game
    assert tuple(game["options"]["tracks"]) == tracks
    assert game["options"]["level"] == sum(tracks)


@pytest.mark.ledger("BOT-12", "VEC-18")
@pytest.mark.parametrize("tracks", [(0, 1, 2), (2, 0, 2), (3, 3, 1), (0, 0, 3)])
def test_indices_that_differ_by_two_are_rejected(tracks: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="differ"):
        TRACKS_OPTION.numbers(tracks)


@pytest.mark.ledger("BOT-13", "BOT-11", "BOT-12")
def test_each_level_has_its_one_choice_of_indices_in_all_assignments() -> None:
    wanted = ["000", "001", "011", "111", "112", "122", "222", "223", "233", "333"]
    counts = [len(combinations(level)) for level in range(10)]
    assert counts == [1, 3, 3, 1, 3, 3, 1, 3, 3, 1]
    for level, indices in enumerate(wanted):
        for tracks in combinations(level):
            assert "".join(map(str, sorted(tracks))) == indices
            assert TRACKS_OPTION.numbers(tracks) == [*tracks]


@pytest.mark.ledger("BOT-13")
def test_the_seed_picks_among_the_assignments_of_a_level() -> None:
    for level in LEVELS:
        picked = {choose_tracks(level, seed) for seed in range(60)}
        assert picked == set(combinations(level))


@pytest.mark.ledger("BOT-09", "BOT-11")
def test_the_solo_game_alone_has_track_cards() -> None:
    assert RatsOfWistar.new(1, level=4, seed=1).tracks in combinations(4)
    assert RatsOfWistar.new(1, tracks=(1, 2, 1), seed=1).tracks == (1, 2, 1)
    assert [RatsOfWistar.new(players, seed=1).tracks for players in (2, 3, 4)] == [None] * 3


@pytest.mark.ledger("BOT-14", "SETUP-21")
def test_the_human_keeps_one_of_two_pairs_and_the_other_is_discarded() -> None:
    for pair in (0, 1):
        position = fresh()
        assert (position.kind, position.seat) == (decisions.CHOOSE_PAIR, HUMAN)
        names = position.words.names["cards"]
        pairs = [[names[card] for card in two] for two in position.game["pairs"][:2]]
        tiers = [position.tables["cards"][card]["tier"] for card in position.game["pairs"][0]]
        assert tiers == [codes.TIER_BASIC, codes.TIER_ADVANCED]
        assert position.legal("PAIR") == {"0", "1"}
        position.do(f"PAIR {pair}")
        assert set(position[HUMAN].hand) == set(pairs[pair])
        other = pairs[1 - pair]
        assert (position.discards("basic"), position.discards("advanced")) == (
            [other[0]],
            [other[1]],
        )


@pytest.mark.ledger("BOT-14")
def test_the_bot_starts_without_cards() -> None:
    position = fresh()
    assert position.game["bot"]["cards"] == 0
    sizes = [int(size) for size in position.game["deck_size"]]
    assert sizes == [size - 2 for size in CARDS_OF_TIER]


@pytest.mark.ledger("BOT-20", "BOT-22", "BOT-23")
def test_in_a_whole_game_the_bot_never_holds_tokens_cards_or_electricity(tables: object) -> None:
    for seed in range(4):
        play = Play(tables, 1, seed, (2, 3, 3))  # type: ignore[arg-type]
        advanced = False
        for _ in play.random(np.random.default_rng(seed)):
            bot = play.game["players"][BOT]
            tokens = [bot[name] for name in ("wood", "metal", "movement", "wild", "electricity")]
            assert tokens == [0] * 5
            assert (bot["hand_size"], bot["cubes_gone"], bot["skill_tokens"]) == (0, 0, 0)
            assert play.seat == HUMAN
            advanced |= any(play.game["bot"]["positions"])
        assert advanced


@pytest.mark.ledger("AMB-25", "BOT-05", "SETUP-12")
def test_the_bots_skill_tokens_are_not_those_of_the_supply() -> None:
    solo = Solo()
    assert solo.game["skills_left"] == 0b11111
    assert len(solo.record["token_track"]) == 5
