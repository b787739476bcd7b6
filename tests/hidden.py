"""The names of cards hidden from a seat."""

from wistar_env import RatsOfWistar


def name(text: str) -> str:
    """Return the name in the text of an Invention."""
    return text.partition(":")[0]


def hidden_names(game: RatsOfWistar, you: int) -> set[str]:
    """Return the names of the Inventions in decks, and in hands of others that you do not know."""
    hands = {
        piece.text
        for mine, all_of in zip(
            game.presentation.scene(you).seats, game.presentation.scene(None).seats, strict=True
        )
        for piece in {*all_of.hand} - {*mine.hand}
    }
    record, cards = game.record[0], game.components.entries.cards
    sizes = enumerate(record["deck_size"].tolist())
    decks = {cards[card] for tier, size in sizes for card in record["deck"][tier][:size].tolist()}
    return {name(text) for text in hands | decks}
