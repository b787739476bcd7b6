"""The TOML files of data folders, validated by strict models that report every problem."""

import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError
from pydantic_core import ErrorDetails, PydanticCustomError

from wistar_env.arguments import shortened, shown
from wistar_env.errors import DataError
from wistar_env.system.untrusted_files import DAMAGES, problem_of, read_toml

#: Maximum bytes of a file, and characters of a value and of the allowed values in a message.
_MOST_BYTES: Final = 2**22
_MOST_SHOWN: Final = 80
_MOST_ALLOWED: Final = 1000

ModelT = TypeVar("ModelT", bound="Model")


class Model(BaseModel):
    """Base class for tables of data files: converts no values, and rejects unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


def allowed_are(allowed: str) -> PydanticCustomError:
    """Return a validation error that says what is allowed."""
    return PydanticCustomError("allowed", "{allowed}", {"allowed": allowed})


def one_of(words: Collection[str]) -> AfterValidator:
    """Return a check that a string is one of some words."""

    def check(value: str) -> str:
        if value not in words:
            raise allowed_are("one of " + ", ".join(words))
        return value

    return AfterValidator(check)


def pattern(expression: re.Pattern[str], allowed: str) -> AfterValidator:
    """Return a check that a string matches a regular expression."""

    def check(value: str) -> str:
        if not expression.fullmatch(value):
            raise allowed_are(allowed)
        return value

    return AfterValidator(check)


def exactly(n: int) -> object:
    """Return a constraint: a list must have exactly ``n`` elements."""
    return Field(min_length=n, max_length=n)


def problem(file: str, entry: str, field: str, found: object, allowed: str) -> str:
    """Describe one problem of a data folder; ``entry`` and ``field`` may be empty."""
    place = ": ".join(part for part in (file, entry, field) if part)
    said = shortened(found, _MOST_SHOWN) if isinstance(found, str) else shown(found, _MOST_SHOWN)
    return f"{place}: found {said}; allowed: {shortened(allowed, _MOST_ALLOWED)}"


def repeated(file: str, kind: str, field: str, values: Iterable[object]) -> Iterator[str]:
    """Yield a problem for each duplicate value in a field of the entries.

    Case is ignored.
    """
    alike: dict[object, list[object]] = {}
    for value in values:
        alike.setdefault(value.casefold() if isinstance(value, str) else value, []).append(value)
    for same in alike.values():
        if len(same) > 1:
            yield problem(file, kind, field, f"{same[0]!r} {len(same)} times", "each value once")


def label(kind: str, index: int, entry: Any) -> str:
    """Return an entry's label in problem messages: its kind, place in the file, and name."""
    fields = entry if isinstance(entry, dict) else dict(entry) if entry else {}
    for key in ("number", "letter", "name", "symbol", "players"):
        if key in fields:
            return f"{kind} {index + 1} ({key} {shown(fields[key], _MOST_SHOWN)})"
    return f"{kind} {index + 1}"


def _describe(file: str, raw: dict[str, Any], error: ErrorDetails) -> str:
    loc = list(error["loc"])
    entry = ""
    if len(loc) > 1 and isinstance(loc[1], int) and isinstance(raw[str(loc[0])], list):
        listed = raw[str(loc[0])][loc[1]]
        entry = label(str(loc[0]), loc[1], listed if isinstance(listed, dict) else None)
        loc = loc[2:]
    field = ".".join(str(part + 1) if isinstance(part, int) else part for part in loc)
    found = shown(error["input"], _MOST_SHOWN)
    if error["type"] == "missing":
        found = "nothing"
    elif error["type"] in ("too_short", "too_long"):
        found = f"{len(error['input'])} entries"
    elif error["type"] == "extra_forbidden":
        found = f"the field {field!r}"
    elif isinstance(error["input"], (Model, dict)):
        found = "a table"
    return problem(file, entry, field, found, error["msg"])


def read_file(folder: Path, file: str, model: type[ModelT], problems: list[str]) -> ModelT | None:
    """Read and validate one file; if it has errors, append them to ``problems`` and return None."""
    try:
        raw = read_toml(folder / file, _MOST_BYTES)
    except DAMAGES as error:
        problems.append(f"{file}: {problem_of(error)}; allowed: a TOML file")
        return None
    try:
        return model.model_validate(raw)
    except ValidationError as invalid:
        problems += [_describe(file, raw, error) for error in invalid.errors()]
        return None


def no_data_folder(folder: Path, files: Collection[str]) -> str:
    """Return why a path is not a data folder; empty if it contains at least one of the files."""
    try:
        if not stat.S_ISDIR(os.stat(folder).st_mode):
            return "it is not a folder; allowed: a folder of TOML files"
    except FileNotFoundError:
        return "there is no such folder; allowed: a folder of TOML files"
    except OSError as error:
        return f"{problem_of(error)}; allowed: a folder of TOML files"
    if any(os.path.lexists(folder / file) for file in files):
        return ""
    return f"it has none of the game's {len(files)} data files; create them with wistar data copy"


def invalid_folder(folder: str | os.PathLike[str], problems: Sequence[str]) -> DataError:
    """Return the error of a data folder, with a line for each problem if there are several."""
    name = f"data folder {os.fspath(folder)}:"
    if len(problems) == 1:
        return DataError(f"{name} {problems[0]}")
    return DataError(f"{name} {len(problems)} problems\n" + "\n".join(problems))
