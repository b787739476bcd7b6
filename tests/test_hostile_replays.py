"""Replay files of any content: read, or rejected in one line; never a traceback, never a wait."""

import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner

from wistar_env import cli
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.kit.replays import Replay

SETTINGS = settings(
    max_examples=150,
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
FILE = "game.jsonl"


def valid() -> list[dict[str, Any]]:
    """Return the lines of a file that can be read."""
    replay = Replay(RatsOfWistar, 2, 5)
    game = replay.start()
    for _ in range(4):
        replay.actions.append(int(game.legal_actions()[0]))
        game.step(replay.actions[-1])
    replay.players = ("greedy", "you")
    saved = replay.to_dict()
    actions = saved.pop("actions")
    describe = game.describe
    lines: list[dict[str, Any]] = [{"action": k, "text": describe(k)} for k in actions]
    lines[1]["explanation"] = {"value": 0.5, "options": [{"action": 1, "visits": 3, "value": 0.25}]}
    return [saved, *lines]


VALID = valid()
#: Any JSON value, and what Python takes for one; huge numbers are written as the strings are.
VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(0, NUM_ACTIONS)
    | st.floats()
    | st.text(st.characters(), max_size=8)  # surrogates, too, which no encoding has
    | st.just("huge")
    | st.just("deep"),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)
ENCODINGS = ("utf-8", "utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1")


def rejected(path: Path) -> str:
    """Return why ``Replay.load`` and the terminal reject a file; empty if they read it."""
    result = CliRunner().invoke(cli.app, ["replay", str(path)])
    assert result.exit_code in (0, cli.USER_ERROR), result.exception
    assert result.exception is None or isinstance(result.exception, SystemExit)
    try:
        Replay.load(path).resume()
    except ReplayError as error:
        problem = str(error)
    else:
        assert result.exit_code == 0
        return ""
    assert result.exit_code == cli.USER_ERROR
    assert result.stderr.startswith("error: ")
    assert len(result.stderr.splitlines()) == 1
    return problem


def lines_of(objects: list[Any]) -> str:
    """Return the text of a file; some words in it stand for what no Python value could."""
    text = "".join(json.dumps(each) + "\n" for each in objects)
    return text.replace('"huge"', "9" * 5000).replace('"deep"', "[" * 9000 + "]" * 9000)


@given(content=st.binary(max_size=200))
@example(content=b"")
@example(content=b"\xff\xfe{}")
@SETTINGS
def test_any_bytes_are_rejected(content: bytes, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(content)
    assert rejected(tmp_path / FILE)


@given(
    objects=st.lists(VALUES | st.sampled_from(VALID), max_size=4),
    encoding=st.sampled_from(ENCODINGS),
)
@SETTINGS
def test_arbitrary_lines_of_json_are_rejected_or_read(
    objects: list[Any], encoding: str, tmp_path: Path
) -> None:
    (tmp_path / FILE).write_bytes(lines_of(objects).encode(encoding))
    rejected(tmp_path / FILE)


@given(field=st.sampled_from([*VALID[0], "action", "more"]), value=VALUES, line=st.integers(0, 4))
@SETTINGS
def test_any_value_in_place_of_another_is_rejected_or_read(
    field: str, value: Any, line: int, tmp_path: Path
) -> None:
    objects = [dict(each) for each in VALID]
    objects[line][field] = value
    (tmp_path / FILE).write_text(lines_of(objects), "utf-8")
    rejected(tmp_path / FILE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('"action": ', '"action": 99', "action number 1 is 99"),
        ('"action": ', '"action": -', "action number 1 is -"),
        ('"action": ', '"action": 0.', "must be a list of integers"),
        ('"action": ', '"action": ' + "9" * 5000, "line 2 is not JSON (Exceeds the limit"),
        ('"action": ', '"action": ' + "9" * 3000, "action number 1 is 999"),
        ('"action": ', '"action": NaN, "x": ', "line 2 is not JSON (NaN is not a finite number)"),
        ('"action": ', '"action": -Infinity, "x": ', "(-Infinity is not a finite number)"),
        ('"action": ', '"action": 1, "action": ', "line 2 is not JSON (duplicate key 'action')"),
        ('"action": ', '"acting": ', "line 2 has no action"),
        ('"seed": ', '"x": ' + "[" * 90_000 + "]" * 90_000 + ', "seed": ', "line 1 is not JSON"),
        ('"seed": ', '"seed": ' + "9" * 4000, "the replay cannot be started: seed must be"),
        ('"format": ', '"format": "a\\u0000b", "x": ', "saved with format 'a\\x00b', but this"),
        ('"rules_version": ', '"rules_version": 1e', "saved with rules version "),
        (
            '"options": ',
            '"options": {"tracks": [[]]}, "x": ',
            "cannot be started: tracks is an option for num_players=1",
        ),
        ('"options": ', '"options": {"a": 1}, "x": ', "Rats of Wistar has no option 'a'"),
        ('"game": ', '"game": "os:system", "x": ', "os:system', which is not installed"),
        ("{", "[{}]\n{", "line 1 is not a JSON object: [{}]"),
        ("{", "\n{", "line 1 is not JSON"),
    ],
)
def test_what_is_wrong_is_named(old: str, new: str, message: str, tmp_path: Path) -> None:
    text = lines_of(VALID)
    assert old in text
    (tmp_path / FILE).write_text(text.replace(old, new, 1), "utf-8")
    assert message in rejected(tmp_path / FILE)


@pytest.mark.parametrize(
    ("encoding", "message"),
    [
        ("utf-16", "is not UTF-8 text (byte 0xff at offset 0)"),
        ("utf-8-sig", "line 1 is not JSON (Unexpected UTF-8 BOM"),
        ("utf-32-le", "line 1 is not JSON"),
    ],
)
def test_another_encoding_is_named(encoding: str, message: str, tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(lines_of(VALID).encode(encoding))
    assert message in rejected(tmp_path / FILE)


def test_windows_line_endings_are_read(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(lines_of(VALID).replace("\n", "\r\n").encode())
    assert rejected(tmp_path / FILE) == ""


def test_a_results_file_is_named_as_such(tmp_path: Path) -> None:
    header = {"kind": "ladder", "settings": {}, "data": "", "rules": "2", "versions": {}}
    (tmp_path / FILE).write_text(lines_of([header, {"game": 0}]), "utf-8")
    assert "the file has the results of a ladder or arena, not a replay" in rejected(
        tmp_path / FILE
    )


def test_only_regular_files_are_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / FILE)
    assert rejected(tmp_path / FILE).endswith(
        "is not a replay, or is damaged: the path is not a file"
    )
    with pytest.raises(ReplayError, match="the path is not a file"):
        Replay.load(tmp_path)
    with pytest.raises(ReplayError, match="embedded null"):
        Replay.load("a\0b")
    result = CliRunner().invoke(cli.app, ["replay", str(tmp_path)])
    assert result.exit_code == cli.USER_ERROR
    assert "Traceback" not in result.output


@pytest.mark.parametrize("found", [None, 7, "text", [], [[]], {1: 2}, {"format": 10**5000}])
def test_json_values_other_than_objects_are_not_replays(found: Any) -> None:
    with pytest.raises(ReplayError):
        Replay.from_dict(found)


@pytest.mark.parametrize("action", [None, "2", 2.5, pytest.param(10**5000, id="huge"), -1, [[]]])
def test_an_impossible_action_in_a_replay_is_rejected_with_a_sentence(action: Any) -> None:
    with pytest.raises(ReplayError, match="action number 1"):
        Replay(RatsOfWistar, 2, 1, actions=[action]).resume()
