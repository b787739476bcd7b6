"""Reads a folder of TOML files into validated entries, and reports every problem."""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.tables import schema, schema_boards
from wistar_env.kit.game.data_files import Model, no_data_folder, read_file

#: The data folder that comes with the package.
DEFAULT: Final = Path(__file__).parent.parent / "data"
CARD_FILES: Final = (
    "inventions_tools.toml",
    "inventions_automata.toml",
    "inventions_structures.toml",
)


@dataclass(frozen=True)
class Data:
    """The validated contents of a data folder: one field for all Inventions, one per other file."""

    inventions: Mapping[str, schema.Inventions]  # keyed by file name
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
        """Yield every Invention, with the name of its file."""
        for file, inventions in self.inventions.items():
            for card in inventions.card:
                yield file, card

    def __reduce__(self) -> tuple[Any, ...]:
        # A view of a dictionary cannot be pickled.
        _, *others = (getattr(self, field.name) for field in fields(self))
        return _unpickled, (dict(self.inventions), *others)


def _unpickled(inventions: dict[str, schema.Inventions], *others: Any) -> Data:
    return Data(MappingProxyType(inventions), *others)


def read(folder: str | os.PathLike[str], problems: list[str]) -> Data | None:
    """Read a data folder; return ``None`` if a file is missing or invalid.

    ``folder``: the folder with the TOML files. ``problems``: a list to which each problem is
    added as a line of text.
    """
    path = Path(folder)
    if fault := no_data_folder(path, [*CARD_FILES, *(f"{name}.toml" for name in MODELS)]):
        problems.append(fault)
        return None
    inventions = {file: read_file(path, file, schema.Inventions, problems) for file in CARD_FILES}
    data = Data(
        MappingProxyType({file: cards for file, cards in inventions.items() if cards is not None}),
        *[  # type: ignore[arg-type]
            read_file(path, f"{name}.toml", model, problems) for name, model in MODELS.items()
        ],
    )
    return None if problems else data


#: The schema of each file, except those with Inventions.
MODELS: Final[Mapping[str, type[Model]]] = MappingProxyType(
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
