"""Writes the tables of ``docs/environment.md`` from the code.

``python -m website.environment_tables`` rewrites the page's tables in place.
"""

from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np

from website.doc_tables import Tables, rewrite, table
from website.spaces_tables import blocks_table, options_table, sizes_rows, span
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION, decisions
from wistar_env.games.rats_of_wistar.rules.actions import (
    ACTION_BLOCKS,
    BONUS,
    BOT_GUEST,
    GUEST,
    LIFT,
    MOVE,
    MOVE_WORKER,
    NUM_ACTIONS,
    TENT,
    USE,
)
from wistar_env.games.rats_of_wistar.rules.numbers import NUMBERS_OF
from wistar_env.games.rats_of_wistar.spaces.blocks import (
    AXES,
    BOT,
    COMMON,
    HIDDEN,
    NUMBERS,
    OBS_VERSION,
    SEAT,
)
from wistar_env.games.rats_of_wistar.spaces.features import FEATURES
from wistar_env.games.rats_of_wistar.spaces.labels import Labels
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout, state_layout
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.games.rats_of_wistar.tables.load import DATA_VERSION, catalogue, load

PAGE: Final = Path("docs/environment.md")

#: Which action of a block is its example, where it is not the first one: the Farm's first room is
#: the entrance, where nothing is done, and a Worker does not move to the Area that it is in.
_EXAMPLES: Final = {
    **dict.fromkeys((MOVE, GUEST, TENT, LIFT, BOT_GUEST, MOVE_WORKER), 1),
    BONUS: codes.BONUS_EXPLORE,
    USE: int(np.argmax(load()[0]["cards"]["timing"] == codes.TIMING_ONCE)),
}


def specs() -> str:
    """Return the table of sizes by number of players."""
    players = range(1, MAX_SEATS + 1)
    names = ["1 (solo)", *(str(n) for n in players if n > 1)]
    sizes = sizes_rows(NUM_ACTIONS, map(observation_layout, players), map(state_layout, players))
    return table(["Players", *names], [["Agents", *players], *sizes])


def sections() -> str:
    """Return the table of sections: where each begins, by number of players."""
    rows = []
    for n in range(1, MAX_SEATS + 1):
        starts: dict[str, int] = {}
        for block in state_layout(n).blocks:
            starts.setdefault(
                block.name.partition(".")[0] if "." in block.name else "", block.start
            )
        seats = [str(start) for name, start in starts.items() if name.startswith("player_")]
        rows.append([n, 0, starts.get("bot", "-"), ", ".join(seats), starts["hidden"]])
    return table(["Players", "common", "bot", "seat", "hidden (state only)"], rows)


def spare() -> str:
    """Say which axes have more places than the bundled data needs."""
    labels = Labels(catalogue())
    free = {axis: labels.spare(axis) for axis in AXES if labels.spare(axis)}
    return ", ".join(f"{AXES[axis] - left} of {AXES[axis]} `{axis}`" for axis, left in free.items())


def numbers() -> str:
    """Return the table of decisions and of their numbers, with the index and name of each."""
    rows = []
    for kind in range(decisions.CHOICES):
        shown = [
            f"{index} `{number.name}`: {number.meaning}"
            for index, number in enumerate(NUMBERS_OF[kind], NUMBERS)
            if number.shown
        ]
        rows.append([kind, decisions.NAMES[kind], "; ".join(shown) or "-"])
    return table(["Index", "Decision", "Numbers"], rows)


def actions() -> str:
    """Return the table of action ids."""
    texts = Labels(catalogue()).actions()
    rows = []
    for block in ACTION_BLOCKS:
        example = block.start + _EXAMPLES.get(block.start, 0)
        ids = span(block.start, block.size)
        rows.append([ids, f"`{block.name}`", block.meaning, f"{example}: {texts[example]}"])
    return table(["Action", "Block", "Meaning", "Example"], rows)


def features() -> str:
    """Return the names of the features that rewards may weigh."""
    return ", ".join(f"`{name}`" for name in FEATURES)


def version() -> str:
    """Return the versions with which games, values and observations are comparable."""
    return (
        f"`OBS_VERSION` is {OBS_VERSION}, `RULES_VERSION` {RULES_VERSION}, `DATA_VERSION` "
        f"{DATA_VERSION}: they change when observations, games or values are no longer comparable."
    )


def options() -> str:
    """Return the table of the options of a game."""
    return options_table(RATS_OF_WISTAR.options)


TABLES: Final[Tables] = MappingProxyType(
    {
        "specs": specs,
        "sections": sections,
        "common": lambda: blocks_table(COMMON.blocks),
        "bot": lambda: blocks_table(BOT.blocks),
        "seat": lambda: blocks_table(SEAT.blocks),
        "hidden": lambda: blocks_table(HIDDEN.blocks),
        "spare": spare,
        "numbers": numbers,
        "actions": actions,
        "features": features,
        "options": options,
        "version": version,
    }
)


if __name__ == "__main__":
    rewrite(PAGE, TABLES)
