"""Writes the tables of ``docs/lab-rats.md`` from the code.

``python -m website.lab_rats_tables`` rewrites the page's tables in place.
"""

from pathlib import Path
from types import MappingProxyType
from typing import Final

from website.doc_tables import Tables, rewrite
from website.spaces_tables import actions_table, axes_table, blocks_table, sizes_table
from wistar_env.games.lab_rats.game import LabRats

PAGE: Final = Path("docs/lab-rats.md")
#: The player count for the observation layout on the page.
PLAYERS: Final = 4


def _game() -> LabRats:
    return LabRats.new(num_players=PLAYERS)


TABLES: Final[Tables] = MappingProxyType(
    {
        "sizes": lambda: sizes_table(LabRats),
        "blocks": lambda: blocks_table(LabRats.spec.observation_layout(PLAYERS).blocks),
        "axes": lambda: axes_table(_game()),
        "actions": lambda: actions_table(_game()),
    }
)


if __name__ == "__main__":
    rewrite(PAGE, TABLES)
