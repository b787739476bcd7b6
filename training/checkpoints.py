"""The folder of a training run: settings, checkpoint, network and learning curve.

Files are replaced atomically, so a run killed at any moment resumes from its last checkpoint, and
its curve is truncated there.
"""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer, number, shortened, shown
from wistar_env.errors import FileError, ReplayError
from wistar_env.system import locks
from wistar_env.system.atomic_files import append_lines, remove_unfinished, replacing
from wistar_env.system.untrusted_arrays import read_arrays
from wistar_env.system.untrusted_files import parse_object, read_json, read_log, reading_file
from wistar_env.training.curves import EventLog, pictures

_SCALARS: Final = "scalars"
_SETTINGS: Final = "config.json"
#: Maximum bytes and arrays of a state.
_MOST_BYTES: Final = 2**36
_MOST_ARRAYS: Final = 4096
_ADVICE: Final = ". Remove its folder, or use another --folder"
#: Settings that give the length of a run.
_LENGTHS: Final = ("steps", "iterations")


class Resumable(Protocol):
    """A run that can be restored."""

    def restore(self, scalars: dict[str, Any], arrays: dict[str, Any]) -> None:
        """Continue from the scalars and arrays of a state."""


class SettingsError(FileError):
    """A run cannot be resumed: its settings differ, a file is damaged, or its folder is locked."""


def arrays_of(prefix: str, arrays: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
    """Return the arrays of a state whose names begin with a prefix; keys omit the prefix."""
    return {
        name.removeprefix(prefix): array
        for name, array in arrays.items()
        if name.startswith(prefix)
    }


def _write(file: Path, data: bytes) -> None:
    with replacing(file) as unfinished:
        unfinished.write_bytes(data)


def curve_in(file: Path) -> list[dict[str, Any]]:
    """Return the rows in the file of a curve; none if it does not exist.

    An incomplete last line, which a killed run leaves, is ignored.

    Raises SettingsError if a line is invalid.
    """
    if not file.exists():
        return []
    with reading_file(file, "a learning curve", SettingsError, advice=_ADVICE):
        rows = read_log(file)
        for row in rows:
            integer("iteration", row["iteration"], 0, 2**60)
            for name, value in row.items():
                number(name, value, -sys.float_info.max, sys.float_info.max)
        return rows


def _check_settings(folder: Path, settings: Mapping[str, Any]) -> None:
    config = folder / _SETTINGS
    if not config.exists():
        return
    with reading_file(config, "the settings of a run", SettingsError, advice=_ADVICE):
        begun = read_json(config)
    if unknown := sorted({*begun} - {*settings}):
        raise SettingsError(
            f"{config} contains settings that this command does not know: "
            f"{shortened(', '.join(unknown))}. Use another "
            f"--folder; to start from that run's network, add {begin_with(folder, settings)}"
        )
    other = [
        f"{name} was {shown(begun.get(name))} and is {settings.get(name)!r}"
        for name in sorted({*begun, *settings})
        if begun.get(name) != settings.get(name)
    ]
    if other:
        raise SettingsError(
            f"{folder} already has a run with other settings: {'; '.join(other)}. Use another "
            f"--folder, or the settings of that run{_how_to_extend(folder, begun, settings)}"
        )


def _how_to_extend(folder: Path, begun: Mapping[str, Any], settings: Mapping[str, Any]) -> str:
    """Return advice if only settings of the run's length differ; otherwise an empty string."""
    changed = {name for name in settings if begun.get(name) != settings[name]}
    if not changed or not changed <= {*_LENGTHS}:
        return ""
    return (
        ". A run cannot be extended, as settings are annealed over its length; to continue from "
        f"its network, use another --folder with {begin_with(folder, settings)}"
    )


def begin_with(folder: Path, settings: Mapping[str, Any]) -> str:
    """Return the options that start another run from the network of this one."""
    no_pretraining = " --pretraining none" if "pretraining" in settings else ""
    return f"--begin-with {folder / 'network.npz'}{no_pretraining}"


@contextmanager
def lock_run(folder: Path, settings: Mapping[str, Any]) -> Iterator["RunFolder"]:
    """Lock the folder of a run against other processes.

    Nothing is stored until the run begins, so rejected settings leave no trace.

    ``folder``: the folder; it is created if missing, and removed again unless the run begins.
    Raises SettingsError if another process has locked it, or if it has a run with other settings.
    """
    made = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        stack.callback(_remove_empty, made)  # last, without the files of the lock
        try:
            stack.enter_context(locks.held(folder / ".lock"))
        except BlockingIOError as holder:
            raise SettingsError(
                f"{folder} is being written by {holder}: wait until that run ends, or use "
                "another --folder"
            ) from None
        remove_unfinished(folder)
        _check_settings(folder, settings)
        run_folder = RunFolder(folder, settings)
        stack.callback(run_folder.close)
        yield run_folder


def _remove_empty(folders: Sequence[Path]) -> None:
    """Remove folders, innermost first, until one is not empty."""
    with suppress(OSError):
        for each in folders:
            each.rmdir()


class RunFolder:
    """The files of a run with its settings, in an existing folder."""

    def __init__(self, folder: Path, settings: Mapping[str, Any]) -> None:
        self._folder, self._settings = folder, settings
        self._state, self._curve = folder / "state.npz", folder / "curve.jsonl"
        self.network = folder / "network.npz"
        self._events: EventLog | None = None

    def load(self) -> tuple[dict[str, Any], dict[str, NDArray[Any]]] | None:
        """Return the state as scalars and arrays; None if it does not exist yet.

        Raises SettingsError if its file is damaged.
        """
        if not self._state.exists():
            return None
        with self._reading_state():
            arrays = read_arrays(self._state, most_bytes=_MOST_BYTES, most_arrays=_MOST_ARRAYS)
            return parse_object(arrays.pop(_SCALARS).tobytes().decode("utf-8")), arrays

    def _reading_state(self) -> AbstractContextManager[None]:
        return reading_file(self._state, "the state of a run", SettingsError, advice=_ADVICE)

    def restore(self, run: Resumable) -> None:
        """Restore a run from the state, if there is one.

        Raises SettingsError if its file is damaged or incomplete, or its games have other rules or
        data.
        """
        state = self.load()
        if state is None:
            return
        try:
            with self._reading_state():
                run.restore(*state)
        except ReplayError as error:  # its games have other rules or data, or impossible values
            what = "the run cannot be resumed"
            raise SettingsError(f"{self._state}: {what}: {error}{_ADVICE}") from error

    def save(self, scalars: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> None:
        """Save a state, and plot the learning curve."""
        text = np.frombuffer(json.dumps(scalars).encode(), np.uint8)
        with replacing(self._state) as unfinished, unfinished.open("wb") as stream:
            members: dict[str, Any] = {_SCALARS: text, **arrays}
            np.savez(stream, **members)
        for suffix, data in pictures(self.curve()).items():
            self.write(f"curve{suffix}", data)

    def write(self, name: str, data: bytes) -> None:
        """Write a file into the folder atomically."""
        _write(self._folder / name, data)

    def log(self, row: Mapping[str, Any]) -> None:
        """Append a row to the curve, and to the TensorBoard log if TensorBoard is installed."""
        append_lines(self._curve, f"{json.dumps(row)}\n")
        self._events = self._events or EventLog(self._folder / "tensorboard")
        self._events.write(row)

    def close(self) -> None:
        """Flush and close the TensorBoard log."""
        if self._events is not None:
            self._events.close()

    def curve(self) -> list[dict[str, Any]]:
        """Return the rows of the curve."""
        return curve_in(self._curve)

    def begin(self, iteration: int) -> None:
        """Store the settings if they are missing, and drop the curve's rows after an iteration."""
        if not (self._folder / _SETTINGS).exists():
            self.write(_SETTINGS, f"{json.dumps(self._settings, indent=2)}\n".encode())
        rows = [row for row in self.curve() if row["iteration"] <= iteration]
        _write(self._curve, "".join(f"{json.dumps(row)}\n" for row in rows).encode())
