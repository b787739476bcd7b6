"""Rows of results files: impossible games are rejected with the name of the field."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.command_line import wistar
from wistar_env import RatsOfWistar
from wistar_env.benchmark.ladder import LadderRow
from wistar_env.benchmark.result_rows import (
    ArenaRow,
    GameRow,
    checked,
    unread_share,
    with_replies,
)
from wistar_env.benchmark.work_units import game_seed
from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES, TOTAL
from wistar_env.games.rats_of_wistar.rules.difficulty import choose_tracks

SPEC = RatsOfWistar.spec
NOTHING = dict.fromkeys(CATEGORIES[:TOTAL], 0)


def scored(score: int) -> dict[str, int]:
    return {**NOTHING, "track": score - 3, "beds": 3}


ROW: dict[str, Any] = {
    "game": 3,
    "seed": game_seed(1, 3),
    "decisions": 90,
    "rotation": 0,
    "seats": [0, 1],
    "scores": [40, -2],
    "ranks": [1, 2],
    "breakdowns": [scored(40), scored(-2)],
}
SOLO: dict[str, Any] = {
    "bot": "greedy",
    "level": 2,
    "game": 3,
    "seed": game_seed(1, 3),
    "tracks": [*choose_tracks(2, game_seed(1, 3))],
    "won": True,
    "score": 61,
    "opponent": 58,
    "decisions": 90,
    "breakdown": scored(61),
    "opponent_breakdown": scored(58),
}


def test_a_row_of_the_run_is_taken() -> None:
    assert checked(ArenaRow, ROW, 1, SPEC).scores == [40, -2]


@pytest.mark.parametrize(
    ("field", "value", "message"),
    [
        ("game", 10**400, "game: Input should be less than or equal to 9223372036854775807"),
        ("decisions", -1, "decisions: Input should be greater than or equal to 0"),
        ("scores", [10**30, 0], r"scores.0: Input should be less than or equal to 9223372036854"),
        (
            "breakdowns",
            [{**NOTHING, "track": -(10**30)}],
            "breakdowns.0.track: Input should be greater",
        ),
        ("ranks", "first", "ranks: Input should be a valid list, found 'first'"),
        ("seed", 1, "game 3 must have the seed .*, found 1"),
    ],
)
def test_a_row_of_no_game_is_rejected(field: str, value: object, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        checked(ArenaRow, ROW | {field: value}, 1, SPEC)


def test_what_is_too_deep_to_be_shown_is_rejected_all_the_same() -> None:
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    with pytest.raises(ValueError, match=r"decisions: .* list"):
        checked(ArenaRow, ROW | {"decisions": deep}, 1, SPEC)


def renamed(parts: dict[str, int], name: str, other: str) -> dict[str, int]:
    return {other if key == name else key: value for key, value in parts.items()}


ONE_MORE = renamed(scored(61), "beds", "bunks")
CONTRADICTIONS: list[tuple[type[GameRow], dict[str, Any], str]] = [
    (LadderRow, {"won": False}, "61 to 58, found False"),
    (LadderRow, {"score": 62}, "score must be 61, the sum of the categories, found 62"),
    (LadderRow, {"opponent": 57}, "opponent must be 58, the sum of the categories, found 57"),
    (LadderRow, {"breakdown": ONE_MORE}, "breakdown: .* unknown category 'bunks'|lacks .* 'beds'"),
    (LadderRow, {"breakdown": {}}, "breakdown: .* the breakdown lacks the category"),
    (LadderRow, {"opponent_breakdown": {**scored(58), "total": 0}}, "unknown category 'total'"),
    (LadderRow, {"tracks": [3, 3, 3]}, r"tracks must be .* found \[3, 3, 3\]"),
    (LadderRow, {"level": 10}, "level must be an integer from 0 to 9"),
    (
        ArenaRow,
        {"ranks": [2, 1]},
        r"ranks \[2, 1\] are not in the order of the total scores \[40, -2\]",
    ),
    (ArenaRow, {"ranks": [1, 1]}, "ranks must be 1 to 2 in any order"),
    (
        ArenaRow,
        {"scores": [41, -2]},
        "score of seat 0 must be 40, the sum of the categories, found 41",
    ),
    (ArenaRow, {"scores": [40]}, "must each have 2 items"),
    (ArenaRow, {"breakdowns": [ONE_MORE, scored(-2)]}, "breakdowns.0: .* category"),
]


@pytest.mark.parametrize(("kind", "altered", "message"), CONTRADICTIONS)
def test_a_row_whose_fields_contradict_each_other_is_rejected(
    kind: type[GameRow], altered: dict[str, Any], message: str
) -> None:
    row = SOLO if kind is LadderRow else ROW
    checked(kind, row, 1, SPEC).check(SPEC)
    with pytest.raises(ValueError, match=message):
        checked(kind, row | altered, 1, SPEC).check(SPEC)


@pytest.mark.ledger("BOT-118")
def test_a_tie_with_rat_o_bot_is_lost() -> None:
    tie = SOLO | {"score": 58, "breakdown": scored(58)}
    checked(LadderRow, tie | {"won": False}, 1, SPEC).check(SPEC)
    with pytest.raises(ValueError, match=r"58 to 58, found True"):
        checked(LadderRow, tie | {"won": True}, 1, SPEC).check(SPEC)


def test_a_tie_between_players_is_won_by_either() -> None:
    tie = ROW | {"scores": [40, 40], "breakdowns": [scored(40)] * 2}
    checked(ArenaRow, tie, 1, SPEC).check(SPEC)


@pytest.mark.parametrize(
    "command",
    [
        "ladder solitary_bots:TalkingBot random --levels 1 --games 2 --workers 1",
        "ladder solitary_bots:TalkingBot --game lab-rats --opponent random --games 2 --workers 1",
        "arena solitary_bots:TalkingBot random --games 2 --workers 1",
    ],
)
def test_results_have_the_share_of_replies_that_could_not_be_read(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = wistar(*command.split(), "--out", "run.jsonl")
    assert result.exit_code == 0, result.output
    talking = re.findall(r"^.* 33\.3%\W*$", result.output, re.M)  # random sends no replies
    assert len(talking) == 1, result.output
    rows = [json.loads(line) for line in Path("run.jsonl").read_text().splitlines()[1:]]
    assert sum("replies" in row for row in rows) >= 1
    again = wistar(*command.split(), "--out", "run.jsonl")
    assert talking[0] in again.output


def test_bots_without_replies_add_nothing_to_rows() -> None:
    assert with_replies([ROW], {}) == [ROW]
    assert unread_share([ROW, ROW], "a") is None
    assert unread_share([{"replies": {"a": [4, 1]}}, {"replies": {"a": [4, 0]}}], "a") == 1 / 8
    assert unread_share([{"replies": {"a": [4, 1]}}], "b") is None
    assert unread_share([{"replies": {"a": [0, 0]}}], "a") is None
