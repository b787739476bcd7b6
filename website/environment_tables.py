"""Writes the tables of ``docs/environment.md`` from the code.

``python -m website.environment_tables`` rewrites the page's tables in place.
"""

from pathlib import Path
from types import MappingProxyType
from typing import Final

from website.doc_tables import Tables, rewrite, table
from website.spaces_tables import blocks_table, options_table, sizes_rows, span
from wistar_env.games.rats_of_wistar.rules import RULES_VERSION, decisions
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS
from wistar_env.games.rats_of_wistar.rules.numbers import NUMBERS_OF
from wistar_env.games.rats_of_wistar.spaces.blocks import (
    AXES,
    BOT,
    COMMON,
    HIDDEN,
    OBS_VERSION,
    SEAT,
)
from wistar_env.games.rats_of_wistar.spaces.features import FEATURES
from wistar_env.games.rats_of_wistar.spaces.labels import Labels
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout, state_layout
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.games.rats_of_wistar.tables.load import DATA_VERSION, catalogue

PAGE: Final = Path("docs/environment.md")


def specs() -> str:
    """Return the table of sizes by player count."""
    players = range(1, MAX_SEATS + 1)
    names = ["1 (solo)", *(str(n) for n in players if n > 1)]
    sizes = sizes_rows(NUM_ACTIONS, map(observation_layout, players), map(state_layout, players))
    return table(["Players", *names], [["Agents", *players], *sizes])


def spare() -> str:
    """Return a sentence about axes that are longer than the bundled data needs."""
    labels = Labels(catalogue())
    free = {axis: labels.spare(axis) for axis in AXES if labels.spare(axis)}
    *first, last = (f"{AXES[axis] - left} of {AXES[axis]} {axis}s" for axis, left in free.items())
    return f"The bundled data uses {', '.join(first)} and {last}."


def numbers() -> str:
    """Return a list of decisions with numbers, and a list of decisions without, by index."""
    lines, others = [], []
    for kind in range(decisions.CHOICES):
        shown = [
            f"{index} `{number.name}` ({number.meaning})"
            for index, number in enumerate(NUMBERS_OF[kind])
            if number.shown
        ]
        if shown:
            lines.append(f"- {kind} {decisions.NAMES[kind]}: {', '.join(shown)}")
        else:
            others.append(f"{kind} {decisions.NAMES[kind]}")
    listed = "\n".join(lines)
    return f"{listed}\n\nDecisions without numbers: {', '.join(others)}."


def actions() -> str:
    """Return the table of action ids."""
    rows = [
        [span(block.start, block.size), f"`{block.name}`", block.meaning] for block in ACTION_BLOCKS
    ]
    return table(["Action", "Block", "Meaning"], rows)


def features() -> str:
    """Return the names of the features that rewards can weight."""
    return ", ".join(f"`{name}`" for name in FEATURES)


def version() -> str:
    """Return a sentence with the versions of rules, data and observations."""
    return (
        f"`OBS_VERSION` is {OBS_VERSION}, `RULES_VERSION` {RULES_VERSION} and `DATA_VERSION` "
        f"{DATA_VERSION}. They increase when the layout, the rules or the bundled values change."
    )


def options() -> str:
    """Return the table of the options of a game."""
    return options_table(RATS_OF_WISTAR.options)


TABLES: Final[Tables] = MappingProxyType(
    {
        "specs": specs,
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
