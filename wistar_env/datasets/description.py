"""The description of a dataset: the file ``dataset.json`` of its folder."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import ConfigDict, Field, TypeAdapter

from wistar_env.arguments import shown
from wistar_env.errors import ReplayError
from wistar_env.system.untrusted_files import parse_object, read_text, reading_file

FORMAT: Final = "wistar dataset 2"
NAME: Final = "dataset.json"
_MOST_GAMES: Final = 10**9
_MOST_FILES: Final = 10**6
_MOST_BYTES: Final = 2**24


@dataclass(frozen=True)
class Description:
    """The settings of a dataset, which determine all its games.

    Attributes
    ----------
    game
        The name of the game.
    num_players
        The player count of each game.
    options
        The options of the games.
    data
        The argument ``data`` of ``BatchGame``: None, a name, or a list.
    data_fingerprint
        The fingerprint of ``data``, in hexadecimal digits.
    rules_version
        The version of the rules with which the games were played.
    seed
        The seed of the run.
    bots
        The fingerprint of each bot, by its spec.
    players
        The spec of the bot in each seat of the first game, or of one bot that plays all seats.
    games
        The number of games in the complete dataset.
    shard_size
        The number of games in each file.
    versions
        Versions of packages, for information only.
    """

    game: str
    num_players: Annotated[int, Field(ge=1)]
    options: Mapping[str, Any]
    data: str | list[str] | None
    data_fingerprint: str
    rules_version: int
    seed: Annotated[int, Field(ge=0, lt=2**63)]
    bots: Mapping[str, str]
    players: Annotated[list[str], Field(min_length=1)]
    games: Annotated[int, Field(ge=1, le=_MOST_GAMES)]
    shard_size: Annotated[int, Field(ge=1, le=_MOST_GAMES)]
    versions: Mapping[str, str] = field(default_factory=dict)
    format: str = FORMAT

    __pydantic_config__ = ConfigDict(extra="forbid", strict=True)

    def __post_init__(self) -> None:
        """Reject too many files; convert options' lists from JSON to tuples, which are ranges."""
        if self.games > _MOST_FILES * self.shard_size:
            raise ValueError(
                f"{self.games:,} games with {self.shard_size:,} per file need more than "
                f"{_MOST_FILES:,} files, the limit"
            )
        ranges = {k: tuple(v) if isinstance(v, list) else v for k, v in self.options.items()}
        object.__setattr__(self, "options", ranges)

    @property
    def files(self) -> list[str]:
        """The names of the files with the games, in order."""
        return [f"games-{first:07d}.npz" for first in range(0, self.games, self.shard_size)]

    def numbers(self, file: int) -> range:
        """Return the numbers of the games in a file, given its index in ``files``."""
        first = file * self.shard_size
        return range(first, min(first + self.shard_size, self.games))

    def to_json(self) -> str:
        """Return the description as JSON."""
        return json.dumps(asdict(self), indent=2) + "\n"

    def differences(self, other: "Description") -> str:
        """Return text on the settings that differ, ignoring ``games`` and ``versions``."""
        mine, theirs = (json.loads(each.to_json()) for each in (self, other))
        return ", ".join(
            f"{name}: {shown(theirs[name])} in the folder, now {shown(mine[name])}"
            for name in mine
            if name not in ("games", "versions") and mine[name] != theirs[name]
        )


_READER: Final = TypeAdapter(Description)


def read_description(folder: Path) -> Description:
    """Return the description of a folder.

    Raises ReplayError if the folder is not a dataset or has another format.
    """
    file = folder / NAME
    with reading_file(file, "the description of a dataset", ReplayError):
        text = read_text(file, _MOST_BYTES)
        if (found := parse_object(text).get("format")) != FORMAT:
            raise ValueError(
                f"this version of wistar_env reads only the format {FORMAT!r}, found {shown(found)}"
            )
        return _READER.validate_json(text)
