import json
from pathlib import Path
from typing import Any

import pytest

from wistar_env import RatsOfWistar, wistar_v0
from wistar_env.errors import ReplayError
from wistar_env.kit.replays import Replay


@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_a_replay_gives_every_position_of_the_game(num_players: int, tmp_path: Path) -> None:
    env = wistar_v0.env(num_players, level=4 if num_players == 1 else None)
    env.reset(seed=5)
    saved = [env.game.to_bytes()]
    while not env.game.finished:
        env.step(int(env.game.legal_actions()[-1]))
        saved.append(env.game.to_bytes())
    replay = env.replay()
    replay.save(tmp_path / "game.jsonl")
    for again in (replay, Replay.load(tmp_path / "game.jsonl"), Replay.from_dict(replay.to_dict())):
        assert again == replay
        assert again.resume().to_bytes() == saved[-1]
        for position in (0, 1, len(saved) // 2):
            assert again.at(position).to_bytes() == saved[position]


def some_replay() -> Replay[RatsOfWistar]:
    env = wistar_v0.env()
    env.reset(seed=3)
    for _ in range(12):
        env.step(int(env.game.legal_actions()[-1]))
    return env.replay()


def test_an_unfinished_game_is_resumed_and_played_on() -> None:
    replay = some_replay()
    game = replay.resume()
    assert not game.finished
    action = int(game.legal_actions()[0])
    game.step(action)
    replay.actions.append(action)
    assert replay.resume() == game


def test_a_saved_file_can_be_read_by_people(tmp_path: Path) -> None:
    replay = some_replay()
    replay.save(tmp_path / "game.jsonl")
    header, *moves = (tmp_path / "game.jsonl").read_text("utf-8").splitlines()
    assert json.loads(header)["seed"] == 3
    assert len(moves) == 12
    first = json.loads(moves[0])
    assert first == {
        "action": replay.actions[0],
        "text": RatsOfWistar.new().describe(replay.actions[0]),
    }


@pytest.mark.parametrize("position", [-1, 13])
def test_positions_before_the_start_or_after_the_end_are_rejected(position: int) -> None:
    with pytest.raises(ValueError, match=r"position .* 0 to 12"):
        some_replay().at(position)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "chess"}, "format 'chess'"),
        ({"rules_version": 0}, "rules version 0"),
        ({"data": "00"}, "other data"),
        ({"actions": "none"}, "must be a list of integers"),
        ({"actions": [1, True]}, "must be a list of integers"),
        ({"players": ["you", "\ud800"]}, r"must be printable text, found '\\ud800'"),
        ({"players": ["you", "\x1b[2J"]}, r"must be printable text, found '\\x1b\[2J'"),
        ({"players": ["you", 1]}, "must be printable text, found 1"),
        ({"seed": -1}, "cannot be started: seed must be"),
        ({"num_players": 7}, "cannot be started: num_players"),
        ({"options": {"tracks": [0, 0, 0]}}, "cannot be started: tracks is an option for"),
        ({"options": {"speed": 1}}, "cannot be started: Rats of Wistar has no option 'speed'"),
        ({"options": []}, "cannot be started: options must be a dict"),
        ({"game": "chess"}, "game 'chess', which is not installed"),
        ({"game": ["rats-of-wistar"]}, "game .'rats-of-wistar'., which is not installed"),
    ],
)
def test_a_changed_replay_is_rejected(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        Replay.from_dict({**some_replay().to_dict(), **change})


@pytest.mark.parametrize(
    "name", ["format", "game", "rules_version", "data", "seed", "options", "actions"]
)
def test_a_replay_that_lacks_something_is_rejected(name: str) -> None:
    saved = some_replay().to_dict()
    del saved[name]
    with pytest.raises(ReplayError, match=f"has no {name}"):
        Replay.from_dict(saved)


@pytest.mark.parametrize("text", ["", "not json", "[]", "{}", '{"format": 1}\n{"text": "pass"}'])
def test_a_file_that_is_no_replay_is_rejected(text: str, tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    path.write_text(text, "utf-8")
    with pytest.raises(ReplayError):
        Replay.load(path)


def test_an_illegal_action_in_a_replay_is_named() -> None:
    replay = some_replay()
    replay.actions[4] = 970
    with pytest.raises(ReplayError, match=r"action number 5 .* action 970"):
        replay.resume()
    replay = some_replay()
    replay.actions[4] = -1
    with pytest.raises(ReplayError, match="action number 5"):
        replay.resume()


def test_a_line_that_calls_its_action_by_another_name_is_rejected(tmp_path: Path) -> None:
    game = RatsOfWistar.new(2, 5)
    first, second = game.legal_actions().tolist()[:2]
    Replay(RatsOfWistar, 2, 5, actions=[first]).save(tmp_path / "game.jsonl")
    text = (tmp_path / "game.jsonl").read_text("utf-8")
    forged = text.replace(f'"action": {first}', f'"action": {second}')
    (tmp_path / "game.jsonl").write_text(forged, "utf-8")
    problem = f"action number 1 is {second}, .* but has the text '{game.describe(first)}'"
    with pytest.raises(ReplayError, match=problem):
        Replay.load(tmp_path / "game.jsonl")


def test_a_replay_of_other_data_is_rejected_with_both(tmp_path: Path) -> None:
    saved = {**Replay(RatsOfWistar, 2, 5).to_dict(), "data": "00" * 16}
    with pytest.raises(
        ReplayError, match=f"other data .'{'00' * 16}'. than the current data .'[0-9a-f]{{32}}'"
    ):
        Replay.from_dict(saved)
