"""Positions as one-line strings."""

import re
from typing import Any

import numpy as np
import pytest

from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.command_line import wistar
from tests.kit.nim import Nim
from wistar_env import Game, LabRats, RatsOfWistar
from wistar_env.errors import ReplayError
from wistar_env.kit.replays import Replay

TABLES: dict[str, tuple[type[Game], int, dict[str, Any], Any]] = {
    "alone": (RatsOfWistar, 1, {"level": 5}, None),
    "tracks": (RatsOfWistar, 1, {"tracks": (1, 2, 2)}, None),
    "three": (RatsOfWistar, 3, {}, None),
    "other cards": (RatsOfWistar, 2, {}, "generated:v1:7"),
    "lab rats": (LabRats, 4, {}, None),
}


def played(table: str, decisions: int = 30) -> Replay[Any]:
    game, players, options, data = TABLES[table]
    replay = Replay(game, players, 5, options, data)
    position, rng = replay.start(), np.random.default_rng(1)
    for _ in range(decisions):
        replay.actions.append(int(rng.choice(position.legal_actions())))
        position.step(replay.actions[-1])
    return replay


@pytest.mark.parametrize("table", TABLES)
def test_a_string_is_read_as_the_same_position(table: str) -> None:
    replay = played(table)
    text = replay.to_string()
    assert re.fullmatch(r"[\w=:./-]+", text)  # no quotes in a shell
    assert Replay.from_string(text).resume() == replay.game.from_string(text) == replay.resume()
    assert Replay.from_string(text).to_string() == text


def test_a_string_is_short() -> None:
    text = played("alone", decisions=60).to_string()
    assert text.startswith("rats-of-wistar/rules=")
    assert len(text) < 200


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("rats-of-wistar/", "chess/", "'chess', which is not installed"),
        ("rules=3", "rules=2", "rules version 2, but this package has version 3"),
        ("data=", "data=0", "was made with other data"),
        ("players=1", "players=9", "num_players must be"),
        ("players=1/", "", "the position lacks players"),
        ("seed=5", "seed=-5", "seed must be a whole number"),
        ("seed=5", f"seed={5:021}", "seed must be a whole number"),
        ("level=5", "level=50", "level must be"),
        ("level=5", "colour=5", "colour"),
        ("level=5", "level", "found the part 'level'"),
        ("level=5", "level=5/level=6", "found the part 'level=6'"),
        ("actions=", "actions=z", "2 digits each"),
        ("actions=", "actions=!!", "2 digits each"),
        ("actions=", "actions=zz", r"action number 1 is 1295; allowed: 0 to 97"),
        ("actions=", "actions=00", "action number 1 cannot be replayed"),
    ],
)
def test_a_wrong_string_is_rejected_in_one_sentence(old: str, new: str, message: str) -> None:
    text = played("alone").to_string()
    assert old in text
    with pytest.raises(ReplayError, match=message):
        Replay.from_string(text.replace(old, new, 1))


@pytest.mark.parametrize("text", ["", "x" * 3_000_000, None, 3])
def test_something_else_is_no_position(text: Any) -> None:
    with pytest.raises(ReplayError, match=r"position|which is not installed"):
        Replay.from_string(text)


def test_a_string_of_another_game_is_rejected() -> None:
    text = played("alone").to_string()
    with pytest.raises(ReplayError, match=", not of 'lab-rats'"):
        Replay.from_string(text, game=LabRats)
    with pytest.raises(ReplayError, match=", not of 'lab-rats'"):
        LabRats.from_string(text)


def test_a_string_of_a_game_that_is_not_installed_is_read_by_its_class() -> None:
    replay = Replay(Nim, 3, 5, actions=[0, 1])
    assert Nim.from_string(replay.to_string()) == replay.resume()


@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_position_is_printed_and_played_on_in_the_terminal() -> None:
    replay = played("alone")
    replay.save("game.replay")
    result = wistar("replay", "game.replay", "--string", "--at", "20")
    assert result.exit_code == 0, result.output
    replay.actions[20:] = []
    assert result.output == f"{replay.to_string()}\n"
    result = wistar("play", "--position", result.output.strip(), "--save", "on.jsonl", typed="q\n")
    assert result.exit_code == 0, result.output
    assert Replay.load("on.jsonl").resume() == replay.resume()


@pytest.mark.usefixtures("in_an_empty_folder")
def test_a_position_determines_the_players_and_the_seed() -> None:
    text = played("three").to_string()
    result = wistar("play", "--position", text, "--players", "3", "--seed", "4")
    assert result.exit_code == 2
    assert "not allowed with --players" in result.output
