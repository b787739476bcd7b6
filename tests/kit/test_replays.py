"""Replays of Nim, a game that is not installed: saved, read, resumed; and none imports code."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.kit.nim import BareNim, Nim
from wistar_env.errors import ReplayError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.envs.aec import GameEnv
from wistar_env.kit.replays import Replay


def played(actions: int = 4) -> Replay[Nim]:
    """Return a replay in which every seat plays its first legal action."""
    replay = Replay(Nim, 3, 7, players=("you", "greedy", "random"))
    game = replay.start()
    for _ in range(actions):
        replay.actions.append(int(game.legal_actions()[0]))
        game.step(replay.actions[-1])
    return replay


def test_a_replay_of_any_game_is_saved_read_and_resumed(tmp_path: Path) -> None:
    replay = played()
    replay.save(tmp_path / "nim.jsonl")
    header, first, *_ = (tmp_path / "nim.jsonl").read_text("utf-8").splitlines()
    assert json.loads(header)["game"] == "nim"
    assert json.loads(header)["options"] == {}
    assert json.loads(first) == {"action": 0, "text": "take 1 of pile 0"}
    again = Replay.load(tmp_path / "nim.jsonl", game=Nim)
    assert again == replay
    assert again.resume() == replay.resume()
    assert type(again.resume()) is Nim


def test_a_replay_names_a_game_and_imports_none(tmp_path: Path) -> None:
    """A name in a file finds neither uninstalled games nor modules."""
    (tmp_path / "taking_over.py").write_text("import pathlib; pathlib.Path('called').touch()")
    for name in ("chess", "tests.kit.nim:Nim", "taking_over:Game", "os:system", "", None, 7):
        with pytest.raises(ReplayError, match=r"not installed; .*rats"):
            Replay.from_dict({**played().to_dict(), "game": name})
    assert not (tmp_path / "called").exists()


@pytest.mark.parametrize("game", [RatsOfWistar, BareNim])
def test_a_replay_of_another_game_than_the_one_asked_for_is_rejected(game: type[Any]) -> None:
    with pytest.raises(ReplayError, match=f"'nim', not of '{game.spec.name}'"):
        Replay.from_dict(played().to_dict(), game=game)
    with pytest.raises(ReplayError, match="'rats-of-wistar', not of 'nim'"):
        Replay.from_dict(Replay(RatsOfWistar, 2, 1).to_dict(), game=Nim)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"num_players": 5}, "num_players must be an integer from 2 to 4, found 5"),
        ({"options": {"level": 3}}, "Nim with a hidden card has no option 'level'"),
        ({"actions": [12]}, "action number 1 is 12; allowed: 0 to 11"),
        ({"rules_version": True}, "rules version True, but .* reads only 1"),
        ({"data": "00"}, "other data"),
        ({"format": "wistar replay 1"}, "saved with format 'wistar replay 1'"),
        ({"players": ["a", "b"]}, "a list of 3 names, found"),
        (
            {"texts": ["take 2 of pile 0"]},
            "action number 1 is 0, 'take 1 of pile 0', but has the text",
        ),
    ],
)
def test_a_changed_replay_of_any_game_is_rejected(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        Replay.from_dict({**played().to_dict(), **change}, game=Nim)


def test_a_rejected_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "five.jsonl"
    played().save(file)
    text = file.read_text("utf-8").replace('"num_players": 3', '"num_players": 5')
    file.write_text(text, "utf-8")
    with pytest.raises(ReplayError, match=r"five\.jsonl: the replay cannot be started: num"):
        Replay.load(file, game=Nim)


VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=5,
)


@given(
    field=st.sampled_from([*played().to_dict(), "texts", "explanations", "more"]),
    value=VALUES,
)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_any_value_in_place_of_another_is_rejected_or_played(field: str, value: Any) -> None:
    try:
        replay = Replay.from_dict({**played().to_dict(), field: value}, game=Nim)
        *_, (last, _) = replay.positions()
    except ReplayError:
        return
    assert last == replay.resume()
    assert Replay.from_text(replay.to_text().encode(), "it", game=Nim) == replay


def test_every_position_comes_with_the_action_that_follows() -> None:
    replay = played()
    found = list(replay.positions())
    assert [action for _, action in found] == [*replay.actions, None]
    assert [game for game, _ in found] == [replay.at(k) for k in range(5)]


def test_a_file_of_another_format_is_rejected() -> None:
    saved = {**played().to_dict(), "format": "wistar replay 1"}
    with pytest.raises(ReplayError, match="'wistar replay 1'"):
        Replay.from_dict(saved, game=Nim)


def test_an_environment_gives_the_replay_of_its_game() -> None:
    env = GameEnv(Nim, 3)
    env.reset(seed=4)
    for _ in range(3):
        env.step(int(env.game.legal_actions()[0]))
    replay = env.replay()
    assert (replay.game, replay.seed, len(replay.actions)) == (Nim, 4, 3)
    assert replay.resume() == env.game
