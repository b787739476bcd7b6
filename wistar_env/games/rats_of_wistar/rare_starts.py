"""Where ``wistar check`` begins games, besides new ones."""

from typing import Any, Final

from wistar_env.games.rats_of_wistar.rules.state import AT_DISCARDS, AT_HAND

#: Unseen Basic cards that each player holds.
_HELD: Final = 3


def no_basic_cards_left(game: Any) -> None:
    """Begin the first round with unseen Basic cards in hands, and all others of the deck discarded.

    So the discards become the deck at the next draw (GEN-10), and all know what is in hands.
    """
    record = game.record[0]
    while record["round"] == 0:
        game.step(int(game.legal_actions()[0]))
    deck = record["deck"][0][: record["deck_size"][0]].tolist()
    for seat in range(game.num_players):
        player = record["players"][seat]
        for _ in range(_HELD):
            card = deck.pop()
            record["next"][card], player["hand"] = player["hand"], card
            player["hand_size"] += 1
            record["card_at"][card], record["card_flags"][card] = AT_HAND + seat, 1 << seat
    first = int(record["discard_size"][0])
    record["discard"][0][first : first + len(deck)] = deck
    record["discard_size"][0] += len(deck)
    record["deck"][0], record["deck_size"][0] = 0, 0
    record["card_at"][deck] = AT_DISCARDS
