"""Rows of results files: what cannot have been a game is refused with its field."""

from typing import Any

import pytest

from wistar_env.benchmark.portions import game_seed
from wistar_env.benchmark.rows import ArenaRow, checked

ROW: dict[str, Any] = {
    "game": 3,
    "seed": game_seed(1, 3),
    "decisions": 90,
    "rotation": 0,
    "seats": [0, 1],
    "scores": [40, -2],
    "ranks": [1, 2],
    "breakdowns": [{"track": 40}, {"track": -2}],
}


def test_a_row_of_the_run_is_taken() -> None:
    assert checked(ArenaRow, ROW, 1).scores == [40, -2]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", 10**400, "game: Input should be less than or equal to 9223372036854775807"),
        ("decisions", -1, "decisions: Input should be greater than or equal to 0"),
        ("scores", [10**30, 0], r"scores.0: Input should be less than or equal to 9223372036854"),
        ("breakdowns", [{"track": -(10**30)}], "breakdowns.0.track: Input should be greater"),
        ("ranks", "first", "ranks: Input should be a valid list, found 'first'"),
        ("seed", 1, "game 3 has not the seed 1"),
    ],
)
def test_a_row_of_no_game_is_refused(field: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        checked(ArenaRow, ROW | {field: value}, 1)


def test_what_is_too_deep_to_be_shown_is_refused_all_the_same() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match=r"decisions: .*, found list beyond measure"):
        checked(ArenaRow, ROW | {"decisions": deep}, 1)
