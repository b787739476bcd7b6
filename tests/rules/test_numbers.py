"""The fields of stack entries stay in their declared ranges in every game."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.card_sets import Entry, designs, folder_of, write
from tests.play import Play
from tests.scale import share
from wistar_env.games.rats_of_wistar.rules import core, decisions, farm, fast_actions, guests, turn
from wistar_env.games.rats_of_wistar.rules.invariants import ENTRY_NUMBERS as WRONG_NUMBER
from wistar_env.games.rats_of_wistar.rules.invariants import FINE, NAMES
from wistar_env.games.rats_of_wistar.rules.numbers import (
    MOST_NUMBERS,
    NAMED_PLACES,
    NUMBERS_OF,
    RANGES,
    Number,
    places,
)
from wistar_env.games.rats_of_wistar.rules.numbers import number as number_of
from wistar_env.games.rats_of_wistar.rules.state import ENTRY, GAME, NONE, SOURCES
from wistar_env.games.rats_of_wistar.spaces.blocks import OPTIONS, PLACES_SHOWN
from wistar_env.games.rats_of_wistar.tables import limits, load


def wrong(game: Any) -> list[str]:
    """Return fields on the stack that are out of range: kind, place and number."""
    entries = game["stack"][: int(game["depth"])]
    ranges, numbers = RANGES[entries["kind"]], entries["numbers"]
    outside = (numbers < ranges[..., 0]) | (numbers > ranges[..., 1])
    return [
        f"{decisions.NAMES[int(entries['kind'][k])]}: {numbers[k, place]} in place {place}"
        for k, place in np.argwhere(outside)
    ]


def step_by_step(play: Play, rng: np.random.Generator) -> Iterator[Any]:
    """Play to the end with random actions, giving the record after each single step."""
    while not play.finished:
        core.respond_only(play.tables, play.games, 0, int(rng.choice(play.actions)))
        yield play.game
        while core.run_one(play.tables, play.games, 0, play.legal):
            yield play.game


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_after_every_step_of_a_game_all_numbers_are_within_their_ranges(
    tables: Any, players: int
) -> None:
    for seed in range(4):
        for game in step_by_step(
            Play(tables, players, seed, (2, 1, 2)), np.random.default_rng(seed)
        ):
            assert wrong(game) == []


@pytest.mark.property
@settings(
    max_examples=share(20),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
)
@given(drawn=designs, seed=st.integers(0, 2**32))
def test_so_are_they_with_every_valid_card_set(drawn: Entry, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        write(Path(folder), folder_of(drawn))
        tables = load.load(folder)
    for players in range(1, 5):
        for game in step_by_step(
            Play(tables, players, seed, (2, 1, 2)), np.random.default_rng(seed)
        ):
            assert wrong(game) == []


@pytest.mark.interpreted
@pytest.mark.parametrize("place", range(MOST_NUMBERS))
@pytest.mark.parametrize("kind", NUMBERS_OF, ids=decisions.NAMES.__getitem__)
def test_a_number_out_of_its_range_breaks_an_invariant(tables: Any, kind: int, place: int) -> None:
    play = Play(tables, 2, 1)
    bottom = play.game["stack"][0]
    bottom["kind"], bottom["numbers"] = kind, RANGES[kind, :, 0]
    for number in (RANGES[kind, place, 0] - 1, RANGES[kind, place, 1] + 1):
        bottom["numbers"][place] = number
        assert NAMES[play.violations()] == "a wrong number in a pending decision or step"


def put(play: Play, kind: int, **numbers: int) -> None:
    """Put an entry under the current decision; its other numbers are the least that they may be."""
    game = play.game
    depth = int(game["depth"])
    game["stack"][depth] = game["stack"][depth - 1]
    entry = game["stack"][depth - 1]
    entry["kind"], entry["numbers"] = kind, RANGES[kind, :, 0]
    for name, number in numbers.items():
        entry["numbers"][NAMED_PLACES[name]] = number
    game["depth"] += 1


AT_EFFECT = {"row": 7, "end": 9}
DRAWN = {"exploration_card": 1}


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("entries", "sound"),
    [
        ([(decisions.EFFECT, AT_EFFECT)], True),
        ([(decisions.EFFECT, {"row": 10, "end": 9})], False),
        ([(decisions.EFFECT, AT_EFFECT), (decisions.ACCEPT_COST, {"skip": 2})], True),
        ([(decisions.EFFECT, AT_EFFECT), (decisions.ACCEPT_COST, {"skip": 3})], False),
        ([(decisions.ACCEPT_COST, {"skip": 2})], False),
        ([(decisions.BOT_EXPLORE, DRAWN | {"effects_done": 2})], True),
        ([(decisions.BOT_EXPLORE, DRAWN | {"effects_done": 3})], False),
        ([(decisions.BOT_EXPLORE, {"effects_done": 3})], True),
    ],
)
def test_numbers_that_lead_too_far_together_break_an_invariant(
    tables: Any, entries: list[tuple[int, dict[str, int]]], sound: bool
) -> None:
    play = Play(tables, 2, 1)
    for kind, numbers in entries:
        put(play, kind, **numbers)
    assert play.violations() == (FINE if sound else WRONG_NUMBER)


@pytest.mark.interpreted
@pytest.mark.parametrize("kind", [-1, len(NUMBERS_OF)])
def test_an_entry_of_an_unknown_kind_breaks_an_invariant(tables: Any, kind: int) -> None:
    play = Play(tables, 2, 1)
    play.game["stack"][0]["kind"] = kind
    assert play.violations() == WRONG_NUMBER


def test_an_entry_has_room_for_its_numbers_and_is_as_large_as_ever() -> None:
    assert sorted(NUMBERS_OF) == sorted(decisions.NAMES)
    assert (ENTRY.itemsize, ENTRY["numbers"].shape) == (2 * (3 + MOST_NUMBERS), (MOST_NUMBERS,))
    assert GAME.itemsize == 4080


def test_a_name_lies_at_the_place_at_which_its_kind_declares_it() -> None:
    entry = np.zeros(1, ENTRY)
    for declared in NUMBERS_OF.values():
        for place, number in enumerate(declared):
            entry["numbers"] = np.arange(MOST_NUMBERS)
            assert number_of(entry, number.name) == place


def test_two_places_for_one_name_and_more_numbers_than_there_is_room_for_are_rejected() -> None:
    one, two = Number("one", "", 0, 1), Number("two", "", 0, 1)
    with pytest.raises(ValueError, match="'turn' has the number 'one' at index 1"):
        places({decisions.FLY: (one, two), decisions.TURN: (two._replace(name="three"), one)})
    with pytest.raises(ValueError, match=r"'fly' has 7 .* 6"):
        places({decisions.FLY: (one,) * 7})


def test_what_is_shown_has_a_place_in_the_observation() -> None:
    for kind, declared in NUMBERS_OF.items():
        if kind < decisions.CHOICES:
            assert not any(number.shown for number in declared[PLACES_SHOWN:])


def test_ranges_end_where_the_rules_say_so() -> None:
    most = {number.name: number.most for declared in NUMBERS_OF.values() for number in declared}
    assert most["allowed"] == farm.ANY
    assert most["chief_at"] == turn.AT_HUT
    assert most["offered"] == guests.ROUND_GUEST
    assert most["bought"] == max(fast_actions.GRANT_WILD, fast_actions.GRANT_ELECTRICITY)
    assert most["source"] == most["examined"] == most["last_source"] == SOURCES - 1
    assert most["options"] == OPTIONS
    assert most["first_option"] + most["options"] == limits.EFFECT_ROWS
    assert most["discounts_left"] == most["wood_due"] + most["metal_due"]


def test_only_what_may_be_none_may_be_below_0() -> None:
    for declared in NUMBERS_OF.values():
        for number in declared:
            assert number.least >= (NONE if "NONE" in number.meaning else 0), number.name
