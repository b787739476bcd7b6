"""Every option of every command, with values that it cannot have: one sentence, and no trace."""

import signal
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import pytest
import typer

from tests.command_line import functions, wistar
from tests.command_line import in_an_empty_folder as in_an_empty_folder
from tests.test_cli_mistakes import saved as saved
from tests.test_cli_mistakes import told
from wistar_env import cli

#: What a command needs to come to its options; `SAVED` is a replay.
NEEDED = {
    "ladder": ["random"],
    "arena": ["random", "random"],
    "report": ["SAVED"],
    "new-game": ["folder"],
    "card": ["5", "--png", "card.png"],
    "gallery": ["folder"],
    "dataset": ["folder"],
    "export": ["folder"],
    "play": ["random"],
    "replay": ["SAVED"],
    "review": ["SAVED"],
    "serve": ["--no-browser", "--port", "0", "--database", "games.sqlite"],
    "bench run": ["random"],
    "train clone": ["folder"],
    "bench verify": ["SAVED"],
    "data copy": ["folder"],
    "data generate": ["generated:v1:7", "folder"],
}
#: Numbers that no option takes; -1 stands for a default in some.
NO_NUMBERS = {int: ["-7", "1" + "0" * 30, "1.5", "x"], float: ["-7", "1e300", "nan", "inf", "x"]}
NO_TEXT = "no such thing"
#: Texts that may be anything, beside names of --trust.
FREE = {("bench run", "name")}


class Option(NamedTuple):
    """An option of a command: its name, and the type of its value."""

    command: str
    name: str
    kind: type

    @property
    def written(self) -> str:
        return f"--{self.name.replace('_', '-')}"


def kind_of(hint: Any) -> type | None:
    """Return the type that an option parses its value as; None for arguments and flags."""
    declared = [each for each in getattr(hint, "__metadata__", ()) if each is not None]
    if any(isinstance(each, typer.models.ArgumentInfo) for each in declared):
        return None
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    while get_origin(hint) in (Union, UnionType, list):
        hint = next(each for each in get_args(hint) if each is not type(None))
    return hint if hint in (int, float, str, Path) else None


def options() -> Iterator[Option]:
    """Yield all options of all commands that take a value."""
    for words, callback in functions():
        command = " ".join(words)
        for name, hint in get_type_hints(callback, include_extras=True).items():
            if name != "return" and (kind := kind_of(hint)):
                yield Option(command, name, kind)


OPTIONS = [*options()]


def folders() -> list[str]:
    """Return the commands whose arguments have a folder."""
    found = []
    for words, callback in functions():
        command = " ".join(words)
        hint = get_type_hints(callback, include_extras=True).get("folder")
        declared = getattr(hint, "__metadata__", ())
        if any(isinstance(each, typer.models.ArgumentInfo) for each in declared):
            found.append(command)
    return found


class AcceptedError(BaseException):
    """A command that works for seconds has not rejected its options."""


@contextmanager
def rejecting(seconds: int = 120) -> Iterator[None]:
    """Interrupt a command that does not reject its options."""

    def interrupt(*_: object) -> None:
        raise AcceptedError

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def needed_by(command: str, saved: Path) -> list[str]:
    """Return the arguments that a command needs to come to its options."""
    return [str(saved) if each == "SAVED" else each for each in NEEDED.get(command, [])]


def rejected(command: str, needed: Sequence[str], *more: str) -> None:
    """Run a command that must be rejected in a sentence, without a trace."""
    before = sorted(Path().rglob("*"))
    with rejecting():
        result = wistar(*command.split(), *needed, *more)
    said = (command, more, result.output[-2000:], result.exception)
    assert result.exit_code == cli.USER_ERROR, said
    assert isinstance(result.exception, SystemExit), said
    assert "Traceback" not in result.output, said
    assert len(told(result)) < 1500, said
    assert sorted(Path().rglob("*")) == before, said


@pytest.mark.parametrize(
    "option", [each for each in OPTIONS if each.kind in NO_NUMBERS], ids=lambda o: f"{o[0]} {o[1]}"
)
def test_numbers_that_are_out_of_range_are_rejected(option: Option, saved: Path) -> None:
    for value in NO_NUMBERS[option.kind]:
        rejected(option.command, needed_by(option.command, saved), option.written, value)


@pytest.mark.parametrize(
    "option",
    [
        each
        for each in OPTIONS
        if each.kind is str and each[:2] not in FREE and each.name != "trust"
    ],
    ids=lambda o: f"{o[0]} {o[1]}",
)
def test_names_of_nothing_are_rejected(option: Option, saved: Path) -> None:
    rejected(option.command, needed_by(option.command, saved), option.written, NO_TEXT)


#: Folders that cannot be one, and those that are not empty.
NO_FOLDERS = ("file", "file/below", "x" * 300)
#: Commands that write into an empty folder only, and one that reads what another wrote.
EMPTY_ONLY = {"new-game", "data copy", "data generate", "export"}


@pytest.mark.parametrize("command", folders())
def test_folders_that_cannot_be_used_are_rejected(command: str) -> None:
    Path("file").write_text("mine")
    Path("full").mkdir()
    Path("full/file").write_text("mine")
    needed = [each for each in NEEDED.get(command, []) if each != "folder"]
    more = {"export": ["--parquet", "written"], "dataset": ["--games", "1"]}.get(command, [])
    for folder in (*NO_FOLDERS, *(["full"] if command in EMPTY_ONLY else [])):
        rejected(command, [*needed, folder], *more)
    assert {Path(each).read_text() for each in ("file", "full/file")} == {"mine"}


def test_commands_that_take_folders_are_found() -> None:
    assert {*folders()} > EMPTY_ONLY | {"dataset", "gallery"}
