"""Minari: episodes of one seat each, for libraries of offline reinforcement learning."""

import re
import shutil
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium.envs.registration import EnvSpec

from wistar_env.datasets.dataset import Dataset
from wistar_env.datasets.decision_rows import Decisions
from wistar_env.datasets.seat_env import make, seat_space
from wistar_env.kit.game.registry import installed_games
from wistar_env.system.extras import import_with_extra

#: Games whose dense observations are in memory at once.
GAMES_TOGETHER: Final = 16
_FORMAT: Final = "hdf5"
#: Characters of a namespace of Minari's.
_SHORTEST: Final = 2


def to_minari(
    dataset: Dataset,
    name: str,
    *,
    num_threads: int = 1,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Write a dataset as one of Minari's, among those that are on this machine.

    What a seat sees and does in a game is an episode: its observations are a dict of
    ``"observation"``, float32, and ``"action_mask"``, int8, and one more than its actions, the last
    one at the end of the game with a mask of zeros. The reward is ``"win"``; the infos have
    ``"decisions"``, those that were taken in the game before. The metadata of an episode are its
    ``game``, ``seat``, ``player``, ``final_score`` and ``win``, and its ``seed`` is that of the
    game. Only some games are in memory at once.

    Parameters
    ----------
    dataset
        The dataset.
    name
        Its new name, such as ``"wistar/greedy-v0"``; Minari keeps it in ``MINARI_DATASETS_PATH``.
    num_threads
        As for ``Dataset.decisions``.
    on_progress
        Called with the number of games that are written, after each part.

    Raises
    ------
    ImportError
        If Minari is not installed.
    FileExistsError
        If there is a dataset of this name.
    ReplayError
        If the dataset is damaged.
    ValueError
        If it is not a name of a dataset.
    """
    import_with_extra("h5py", "export")
    minari = import_with_extra("minari", "export")
    folder = _new_folder(name)
    buffers = import_with_extra("minari.data_collector", "export")
    spec, about = dataset.game.spec, dataset.description
    layout = spec.observation_layout(about.num_players)
    with warnings.catch_warnings():
        # Of authors and places of code, which are added to the metadata if there are any.
        warnings.filterwarnings("ignore", message=".* is set to None", category=UserWarning)
        warnings.filterwarnings("ignore", message="env_spec is None", category=UserWarning)
        try:
            made = minari.create_dataset_from_buffers(
                name,
                [],
                env=env_spec_of(dataset),
                observation_space=seat_space(layout.size, spec.num_actions),
                action_space=gymnasium.spaces.Discrete(spec.num_actions),
                algorithm_name=", ".join(about.players),
                description=about.to_json(),
                data_format=_FORMAT,
            )
            for part in dataset.whole_games(
                "float32", num_games=GAMES_TOGETHER, num_threads=num_threads
            ):
                episodes, metadata = zip(*_episodes(dataset, part), strict=True)
                numbers = range(made.total_episodes, made.total_episodes + len(episodes))
                made.update_dataset_from_buffer([buffers.EpisodeBuffer(**e) for e in episodes])
                made.storage.update_episode_metadata(metadata, numbers)
                on_progress(int(part.game[-1]) + 1)
        except BaseException:
            shutil.rmtree(folder)
            raise


def _new_folder(name: str) -> Path:
    """Return the folder of a dataset that is not there yet."""
    parse = import_with_extra("minari.dataset.minari_dataset", "export").parse_dataset_id
    try:
        parse(name)
    except (TypeError, ValueError):
        raise ValueError(
            f"the name of a Minari dataset must look like 'wistar/greedy-v0', found {name!r}: "
            f"{_fault_of(name)}"
        ) from None
    folder: Path = import_with_extra("minari.storage", "export").get_dataset_path(name)
    if folder.exists():
        raise FileExistsError(f"there is a Minari dataset {name!r} in {folder}; give another name")
    return folder


def _fault_of(name: object) -> str:
    """Return the reason why Minari rejects a name."""
    namespace, slash, own = str(name).rpartition("/")
    if not re.search(r"-v\d+$", own):
        return "it needs a version, such as -v0"
    if slash and len(namespace) < _SHORTEST:
        return f"the part before the last / needs at least {_SHORTEST} characters"
    return "its parts may have only letters, digits, - and _"


def env_spec_of(dataset: Dataset) -> EnvSpec | None:
    """Return the arguments of an environment of one seat; None unless the game is installed."""
    about = dataset.description
    if installed_games().get(about.game) is None:
        return None
    arguments = {
        "game": about.game,
        "num_players": about.num_players,
        "opponents": [*dict.fromkeys(about.players)],
        "options": dict(about.options),
        "data": about.data,
    }
    return EnvSpec(
        "wistar/Seat-v0",
        entry_point=f"{make.__module__}:{make.__name__}",
        order_enforce=False,
        disable_env_checker=True,
        kwargs=arguments,
    )


def _episodes(dataset: Dataset, part: Decisions) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """Yield each seat's part of whole games: what an ``EpisodeBuffer`` takes, and its metadata."""
    for number in np.unique(part.game).tolist():
        shard, place = dataset.shard_of(number)
        end = dataset.replay(number).resume()
        for seat in np.unique(part.seat[part.game == number]).tolist():
            rows = np.flatnonzero((part.game == number) & (part.seat == seat))
            player = dataset.description.players[shard.players[place, seat]]
            about = {"game": number, "seat": seat, "player": player}
            results = {
                "final_score": int(shard.scores[place, seat]),
                "win": float(part.win[rows[0]]),
            }
            steps = _steps(part, rows, end.observe(seat), int(shard.lengths[place]))
            yield {"seed": int(shard.seeds[place]), **steps}, {**about, **results}


def _steps(
    part: Decisions, rows: npt.NDArray[np.int64], last: npt.NDArray[np.float32], length: int
) -> dict[str, Any]:
    """Return the steps of a seat in one game; ``last``: its observation after the game ended."""
    assert part.mask is not None
    nothing = np.zeros((1, part.mask.shape[1]), np.int8)
    return {
        "observations": {
            "observation": np.vstack([part.observation[rows], last]),
            "action_mask": np.vstack([part.mask[rows], nothing]),
        },
        "actions": part.action[rows],
        "rewards": part.rewards[rows].astype(np.float64),
        "terminations": part.ends[rows],
        "truncations": np.zeros(len(rows), np.bool_),
        "infos": {"decisions": np.append(part.step[rows], length)},
    }
