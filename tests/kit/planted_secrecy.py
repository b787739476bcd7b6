"""Games whose reshuffles, masks or deals have one fault each; most pass all checks but one."""

from dataclasses import replace
from typing import Any, Final

import numpy as np

from tests.author import sealed_tricks_by_hand as tricks
from tests.author.sealed_tricks_by_hand import CARDS as ALL_CARDS
from tests.author.sealed_tricks_by_hand import PLAYED, RANKS, SEATS, SealedTricks
from tests.author.sealed_tricks_by_hand import State as Tricks
from tests.author.sealed_tricks_by_hand import Tables as TricksTables
from tests.kit import kuhn, limited_nim
from tests.kit.limited_nim import CARDS, LimitedNim, State, Tables, redraw, spec_with
from tests.kit.planted import SoundKuhn, planted
from wistar_env.compiled.jit import inline, pointer, unit
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import below, following
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.kit.bind import bind
from wistar_env.kit.game import FixedData, GameSpec
from wistar_env.kit.redraw import redraw_cards


@unit
def redraw_anything(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Redraw cards, ignoring what their seats have taken."""
    x = rng
    for other in range(int(g.seats)):
        if other != seat and g.finished == 0:
            x = following(x)
            g.cards[other] = 1 + below(x, CARDS)
    g.rng = x


class ForgetsTaken(LimitedNim):
    """A reshuffle gives card 1 to a seat that took three pieces."""

    spec = spec_with(reshuffle_hidden=redraw_anything)
    __slots__ = ()


@inline
def pieces_left(g: State) -> int:
    """Return the pieces of all piles."""
    left = 0
    for pile in range(limited_nim.PILES):
        left += int(g.piles[pile])
    return left


@unit
def redraw_anything_early(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Redraw cards, ignoring what was taken from the largest piles, which are rare."""
    full = limited_nim.PILES * limited_nim.PIECES
    redraw(g, seat, rng, 1, CARDS)
    if pieces_left(g) == full - CARDS:
        redraw_anything(t, g, seat, rng)


def full_piles(game: Any) -> None:
    """Begin with the largest piles."""
    game.record["piles"] = limited_nim.PIECES


class ForgetsEarly(LimitedNim):
    """A reshuffle forgets what was taken, but only in a position that random games seldom reach."""

    spec = replace(spec_with(reshuffle_hidden=redraw_anything_early), rare_starts=(full_piles,))
    __slots__ = ()


@unit
def redraw_high(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Redraw no card 1."""
    redraw(g, seat, rng, 2, CARDS)


class TooStrict(LimitedNim):
    """A reshuffle never gives the lowest card."""

    spec = spec_with(reshuffle_hidden=redraw_high)
    __slots__ = ()


@unit
def redraw_by_card(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Redraw cards up to one more than the real ones."""
    x = rng
    for other in range(int(g.seats)):
        if other != seat and g.finished == 0:
            x = following(x)
            lowest = max(1, int(g.most_taken[other]))
            highest = min(CARDS, int(g.cards[other]) + 1)
            g.cards[other] = lowest + below(x, highest + 1 - lowest)
    g.rng = x


class ByRealCards(LimitedNim):
    """A reshuffle depends on the real cards."""

    spec = spec_with(reshuffle_hidden=redraw_by_card)
    __slots__ = ()


@unit
def redraw_nothing(t: Tables, g: State, seat: int, rng: Seed) -> None:
    """Only change the random generator."""
    g.rng = rng


class KeepsCards(LimitedNim):
    """A reshuffle changes nothing."""

    spec = spec_with(reshuffle_hidden=redraw_nothing)
    __slots__ = ()


@inline
def leave_out_pile(g: State, legal: ShortArray) -> None:
    """Forbid the last pile to a seat whose neighbour has the highest card, if it is a small one."""
    last = limited_nim.PILES - 1
    if g.finished == 0 and g.cards[(g.mover + 1) % g.seats] == CARDS and g.piles[last] < g.piles[0]:
        n = 0
        for k in range(1, int(legal[0]) + 1):
            if legal[k] < CARDS * last:
                n += 1
                legal[n] = legal[k]
        legal[0] = n


@unit
def legal_by_neighbour(t: Tables, g: State, legal: ShortArray) -> None:
    """Find the legal actions."""
    limited_nim.find_legal(t, g, legal)
    leave_out_pile(g, legal)


@unit
def begin_by_neighbour(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    """Begin as usual."""
    limited_nim.begin(t, g, seed, legal)
    leave_out_pile(g, legal)


@unit
def play_by_neighbour(t: Tables, g: State, action: int, legal: ShortArray) -> None:
    """Play as usual."""
    limited_nim.play_on(t, g, action, legal)
    leave_out_pile(g, legal)


class MaskTells(LimitedNim):
    """A mask reveals a neighbour's card in some positions."""

    spec = spec_with(
        find_legal=legal_by_neighbour, begin=begin_by_neighbour, play_on=play_by_neighbour
    )
    __slots__ = ()


@unit
def begin_with_pile(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    """Let the first pile be at least as large as the card of the first seat."""
    limited_nim.begin(t, g, seed, legal)
    g.piles[0] = max(int(g.cards[0]), int(g.piles[0]))
    limited_nim.find_legal(t, g, legal)


class PileTells(LimitedNim):
    """The first pile, which all see, reveals a hidden card."""

    spec = spec_with(begin=begin_with_pile)
    __slots__ = ()


@unit
def begin_with_high(t: Tables, g: State, seed: Seed, legal: ShortArray) -> None:
    """Deal card 3 more often than the others."""
    limited_nim.begin(t, g, seed, legal)
    x = g.rng
    for seat in range(int(g.seats)):
        x = following(x)
        if g.cards[seat] == 1 and below(x, 3) == 0:
            g.cards[seat] = CARDS
    g.rng = x
    limited_nim.find_legal(t, g, legal)


class UnequalDeal(LimitedNim):
    """Cards are dealt with unequal probabilities, but redrawn uniformly."""

    spec = spec_with(begin=begin_with_high)
    __slots__ = ()


@unit
def redraw_own_card(t: kuhn.Tables, g: kuhn.State, seat: int, rng: Seed) -> None:
    """Redraw the other card from all cards."""
    x = following(rng)
    if g.finished == 0:
        g.cards[1 - seat] = 1 + below(x, kuhn.CARDS)
    g.rng = x


class CardTwice(SoundKuhn):
    """A reshuffle may give a card that the seat itself holds."""

    spec = planted(SoundKuhn, reshuffle_hidden=redraw_own_card)
    __slots__ = ()


_TRICKS: Final = {
    "begin": tricks.begin,
    "find_legal": tricks.find_legal,
    "play_on": tricks.play_on,
    "reshuffle_hidden": tricks.reshuffle_hidden,
    "score_game": tricks.score_game,
    "encode": tricks.encode,
}


def tricks_with(**functions: Any) -> GameSpec:
    """Return the spec of Sealed Tricks with other functions."""
    sizes = {"columns": 1, "num_actions": tricks.ACTIONS, "max_seats": SEATS}
    sizes["max_observation"] = tricks.layout(SEATS).size

    def bind_tables(tables: Any) -> Any:
        return bind({**_TRICKS, **functions}, game=tricks.STATE, tables=tables, sizes=sizes)

    data = FixedData(np.array([(10,)], tricks.TABLES), bind_tables)
    return replace(SealedTricks.spec, open_data=data.open)


@inline
def is_unseen(g: Tricks, seat: int, card: int) -> bool:
    """Whether a seat does not see where a card is."""
    return bool(g.place[card] != seat and g.place[card] != PLAYED)


@inline
def sort_unseen(g: Tricks, seat: int, places: ShortArray) -> int:
    """Write the places of unseen cards in order, and return their number."""
    n = 0
    for place in range(PLAYED):
        for card in range(ALL_CARDS):
            if is_unseen(g, seat, card) and g.place[card] == place:
                places[n] = place
                n += 1
    return n


@inline
def deal_unseen(g: Tricks, seat: int, places: ShortArray) -> None:
    """Give unseen cards these places, in order of cards."""
    n = 0
    for card in range(ALL_CARDS):
        if is_unseen(g, seat, card):
            g.place[card] = places[n]
            n += 1


@inline
def fits_voids(g: Tricks, seat: int, places: ShortArray) -> bool:
    """Whether nobody gets a suit that they have shown not to have."""
    n = 0
    for card in range(ALL_CARDS):
        if is_unseen(g, seat, card):
            place = int(places[n])
            n += 1
            if place < SEATS and (int(g.voids[place]) >> (card // RANKS)) & 1:
                return False
    return True


@inline
def shuffle_places(places: ShortArray, n: int, bias: int, x: Seed) -> Seed:
    """Shuffle places; with a bias of 1, no place stays the same."""
    for k in range(n - 1, 0, -1):
        x = following(x)
        other = below(x, k + 1 - bias)
        place = places[k]
        places[k] = places[other]
        places[other] = place
    return x


@inline
def redeal(g: Tricks, seat: int, rng: Seed, tries: int, bias: int) -> None:
    """Deal unseen cards anew; keep the real ones if no try agrees with what was shown."""
    places = empty(ALL_CARDS, np.int16)
    n = sort_unseen(g, seat, places)
    x = rng
    for _ in range(tries):
        x = shuffle_places(places, n, bias, x)
        if fits_voids(g, seat, places):
            deal_unseen(g, seat, places)
            break
    g.rng = x


@unit
def redeal_anything(t: TricksTables, g: Tricks, seat: int, rng: Seed) -> None:
    """Deal unseen cards whatever was shown."""
    places = empty(ALL_CARDS, np.int16)
    n = sort_unseen(g, seat, places)
    g.rng = shuffle_places(places, n, 0, rng)
    deal_unseen(g, seat, places)


class ForgetsVoids(SealedTricks):
    """A reshuffle gives cards of a suit to a seat that did not follow it."""

    spec = tricks_with(reshuffle_hidden=redeal_anything)
    __slots__ = ()


@unit
def redeal_biased(t: TricksTables, g: Tricks, seat: int, rng: Seed) -> None:
    """Deal unseen cards by a wrong shuffle."""
    redeal(g, seat, rng, 1_000, 1)


class BiasedShuffle(SealedTricks):
    """A reshuffle uses a biased shuffle that leaves no card in place."""

    spec = tricks_with(reshuffle_hidden=redeal_biased)
    __slots__ = ()


@unit
def redeal_once(t: TricksTables, g: Tricks, seat: int, rng: Seed) -> None:
    """Try only three deals."""
    redeal(g, seat, rng, 3, 0)


class GivesUp(SealedTricks):
    """A reshuffle keeps the real cards if its one attempt contradicts the cards shown."""

    spec = tricks_with(reshuffle_hidden=redeal_once)
    __slots__ = ()


@unit
def redeal_exactly(t: TricksTables, g: Tricks, seat: int, rng: Seed) -> None:
    """Deal unseen cards by counting the deals that agree."""
    allowed, room = empty(ALL_CARDS, np.int16), empty(PLAYED, np.int16)
    places = empty(ALL_CARDS, np.int16)
    for place in range(PLAYED):
        room[place] = 0
    n = 0
    for card in range(ALL_CARDS):
        if is_unseen(g, seat, card):
            room[g.place[card]] += 1
            allowed[n] = 0
            for place in range(PLAYED):
                void = place < SEATS and (int(g.voids[place]) >> (card // RANKS)) & 1
                if not void:
                    allowed[n] |= 1 << place
            n += 1
    if redraw_cards(pointer(allowed), n, pointer(room), PLAYED, pointer(places), rng):
        deal_unseen(g, seat, places)
    g.rng = following(rng)


class Exact(SealedTricks):
    """Sealed Tricks without a fault: its redraw has no tries to run out of."""

    spec = tricks_with(reshuffle_hidden=redeal_exactly)
    __slots__ = ()
