"""Export to Minari: one episode per seat and game, for offline reinforcement learning."""

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

#: The number of games whose dense observations are in memory at once.
GAMES_TOGETHER: Final = 16
_FORMAT: Final = "hdf5"
#: The least number of characters in a Minari namespace.
_SHORTEST: Final = 2


def to_minari(
    dataset: Dataset,
    name: str,
    *,
    num_threads: int = 1,
    on_progress: Callable[[int], None] = lambda games: None,
) -> None:
    """Export a dataset to a local Minari dataset.

    Each seat of each game is an episode. Observations are dicts of ``"observation"`` (float32) and
    ``"action_mask"`` (int8), with one more at the end of the game, whose mask is all zeros. The
    reward is ``"win"``; the info ``"decisions"`` counts earlier decisions of the game. An episode's
    metadata are ``game``, ``seat``, ``player``, ``final_score``, ``win`` and the game's ``seed``.
    Only a few games are in memory at once.

    Parameters
    ----------
    dataset
        The dataset.
    name
        The new name, such as ``"wistar/greedy-v0"``; Minari stores it in ``MINARI_DATASETS_PATH``.
    num_threads
        As for ``Dataset.decisions``.
    on_progress
        Called with the number of written games, after each batch of games.

    Raises
    ------
    ImportError
        If Minari is not installed.
    FileExistsError
        If a dataset of this name exists.
    ReplayError
        If the dataset is damaged.
    ValueError
        If the name is not a valid name for Minari.
    """
    import_with_extra("h5py", "export")
    minari = import_with_extra("minari", "export")
    folder = _new_folder(name)
    buffers = import_with_extra("minari.data_collector", "export")
    spec, about = dataset.game.spec, dataset.description
    layout = spec.observation_layout(about.num_players)
    with warnings.catch_warnings():
        # Minari warns about missing authors, code links and environments.
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
    """Return the folder for a new dataset; raise an error if the name is invalid or taken."""
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
        raise FileExistsError(f"the Minari dataset {name!r} exists in {folder}; give another name")
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
    """Return the spec of a single-seat environment; None if the game is not installed."""
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
    """Yield, for each seat of each game, the arguments of an ``EpisodeBuffer`` and metadata."""
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
    """Return the steps of a seat in a game; ``last``: its observation after the end."""
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
