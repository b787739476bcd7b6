"""What ``data=`` takes, in every face: read and checked when something is made, and kept."""

import pickle
import shutil
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from typing import Any

import gymnasium
import pettingzoo
import pytest

from wistar_env import BatchGame, LearnerBatch, RatsOfWistar, wistar_v0
from wistar_env.benchmark import arena, ladder
from wistar_env.errors import DataError, ReplayError
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.replays import Replay
from wistar_env.kit.vector.gym import LearnerVectorEnv
from wistar_env.kit.vector.single_env import SingleAgentEnv

SOLO = "wistar/RatOBot-v0"


def make_sb3(data: Any) -> Any:
    """Make the environment of Stable-Baselines3, if that is installed."""
    pytest.importorskip("stable_baselines3")
    from wistar_env import make_sb3 as make

    return make("rats-of-wistar", 2, data=data)


#: What environments and games are made by, given their data.
MAKERS: dict[str, Callable[[Any], Any]] = {
    "Game.new": lambda data: RatsOfWistar.new(data=data),
    "wistar_v0": lambda data: wistar_v0.env(data=data),
    "pettingzoo": lambda data: pettingzoo.make("aec", "wistar/RatsOfWistar-v0", data=data),
    "solo": lambda data: SingleAgentEnv("rats-of-wistar", 1, data=data),
    "gymnasium": lambda data: gymnasium.make(SOLO, data=data).unwrapped,
    "make_vec": lambda data: gymnasium.make_vec(
        SOLO, num_envs=2, vectorization_mode="vector_entry_point", data=data
    ),
    "LearnerVectorEnv": lambda data: LearnerVectorEnv("rats-of-wistar", 2, data=data),
    "LearnerBatch": lambda data: LearnerBatch("rats-of-wistar", 2, num_players=2, data=data),
    "BatchGame": lambda data: BatchGame("rats-of-wistar", 2, num_players=2, data=data),
    "make_sb3": make_sb3,
}
#: What looks at data without making anything.
LOOKERS: dict[str, Callable[[Any], Any]] = {
    "from_bytes": lambda data: RatsOfWistar.from_bytes(b"", data),
    "ladder": lambda data: ladder.plan(["random"], levels=[0], games=1, seed=1, batch=1, data=data),
    "arena": lambda data: arena.plan(
        RatsOfWistar, ["random"] * 2, games=1, seed=1, batch=1, data=data
    ),
}
EVERY_FACE = pytest.mark.parametrize("face", MAKERS)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a copy of the bundled data in which players begin with 7 Wood."""
    copied = Path(shutil.copytree(reading.DEFAULT, tmp_path / "data"))
    set_wood(copied, 2, 7)
    return copied


def set_wood(folder: Path, before: int, after: int) -> None:
    """Change the Wood that players begin with."""
    path = folder / "setup.toml"
    text = path.read_text("utf-8")
    assert f"wood = {before}\n" in text
    path.write_text(text.replace(f"wood = {before}\n", f"wood = {after}\n"), "utf-8")


def wood(face: Any) -> int:
    """Return the Wood that the first player has at the beginning of the next game."""
    if not isinstance(face, RatsOfWistar):
        face.reset()
    batch = getattr(face, "batch", face)
    game = face if isinstance(face, RatsOfWistar) else face.game if batch is face else batch.game(0)
    game = game(0) if callable(game) else game
    return int(game.record["players"]["wood"][0, 0])


def wrong_data(tmp_path: Path) -> list[Any]:
    """Return what is no valid data: no folder, no path, and folders with mistakes."""
    file, broken = tmp_path / "file", tmp_path / "broken"
    file.touch()
    (tmp_path / "empty").mkdir()
    shutil.copytree(reading.DEFAULT, broken)
    set_wood(broken, 2, -7)
    return [tmp_path / "nowhere", str(file), tmp_path / "empty", broken, "", 5, b"data", {"data"}]


@pytest.mark.parametrize("face", MAKERS | LOOKERS)
def test_invalid_data_raise_the_same_error_in_every_constructor(face: str, tmp_path: Path) -> None:
    for data in wrong_data(tmp_path):
        with pytest.raises((DataError, TypeError)) as expected:
            open_components(data)
        with pytest.raises((DataError, TypeError)) as found:
            (MAKERS | LOOKERS)[face](data)
        assert type(found.value) is type(expected.value), data
        assert str(found.value).startswith(str(expected.value))  # Gymnasium says more


def test_arguments_that_are_no_paths_are_named() -> None:
    for data in (5, b"data"):
        with pytest.raises(TypeError, match=rf"data must be .* Components or None, found {data!r}"):
            open_components(data)  # type: ignore[arg-type]


@EVERY_FACE
def test_later_changes_of_the_folder_do_not_affect_existing_objects(
    face: str, folder: Path
) -> None:
    made = MAKERS[face](folder)
    set_wood(folder, 7, 11)
    assert wood(made) == 7
    (folder / "setup.toml").write_text("nonsense", "utf-8")
    assert wood(made) == 7
    assert wood(MAKERS[face](None)) == 2


@EVERY_FACE
def test_components_have_the_data_as_they_were_read(face: str, folder: Path) -> None:
    components = open_components(folder)
    shutil.rmtree(folder)
    assert wood(MAKERS[face](components)) == 7


@pytest.mark.parametrize("face", [face for face in MAKERS if face != "make_sb3"])
def test_copies_have_the_data_as_they_were_read(face: str, folder: Path) -> None:
    made = MAKERS[face](folder)
    wood(made)
    set_wood(folder, 7, 11)
    assert [wood(duplicate(made)) for duplicate in (copy, deepcopy)] == [7, 7]


@pytest.mark.parametrize("face", [face for face in MAKERS if face != "make_sb3"])
def test_pickled_objects_have_the_data_as_they_were_read(face: str, folder: Path) -> None:
    made = MAKERS[face](folder)
    wood(made)
    saved = pickle.dumps(made)
    assert wood(pickle.loads(saved)) == 7
    set_wood(folder, 7, 11)
    assert wood(pickle.loads(saved)) == 7
    shutil.rmtree(folder)
    assert wood(pickle.loads(saved)) == 7


def test_another_process_needs_no_folder(folder: Path) -> None:
    saved = pickle.dumps([open_components(folder), RatsOfWistar.new(data=folder)])
    names = open_components(folder).names.cards
    shutil.rmtree(folder)
    program = (
        "import pickle, sys; from wistar_env.games.rats_of_wistar.tables import load\n"
        "components, game = pickle.load(sys.stdin.buffer)\n"
        "print(game.record['players']['wood'][0, 0], game.components is components)\n"
        "print(components.names.cards)"
    )
    done = subprocess.run([sys.executable, "-c", program], input=saved, capture_output=True)
    assert done.stdout.decode().splitlines() == ["7 True", str(names)], done.stderr.decode()


@EVERY_FACE
def test_a_card_set_can_replace_a_folder(face: str) -> None:
    made = MAKERS[face]("generated:v1:7")
    game = made if isinstance(made, RatsOfWistar) else None
    if game is None:
        made.reset()
        batch = getattr(made, "batch", made)
        game = batch.game(0) if callable(batch.game) else batch.game
    assert game.components is open_components("generated:v1:7")
    with pytest.raises(DataError, match="'generated:v1:x'"):
        MAKERS[face]("generated:v1:x")


def test_a_game_keeps_its_names_and_tables(folder: Path) -> None:
    game = RatsOfWistar.new(data=folder)
    cards = (folder / "inventions_tools.toml").read_text("utf-8")
    first = open_components().data.inventions["inventions_tools.toml"].card[0]
    (folder / "inventions_tools.toml").write_text(cards.replace(first.name, "Cuckoo"), "utf-8")
    set_wood(folder, 7, 11)
    for same in (game.clone(), game.determinize(0, seed=1), RatsOfWistar.new(data=game.components)):
        assert same.components is game.components
        assert wood(same) == 7
    assert game.components.names.cards[first.number - 1] == first.name
    assert RatsOfWistar.new(data=folder).components.names.cards[first.number - 1] == "Cuckoo"


@pytest.mark.parametrize("face", ["wistar_v0", "solo"])
def test_a_replay_keeps_the_data_of_its_game(face: str, folder: Path, tmp_path: Path) -> None:
    env = MAKERS[face](folder)
    env.reset(seed=1)
    for _ in range(20):
        env.step(int(env.game.legal_actions()[0]))
    env.replay().save(tmp_path / "replay")
    loaded = Replay.load(tmp_path / "replay", folder)
    assert loaded == env.replay()
    set_wood(folder, 7, 11)
    assert env.replay().resume() == loaded.resume() == env.game
    with pytest.raises(ReplayError, match="other data"):
        Replay.load(tmp_path / "replay", folder)


def test_saved_games_of_a_batch_are_rejected_by_other_data(folder: Path) -> None:
    batch = BatchGame("rats-of-wistar", 2, num_players=2, data=folder)
    batch.reset(seed=1)
    saved = batch.save()
    BatchGame("rats-of-wistar", 2, num_players=2, data=folder).load(saved)
    set_wood(folder, 7, 11)
    batch.load(saved)
    for other in (
        BatchGame("rats-of-wistar", 2, num_players=2, data=folder),
        BatchGame("rats-of-wistar", 2, num_players=2),
    ):
        with pytest.raises(ReplayError, match=f"other data than {other.data.name}"):
            other.load(saved)


@pytest.mark.parametrize("kind", ["ladder", "arena"])
def test_a_run_is_played_with_one_state_of_the_folder(kind: str, folder: Path) -> None:
    plan = LOOKERS[kind](str(folder))
    assert len(plan.play(plan.units[0])) > 0
    set_wood(folder, 7, 11)
    with pytest.raises(DataError, match=f"the data in {folder} changed during the run"):
        plan.play(plan.units[0])


def test_copies_of_components_are_the_same_object(folder: Path) -> None:
    components = open_components(folder)
    assert isinstance(components, Components)
    assert (
        open_components(components)
        is copy(components)
        is deepcopy(components)
        is pickle.loads(pickle.dumps(components))
        is components
    )
