"""The loop of a run that learns by updates: in a folder, resumed, evaluated, saved."""

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeVar

from wistar_env.kit.networks.loading import load_network
from wistar_env.training.callbacks import Callback, PPORun, UpdateCallback
from wistar_env.training.checkpoints import RunFolder, lock_run
from wistar_env.training.config import PPOConfig

_Run = TypeVar("_Run", bound=PPORun[Any])
_Config = TypeVar("_Config", bound=PPOConfig)


def train_in(
    folder: Path,
    config: _Config,
    make_run: Callable[[_Config], _Run],
    checkpoint_minutes: float,
    callbacks: Sequence[Callback[_Run]],
) -> _Run:
    """Train in a folder until the run is finished or stopped; resume the run that is there.

    Raises NetworkError if the folder has a run with other actions or observations. Raises
    SettingsError if it has a run with other settings, rules or data.
    """
    settings: dict[str, Any] = json.loads(json.dumps(asdict(config)))
    with lock_run(folder, settings) as run_folder:
        _check_network(run_folder, config)
        run = make_run(config)
        run_folder.restore(run)
        callback = UpdateCallback(run, run_folder, checkpoint_minutes, callbacks)
        while not (run.finished or callback.stopped):
            callback.on_update(run.next_update())
    return run


def _check_network(run_folder: RunFolder, config: PPOConfig) -> None:
    """Reject a run with other actions or observations before its state is read."""
    if run_folder.load() is not None:
        load_network(run_folder.network, config.game_class)
