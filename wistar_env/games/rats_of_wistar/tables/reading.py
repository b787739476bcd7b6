"""From a folder of TOML files to validated entries, with every problem named."""

import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from wistar_env.arguments import shortened, shown
from wistar_env.games.rats_of_wistar.tables import schema, schema_boards
from wistar_env.system.untrusted_files import DAMAGES, problem_of, read_toml

#: The data folder that comes with the package.
DEFAULT: Final = Path(__file__).parent.parent / "data"
CARD_FILES: Final = (
    "inventions_tools.toml",
    "inventions_automata.toml",
    "inventions_structures.toml",
)

#: Bytes of a file, and characters of a value in a message.
_MOST_BYTES: Final = 2**22
_MOST_SHOWN: Final = 80
_MOST_ALLOWED: Final = 1000

M = TypeVar("M", bound=schema.Model)


@dataclass(frozen=True)
class Data:
    """The validated contents of a data folder, one field per file."""

    inventions: Mapping[str, schema.Inventions]  # by name of the file
    guests: schema.Guests
    missions: schema.Missions
    objectives: schema.Objectives
    doors: schema.Doors
    heroes: schema.Heroes
    skill_tokens: schema.SkillTokens
    abilities: schema.Abilities
    wheel: schema_boards.Wheel
    farm: schema_boards.Farm
    board: schema_boards.Board
    setup: schema_boards.Setup
    bot_actions: schema_boards.BotActions
    bot_explorations: schema_boards.BotExplorations
    bot_tracks: schema_boards.BotTracks

    def cards(self) -> Iterator[tuple[str, schema.Card]]:
        """Yield every Invention with the name of its file."""
        for file, inventions in self.inventions.items():
            for card in inventions.card:
                yield file, card

    def __reduce__(self) -> tuple[Any, ...]:
        # A view of a dictionary cannot be pickled.
        _, *others = (getattr(self, field.name) for field in fields(self))
        return _unpickled, (dict(self.inventions), *others)


def _unpickled(inventions: dict[str, schema.Inventions], *others: Any) -> Data:
    return Data(MappingProxyType(inventions), *others)


def problem(file: str, entry: str, field: str, found: object, allowed: str) -> str:
    """Return one problem of a data folder in words; ``entry`` and ``field`` may be empty."""
    place = ": ".join(part for part in (file, entry, field) if part)
    said = shortened(found, _MOST_SHOWN) if isinstance(found, str) else shown(found, _MOST_SHOWN)
    return f"{place}: found {said}; allowed: {shortened(allowed, _MOST_ALLOWED)}"


def repeated(file: str, kind: str, field: str, values: Iterable[object]) -> Iterator[str]:
    """Yield a problem for each duplicate value in a field of the entries.

    Upper and lower case make no difference.
    """
    alike: dict[object, list[object]] = {}
    for value in values:
        alike.setdefault(value.casefold() if isinstance(value, str) else value, []).append(value)
    for same in alike.values():
        if len(same) > 1:
            yield problem(file, kind, field, f"{same[0]!r} {len(same)} times", "each value once")


def label(kind: str, index: int, entry: Any) -> str:
    """Return the name of an entry for problems: its kind, place in the file, and name."""
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
    elif isinstance(error["input"], (schema.Model, dict)):
        found = "a table"
    return problem(file, entry, field, found, error["msg"])


def _read_file(folder: Path, file: str, model: type[M], problems: list[str]) -> M | None:
    """Read and validate one file; add its problems to ``problems``."""
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


def read(folder: str | os.PathLike[str], problems: list[str]) -> Data | None:
    """Read a data folder; ``None`` if a file is missing or breaks the schema.

    Parameters
    ----------
    folder
        The folder that holds the TOML files.
    problems
        What is wrong is added here, one line per problem.
    """
    path = Path(folder)
    if not path.is_dir():
        problems.append(problem(str(path), "", "", "no folder", "a folder of TOML files"))
        return None
    inventions = {file: _read_file(path, file, schema.Inventions, problems) for file in CARD_FILES}
    data = Data(
        MappingProxyType({file: cards for file, cards in inventions.items() if cards is not None}),
        *[  # type: ignore[arg-type]
            _read_file(path, f"{name}.toml", model, problems) for name, model in MODELS.items()
        ],
    )
    return None if problems else data


#: By file: its schema; Inventions are in several files.
MODELS: Final[Mapping[str, type[schema.Model]]] = MappingProxyType(
    {
        "guests": schema.Guests,
        "missions": schema.Missions,
        "objectives": schema.Objectives,
        "doors": schema.Doors,
        "heroes": schema.Heroes,
        "skill_tokens": schema.SkillTokens,
        "abilities": schema.Abilities,
        "wheel": schema_boards.Wheel,
        "farm": schema_boards.Farm,
        "board": schema_boards.Board,
        "setup": schema_boards.Setup,
        "bot_actions": schema_boards.BotActions,
        "bot_explorations": schema_boards.BotExplorations,
        "bot_tracks": schema_boards.BotTracks,
    }
)
