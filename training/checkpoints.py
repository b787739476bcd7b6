"""What a run of training leaves behind: its settings, its state, its network and its curve.

Files appear when they are whole, so a run that is killed at any moment goes on from the last state,
and the curve then goes on where that state was.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from wistar_env import locks
from wistar_env.arguments import integer
from wistar_env.networks.files import DAMAGES
from wistar_env.training.curves import EventLog, pictures

_ABOUT: Final = "about"
#: What a run raises whose state is not one of its own, apart from a KeyError.
_MISFITS: Final = (*DAMAGES, ArithmeticError, AttributeError, LookupError, RuntimeError)
#: Settings that say how long a run is.
_LENGTHS: Final = ("steps", "iterations")


class Resumable(Protocol):
    """A run that goes on from a state."""

    def restore(self, about: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Go on from the numbers and arrays of a state."""


class SettingsError(Exception):
    """A run that cannot be continued: with other settings, from damaged files, or while it goes."""


def _damaged(file: Path, error: object) -> SettingsError:
    return SettingsError(f"{file} is damaged: {error}. Remove its folder, or take another --folder")


def _write(file: Path, data: bytes) -> None:
    partial = file.with_name(f".{file.name}.{os.getpid()}")
    partial.write_bytes(data)
    partial.replace(file)


def curve_in(file: Path) -> list[dict[str, Any]]:
    """Return the rows of a curve, whole lines only: who is killed amid one leaves half of it.

    Raises
    ------
    SettingsError
        If a line is no row.
    """
    if not file.exists():
        return []
    try:
        lines = file.read_text("utf-8").splitlines(keepends=True)
        rows = [dict(json.loads(line)) for line in lines if line.endswith("\n")]
        for row in rows:
            integer("iteration", row["iteration"], 0, 2**60)
    except KeyError as error:
        raise _damaged(file, f"a row lacks {error}") from None
    except (TypeError, ValueError, RecursionError) as error:
        raise _damaged(file, error) from None
    return rows


def _check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    config = folder / "config.json"
    if not config.exists():
        _write(config, f"{json.dumps(settings, indent=2)}\n".encode())
    try:
        begun = dict(json.loads(config.read_text("utf-8")))
    except (TypeError, ValueError, RecursionError) as error:
        raise _damaged(config, error) from None
    other = [
        f"{name} was {begun.get(name)!r} and is {settings.get(name)!r}"
        for name in sorted({*begun, *settings})
        if begun.get(name) != settings.get(name)
    ]
    if other:
        raise SettingsError(
            f"{folder} has a run of other settings: {'; '.join(other)}. Take another --folder, "
            f"or the settings of before{_how_to_extend(folder, begun, settings)}"
        )


def _how_to_extend(folder: Path, begun: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """Return what to say if only the length of a run was changed."""
    changed = {name for name in settings if begun.get(name) != settings[name]}
    if not changed or not changed <= {*_LENGTHS}:
        return ""
    return (
        ". A run cannot be made longer, as its learning rate falls to 0 at its end; to train its "
        f"network on, take another --folder with {begin_with(folder, settings)}"
    )


def begin_with(folder: Path, settings: Mapping[str, Any]) -> str:
    """Return the options with which another run begins with the network of this one."""
    imitates = " --warm-start none" if "warm_start" in settings else ""
    return f"--begin-with {folder / 'network.npz'}{imitates}"


@contextmanager
def held(folder: Path, settings: Mapping[str, Any]) -> Iterator["RunFolder"]:
    """Hold the folder of a run, so that no other process goes on with it.

    Parameters
    ----------
    folder
        Where it is, or is to be.
    settings
        What the run is, as JSON has it.

    Raises
    ------
    SettingsError
        If it is held already; the message says by which process. If it has a run of other settings.
    """
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        try:
            stack.enter_context(locks.held(folder / ".lock", wait=False))
        except BlockingIOError as holder:
            raise SettingsError(
                f"{folder} is being written by {holder}: wait until that run has ended, or take "
                "another --folder"
            ) from None
        _check_settings(folder, settings)
        kept = RunFolder(folder)
        stack.callback(kept.close)
        yield kept


class RunFolder:
    """The files of one run, in a folder that is there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._state, self._curve = folder / "state.npz", folder / "curve.jsonl"
        self.network = folder / "network.npz"
        self._events: EventLog | None = None

    def load(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        """Return the state, as numbers and arrays; None if the run is still to begin.

        Raises
        ------
        SettingsError
            If its file is damaged.
        """
        if not self._state.exists():
            return None
        try:
            with self._state.open("rb") as stream, np.load(stream, allow_pickle=False) as members:
                arrays = dict(members)
            return dict(json.loads(arrays.pop(_ABOUT).tobytes())), arrays
        except (*DAMAGES, OSError) as error:
            raise _damaged(self._state, error) from None

    def restore(self, run: Resumable) -> None:
        """Let a run go on from the state, if there is one.

        Raises
        ------
        SettingsError
            If its file is damaged, or lacks something; the message says what.
        """
        state = self.load()
        if state is None:
            return
        try:
            run.restore(*state)
        except KeyError as error:
            raise _damaged(self._state, f"it lacks {error}") from error
        except _MISFITS as error:
            raise _damaged(self._state, error) from error

    def save(self, about: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Keep a state."""
        partial = self._state.with_name(f".{self._state.name}.{os.getpid()}")
        text = np.frombuffer(json.dumps(about).encode(), np.uint8)
        with partial.open("wb") as stream:
            members: dict[str, Any] = {_ABOUT: text, **arrays}
            np.savez(stream, **members)
        partial.replace(self._state)
        for suffix, data in pictures(self.curve()).items():
            self.write(f"curve{suffix}", data)

    def write(self, name: str, data: bytes) -> None:
        """Keep a file of another kind."""
        _write(self._folder / name, data)

    def tell(self, row: Mapping[str, Any]) -> None:
        """Add a row to the curve, for TensorBoard, too."""
        with self._curve.open("a", encoding="utf-8") as stream:
            stream.write(f"{json.dumps(row)}\n")
        self._events = self._events or EventLog(self._folder / "tensorboard")
        self._events.write(row)

    def close(self) -> None:
        """Write what TensorBoard has not got yet."""
        if self._events is not None:
            self._events.close()

    def curve(self) -> list[dict[str, Any]]:
        """Return the rows of the curve."""
        return curve_in(self._curve)

    def cut(self, iteration: int) -> None:
        """Leave out of the curve what came after an iteration."""
        rows = [row for row in self.curve() if row["iteration"] <= iteration]
        _write(self._curve, "".join(f"{json.dumps(row)}\n" for row in rows).encode())
