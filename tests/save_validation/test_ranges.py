"""The tables of allowed ranges: complete, and no wider than the arrays that they index."""

import numpy as np
import pytest

from wistar_env import RatsOfWistar
from wistar_env.compiled.records import SPARE
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.save_validation import MUST_HOLD, NO_ACTION, RULE, reason
from wistar_env.games.rats_of_wistar.rules.save_validation_stack import PLACES, TOP
from wistar_env.games.rats_of_wistar.rules.state import ENTRY, GAME, PLAYER
from wistar_env.games.rats_of_wistar.save_validation import check_games
from wistar_env.games.rats_of_wistar.save_validation.ranges import (
    FREE,
    PILES,
    field_ranges,
    numbers_of,
)
from wistar_env.games.rats_of_wistar.save_validation.stack_entries import entry_ranges, seat_range
from wistar_env.games.rats_of_wistar.tables import limits
from wistar_env.kit.batch.rows import ALL_SEATS, ANY_SEAT, GAME_ROW
from wistar_env.kit.game.field_ranges import Field, fields_of, ranges_by_type
from wistar_env.kit.vector import rows

FIELDS = {field.name: field for field in fields_of(GAME)}


def is_spare(name: str) -> bool:
    return name.split(".")[-1].startswith(SPARE)


@pytest.mark.parametrize(("seats", "solo"), [(2, True), (2, False), (3, False), (4, False)])
def test_every_field_of_a_game_has_a_range_or_is_looked_at_otherwise(
    seats: int, solo: bool
) -> None:
    ranges = field_ranges(seats, solo, rooms=7)
    looked_at = {*ranges, *PILES, "rng"} | {name for name in FIELDS if name.startswith("stack.")}
    assert looked_at == {name for name in FIELDS if not is_spare(name)}
    assert {*FREE} <= {*PILES, "rng", "stack"}
    for name, (low, high) in ranges.items():
        kept = np.iinfo(FIELDS[name].dtype)
        assert (kept.min <= np.asarray(low)).all(), name
        assert (np.asarray(low) <= np.asarray(high)).all(), name
        assert (np.asarray(high) <= kept.max).all(), name


def test_every_field_of_a_row_has_a_range_or_is_free() -> None:
    fields = {field.name for field in fields_of(GAME_ROW) if not is_spare(field.name)}
    for seat in (ALL_SEATS, ANY_SEAT, 1):
        for running in (True, False):
            ranges = rows.row_ranges(RATS_OF_WISTAR, 3, seat, 9, running)
            assert {*ranges, *rows.FREE} == fields


def test_what_is_spare_has_to_be_zero() -> None:
    spare = [name for name in FIELDS if is_spare(name)]
    assert spare
    game = RatsOfWistar.new(2, seed=1)
    for name in spare:
        forged = RatsOfWistar.from_bytes(game.to_bytes())
        numbers_of(forged.record, name)[:] = 1
        with pytest.raises(ReplayError, match=rf"{name.split('.')[-1]}.* is 1; allowed: 0"):
            check_games(forged.components, forged.record, "the game")


def test_a_pile_is_filled_no_higher_than_its_array() -> None:
    for seats in (2, 3, 4):
        ranges = field_ranges(seats, seats == 2, rooms=8)
        for name, (size, _) in PILES.items():
            pile = FIELDS[name]
            assert (np.asarray(ranges[size][1]) <= pile.shape[-1]).all(), name


def test_fields_lie_where_numpy_says() -> None:
    game = np.zeros(1, GAME)
    game.view(np.uint8)[:] = np.random.default_rng(1).integers(0, 256, GAME.itemsize)
    raw = game.view(np.uint8)
    for name, field in FIELDS.items():
        found = numbers_of(game, name)[0].ravel()
        starts = field.starts
        read = [raw[at : at + field.dtype.itemsize].view(field.dtype)[0] for at in starts]
        assert found.tolist() == read, name


def test_a_number_is_called_as_one_would_write_it() -> None:
    workers = FIELDS["players.workers"]
    assert workers.shape == (limits.MAX_SEATS, *PLAYER["workers"].shape)
    assert workers.label(5) == "players[1].workers[2]"
    assert FIELDS["wheel"].label(3) == "wheel[3]"
    assert FIELDS["depth"].label(0) == "depth"
    assert FIELDS["bot.cards"].label(0) == "bot.cards"


def test_the_first_number_out_of_its_range_is_found() -> None:
    field = Field("doors", np.dtype(np.int16), (2,), np.array([0, 2]))
    (group,) = ranges_by_type({"doors": field}, {"doors": (0, (3, 4))})
    assert group.outside(np.array([[0, 4], [3, 0]], np.int16)) is None
    assert group.outside(np.array([[0, 4], [4, 0]], np.int16)) == (
        1,
        "doors[0] is 4; allowed: 0 to 3",
    )


def test_every_kind_of_entry_has_its_place_and_numbers_of_its_name() -> None:
    assert len(PLACES) == len(decisions.NAMES)
    assert {PLACES[kind] for kind in range(decisions.CHOICES)} >= {TOP}
    assert TOP not in PLACES[decisions.CHOICES :]
    for kind in decisions.NAMES:
        words, ranges = entry_ranges(kind, 2, True)
        assert len(words) == len(ranges) == ENTRY.itemsize // 2


def test_rat_o_bot_has_entries_only_where_it_plays() -> None:
    assert seat_range(decisions.BOT_TURN, 2, True) == (1, 1)
    assert seat_range(decisions.BOT_TURN, 2, False) == (0, -1)
    assert seat_range(decisions.TURN, 2, True) == (0, 0)
    assert seat_range(decisions.TURN, 4, False) == (0, 3)
    assert seat_range(decisions.NEW_ROUND, 4, False) == (-1, -1)


def test_every_report_has_its_words() -> None:
    assert RULE == NO_ACTION == len(MUST_HOLD)
    assert reason(1, 3) == (
        "a condition is violated: 'order' must have every seat once, then -1 (see index 3)"
    )
    assert reason(RULE + 2, 0) == "an invariant of the rules is violated: wrong hand size"
