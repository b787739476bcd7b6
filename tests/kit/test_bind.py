"""A game that is not part of the package is checked, bound and played."""

from typing import Annotated, Any

import numpy as np
import pytest

from tests.kit import nim
from wistar_env.compiled.jit import entry, pointer, unit
from wistar_env.compiled.records import record
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.streams import FOR_CHOICES, below, following, stream
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.kit.bind import bind, module_of
from wistar_env.kit.common_fields import COMMON, COMMON_FIELDS, GameArray, common_fields
from wistar_env.kit.game_calls import (
    begin,
    copy_game,
    deciding,
    over,
    play_on,
    score_game,
    value_after,
)
from wistar_env.kit.rules_interface import TablesArray

LEGAL = 13
SCORES = nim.SEATS * nim.COLUMNS


@entry
def play_random(
    tables: TablesArray, games: GameArray, seats: int, seed: Seed, scores: ShortArray
) -> int:
    """Play each game to its end; return a number that depends on who decided when."""
    t, x, seen = tables[0], stream(seed, FOR_CHOICES), 0
    legal = zeros(LEGAL, np.int16)
    for i in range(len(games)):
        games[i].seats = seats
        begin(t, games[i], seed + np.uint64(i), pointer(legal))
        while not over(games[i]):
            x = following(x)
            seen = 31 * seen % 65_537 + deciding(games[i])
            play_on(t, games[i], int(legal[1 + below(x, int(legal[0]))]), pointer(legal))
    score_game(t, games[0], pointer(scores))
    return seen


@entry
def value_of_first(tables: TablesArray, games: GameArray, seed: Seed) -> float:
    """Return the value of the first legal action, seen from the seat that decides."""
    t = tables[0]
    legal = zeros(LEGAL, np.int16)
    none = zeros(1, np.float64)
    games[0].seats = 2
    begin(t, games[0], seed, pointer(legal))
    copy_game(t, games, 2, games[0])
    return value_after(
        t,
        games[0],
        int(legal[1]),
        deciding(games[0]),
        games[1],
        pointer(legal),
        pointer(none),
        pointer(none),
    )


def played(prize: int = 3) -> tuple[Any, Any, int]:
    tables = nim.tables(prize)
    games, scores = np.zeros(5, nim.NIM), np.zeros(SCORES, np.int16)
    seen = play_random(nim.rules(tables), common_fields(games), 3, np.uint64(7), scores)
    return games, scores[: nim.SEATS], seen


@pytest.mark.interpreted
def test_a_bound_game_is_played_to_its_end_through_the_kit() -> None:
    games, totals, seen = played()
    assert games["finished"].tolist() == [1] * 5
    assert (games["piles"] == 0).all()
    assert (games["decisions"] > 4).all()
    winner = int(games["winner"][0])
    assert totals[winner] == games["cards"][0, winner] + 3
    # The same number compiled and interpreted.
    assert seen == 42_392


@pytest.mark.interpreted
def test_the_module_of_a_bound_function_is_known() -> None:
    rules = nim.Nim.spec.open_data(None).rules
    assert module_of(rules, "encode") == nim.__name__
    with pytest.raises(KeyError):
        module_of(np.zeros_like(rules), "encode")


def test_the_functions_get_the_tables_of_their_game() -> None:
    games, totals, _ = played(prize=50)
    assert totals[games["winner"][0]] >= 50


@pytest.mark.interpreted
def test_what_is_tried_leaves_the_game_as_it_was() -> None:
    tables, games = nim.tables(), np.zeros(3, nim.NIM)
    value_of_first(nim.rules(tables), common_fields(games), np.uint64(3))
    assert games["decisions"].tolist() == [0, 1, 0]
    assert games[2] == games[0]


def test_heads_are_a_view_of_whole_records() -> None:
    games = np.zeros(3, nim.NIM)
    common_fields(games)["decisions"] = [1, 2, 3]
    assert games["decisions"].tolist() == [1, 2, 3]


def bound(**changed: Any) -> Any:
    given = {
        "game": nim.NIM,
        "tables": nim.tables(),
        "report": nim.REPORT,
        "sizes": nim.SIZES,
        **changed,
    }
    functions = given.pop("functions", nim.FUNCTIONS)
    return bind(functions, **given)


@unit
def other_name(t: nim.Tables, g: nim.Record, place: int) -> int:
    return place


@unit
def other_order(t: nim.Tables, seat: int, g: nim.Record) -> int:
    return seat


@unit
def other_kind(t: nim.Tables, g: nim.Record, seat: float) -> int:
    return int(seat)


@unit
def other_record(t: nim.Tables, g: Annotated[Any, "nim report"], seat: int) -> int:
    return seat


@unit
def other_result(t: nim.Tables, g: nim.Record, seat: int) -> float:
    return 1.0 * seat


def no_unit(t: nim.Tables, g: nim.Record, seat: int) -> int:
    return seat


WRONG = [
    (
        other_name,
        r"points_of \(other_name of .*test_bind, line \d+\) must have .*, found .*'place'",
    ),
    (other_order, r"must have the parameters \['t', 'g', 'seat'\]"),
    (other_kind, r"parameter 'seat' of points_of .* must be annotated as 'int', found 'float'"),
    (
        other_record,
        "parameter 'g' of points_of .* record type for 'common fields', found 'nim report'",
    ),
    (other_result, r"the result of points_of .* must be annotated as 'int', found 'float'"),
]


@pytest.mark.parametrize(("function", "message"), WRONG)
def test_a_function_with_another_signature_is_rejected(function: Any, message: str) -> None:
    with pytest.raises(TypeError, match=message):
        bound(functions={**nim.FUNCTIONS, "points_of": function})


def test_a_function_that_is_not_compiled_is_rejected() -> None:
    import numba

    if not numba.config.DISABLE_JIT:
        with pytest.raises(TypeError, match=r"no_unit of .*test_bind, line \d+ .* @unit"):
            bound(functions={**nim.FUNCTIONS, "points_of": no_unit})


@pytest.mark.parametrize("name", nim.REQUIRED)
def test_a_missing_function_is_named(name: str) -> None:
    functions = {each: function for each, function in nim.FUNCTIONS.items() if each != name}
    with pytest.raises(
        TypeError, match=f"lacks the function '{name}', which wistar_env.kit.rules_interface"
    ):
        bound(functions=functions)


def test_an_unknown_function_and_size_are_named() -> None:
    with pytest.raises(TypeError, match=r"function 'fly'; .* begin, find_legal"):
        bound(functions={**nim.FUNCTIONS, "fly": nim.begin})
    with pytest.raises(TypeError, match=r"size 'wings'; .* game_bytes"):
        bound(sizes={**nim.SIZES, "wings": 2})
    with pytest.raises(TypeError, match="lacks the size 'max_seats'"):
        bound(sizes={})


def test_a_record_without_the_head_is_rejected() -> None:
    with pytest.raises(TypeError, match=r"'rng' .* uint64 .* 0, found no"):
        bound(game=record([("piles", np.int16)]))
    moved = record([("piles", np.uint64), *COMMON_FIELDS])
    with pytest.raises(TypeError, match=r"'rng' .* uint64 .* 0, found uint64 .* 8"):
        bound(game=moved)
    narrow = record([(name, np.int8 if name == "mover" else kind) for name, kind in COMMON_FIELDS])
    with pytest.raises(TypeError, match=r"'mover' .* int16 .* 20, found int8"):
        bound(game=narrow)


def test_the_head_lies_where_its_fields_say() -> None:
    assert [name for name, _ in COMMON_FIELDS] == [
        name for name in COMMON.names or () if not name.startswith("spare_")
    ]


@pytest.mark.parametrize(
    ("size", "value", "problem"),
    [
        ("max_seats", 7, "max_seats must be 2 to 6, found 7"),
        ("columns", 17, "columns must be 1 to 16, found 17"),
        ("num_actions", 1024, "num_actions must be 1 to 1023, found 1024"),
        ("num_features", 129, "num_features must be 0 to 128, found 129"),
        ("max_observation", 8001, "max_observation must be 1 to 8000, found 8001"),
        ("lead_limit", 0, "lead_limit must be 1 to"),
        ("seat_words", -1, "seat_words must be 0 to"),
        ("total_column", 1, r"total_column must be less than columns \(1\), found 1"),
        ("front_bytes", 2**16, "front_bytes and seat_bytes for max_seats seats reach byte 65536"),
        ("seat_words", 2**10, "first_word and seat_words for max_seats seats reach byte 8192"),
    ],
)
def test_a_game_that_is_too_large_for_the_kit_is_rejected(
    size: str, value: int, problem: str
) -> None:
    with pytest.raises(ValueError, match=problem):
        bound(sizes={**nim.SIZES, size: value})


def test_tables_of_another_shape_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"tables .*\(1,\)"):
        bound(tables=np.zeros(2, nim.TABLES))
