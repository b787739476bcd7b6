"""The rules in prompts: a fixed text, followed by the cards of the data folder."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from wistar_env.games.lab_rats.card_folder import Cards
from wistar_env.games.lab_rats.kinds import DOOR_NAMES, NUM_COLOURS

_HERE: Final = Path(__file__).parent
#: Kinds of cards to omit, since their texts repeat those of other cards.
_LEFT_OUT: Final = ("aid",)


def rules(num_players: int, cards: Cards) -> str:
    """Return the rules for a player count, with all cards."""
    written = (_HERE / "rules.md").read_text("utf-8").rstrip()
    heading = f"## The cards of this game of {num_players} players"
    return "\n\n".join([written, "\n".join([heading, "", *glossary(cards)])])


def glossary(cards: Cards) -> Iterator[str]:
    """Yield a line for each kind of card except Aids: its number of copies, title and text."""
    from wistar_env.games.lab_rats.render.gallery import pieces

    for piece in pieces(cards):
        if piece.kind not in _LEFT_OUT:
            yield f"- {piece.copies} {piece.kind} {piece.title!r}: {piece.described}"


def card_names() -> tuple[str, ...]:
    """Return the names of event cards; other cards are named by their colours."""
    return DOOR_NAMES[NUM_COLOURS:]


def ledger() -> str:
    """Return all rules with their IDs: ``ledger.md`` is a link to ``docs/rules-lab-rats.md``."""
    return (_HERE / "ledger.md").read_text("utf-8")
