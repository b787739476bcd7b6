"""What the bundled networks cost and reach, from their cards: a table of ``docs/results.md``."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from website.doc_tables import table
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks.bundled import trained

GAMES: Final = ("rats-of-wistar", "lab-rats")
#: The table of a card has these columns and one row.
COLUMNS: Final = ("training decisions", "core-hours", "trainings", "strength")


def cards() -> Iterator[tuple[str, Path]]:
    """Yield the name of each bundled network and the file of its card."""
    for name in GAMES:
        game: type[Game] = find_game(name)
        folder = game.spec.networks.folder
        if folder is not None:
            yield from ((network, folder / f"{network}.md") for network in trained(game.spec))


def cost_in(card: str) -> list[str]:
    """Return the row of the table of a card, by ``COLUMNS``.

    Raises
    ------
    ValueError
        If the card has no such table.
    """
    lines = card.splitlines()
    head = f"| {' | '.join(COLUMNS)} |"
    if head not in lines:
        raise ValueError(f"a card must have a table with the columns {', '.join(COLUMNS)}")
    row = lines[lines.index(head) + 2]
    return [cell.strip() for cell in row.strip("|").split("|")]


def networks_table() -> str:
    """Return the table of all bundled networks."""
    rows = [[f"`{name}`", *cost_in(card.read_text("utf-8"))] for name, card in cards()]
    return table(["network", *COLUMNS], rows)
