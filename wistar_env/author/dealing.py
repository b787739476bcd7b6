"""Functions that the rules of declared games call: chance, turns, the end, and moving cards.

``below`` draws all random numbers, from the generator of the game.
"""

from typing import Any, Final

from wistar_env.compiled.jit import inline
from wistar_env.compiled.streams import below, following
from wistar_env.kit.common_fields import NOBODY

#: Card counts that are summed in one step.
_BLOCK: Final = 16


@inline
def draw(g: Any, n: int) -> int:
    """Return a random number from 0 to n - 1."""
    g.rng = following(g.rng)
    return below(g.rng, n)


@inline
def next_seat(g: Any) -> None:
    """Pass the turn to the next seat, skipping automata."""
    following_seat = int(g.mover) + 1
    g.mover = following_seat if following_seat < g.seats - g.automata else 0


@inline
def end(g: Any) -> None:
    """End the game: mark it as finished, with no seat to move."""
    g.finished = 1
    g.mover = NOBODY


@inline
def taken_from(left: Any, k: int) -> int:
    """Take and return remaining card ``k``, from 0; ``left`` has the count of each card."""
    first, passed = 0, 0
    while first + _BLOCK < len(left):
        n = 0
        for card in range(first, first + _BLOCK):
            n += int(left[card])
        if k < passed + n:
            break
        passed += n
        first += _BLOCK
    taken = first
    for card in range(first, min(first + _BLOCK, len(left)) - 1):
        passed += int(left[card])
        taken += 1 if passed <= k else 0
    left[taken] -= 1
    return taken


@inline
def number_left(left: Any) -> int:
    """Return how many cards are left in total; ``left`` has the count of each card."""
    n = 0
    for card in range(len(left)):
        n += int(left[card])
    return n


@inline
def take(g: Any, left: Any) -> int:
    """Draw a card from the deck of a ``hand``; -1 if none is left.

    Parameters
    ----------
    g
        The game.
    left
        How many of each card are left: the field ``NAME_left``, as in ``take(g, g.card_left)``.
    """
    n = number_left(left)
    if n == 0:
        return -1
    return taken_from(left, draw(g, n))


@inline
def number_at(place: Any, where: int) -> int:
    """Return how many ``cards`` a seat or a pile has."""
    n = 0
    for card in range(len(place)):
        n += place[card] == where
    return n


@inline
def move_random(g: Any, place: Any, source: int, target: int) -> int:
    """Move a random card from one seat or pile to another, such as from the deck to a hand.

    Parameters
    ----------
    g
        The game.
    place
        The field of ``cards``.
    source, target
        Seats, or piles.

    Returns
    -------
    int
        The card; -1 if there was none.
    """
    n = number_at(place, source)
    if n == 0:
        return -1
    k = draw(g, n)
    for card in range(len(place)):
        if place[card] == source:
            if k == 0:
                place[card] = target
                return card
            k -= 1
    return -1


@inline
def deal_all(g: Any, place: Any, each: int, rest: int) -> None:
    """Redeal all ``cards``: ``each`` to every seat at random, the rest to a pile.

    Parameters
    ----------
    g
        The game.
    place
        The field of ``cards``.
    each
        The number of cards dealt to each seat.
    rest
        The pile that receives the remaining cards.
    """
    for card in range(len(place)):
        seat = card // each if each > 0 else int(g.seats)
        place[card] = seat if seat < g.seats else rest
    for card in range(len(place) - 1, 0, -1):
        other = draw(g, card + 1)
        kept = place[card]
        place[card] = place[other]
        place[other] = kept
