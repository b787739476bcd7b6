"""``cards``: where each of some different cards is."""

from typing import Any

import numpy as np

from wistar_env.author.declaration import SEAT, TRIES, Declaration, known_name, write_known
from wistar_env.author.source_text import SourceText
from wistar_env.kit.game.spec_records import FieldRange
from wistar_env.kit.layout import Section
from wistar_env.kit.redraw import MOST_CARDS, MOST_PLACES


class CardPlaces(Declaration):
    """What ``cards`` declares."""

    is_hidden = True

    def __init__(
        self,
        count: int,
        hidden: tuple[int, ...],
        shown: tuple[int, ...],
        how: dict[str, Any],
    ) -> None:
        self.count, self.hidden_piles, self.shown_piles = count, hidden, shown
        self.each, self.reveal, self.where = how["each"], how["reveal"], how["where"]
        self.meaning, self.known = how["meaning"], how["known"]

    @property
    def piles(self) -> tuple[int, ...]:
        """All piles; the cards begin in the first one."""
        return (*self.hidden_piles, *self.shown_piles)

    @property
    def low(self) -> int:
        """The lowest place."""
        return min((*self.piles, 0))

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return the place of each card."""
        known = [(known_name(self.name), np.int16, (self.count,))] if self.known else []
        return [(self.name, np.int16, (self.count,)), *known]

    def ranges(self, seats: int) -> list[FieldRange]:
        """Return the places."""
        known = [(known_name(self.name), (0, 2**seats - 1))] if self.known else []
        return [(self.name, (self.low, seats - 1)), *known]

    @property
    def seen_piles(self) -> tuple[int, ...]:
        """The piles of which observations have a block: hidden ones show what a seat knows."""
        return (*self.shown_piles, *(self.hidden_piles if self.known else ()))

    def check(self, seats: int, redrawn: bool) -> str:
        """Return what is wrong with the declaration, or nothing."""
        if not isinstance(self.count, int) or self.count < 1:
            return f"the number of cards must be above 0, found {self.count!r}"
        if sorted(self.piles) != list(range(-len(self.piles), 0)):
            return f"piles are called -1, -2 and so on, found {self.piles}"
        if self.each * seats > self.count:
            return (
                f"{seats} seats with {self.each} cards each need {self.each * seats} cards, found "
                f"{self.count}"
            )
        if self.where and (seats + len(self.piles) > MOST_PLACES or self.count > MOST_CARDS):
            return (
                f"'where' is for at most {MOST_CARDS} cards in {MOST_PLACES} places, found "
                f"{self.count} cards in {seats + len(self.piles)} places"
            )
        if not self.piles and self.each * seats != self.count:
            return "without a pile, each=... must deal all cards"
        return ""

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write the deal."""
        first = self.piles[0] if self.piles else 0
        if self.each:
            out.add("g.rng = x", f"deal_all(g, g.{self.name}, {self.each}, {first})", "x = g.rng")
        else:
            with out.block(f"for card in range({self.count}):"):
                out.add(f"g.{self.name}[card] = {first}")

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write how the places of unseen cards are drawn again; each keeps its number of cards."""
        unseen = [f"p != {place}" for place in ("seat", *self.shown_piles)]
        if self.known:
            unseen.append(f"(int(g.{known_name(self.name)}[card]) >> seat) & 1 == 0")
        size = self.count
        with out.block(*(["if g.finished == 0:"] if self.reveal else [])):
            out.add(f"pool = empty({size}, int16)", f"room = zeros({seats - self.low}, int16)")
            out.add(f"slots = empty({size}, int16)", "n = 0")
            with out.block(f"for card in range({size}):"):
                out.add(f"p = int(g.{self.name}[card])")
                with out.block(f"if {' and '.join(unseen)}:"):
                    out.add("pool[n] = card", f"room[p - ({self.low})] += 1", "n += 1")
            out.add("m = 0")
            with out.block(f"for k in range({seats - self.low}):", "for _ in range(int(room[k])):"):
                out.add(f"slots[m] = k + ({self.low})", "m += 1")
            self._write_shuffles(out, seats)

    def _write_shuffles(self, out: SourceText, seats: int) -> None:
        tries = [f"for _ in range({TRIES}):"] if self.where else []
        with out.block(*tries):
            if self.where:
                out.add("fits = True")
            with out.block("for i in range(n):"):
                out.add("x = following(x)", "j = i + below(x, n - i)")
                out.add("p = int(slots[j])", "slots[j] = slots[i]", "slots[i] = p")
                if self.where:
                    with out.block(f"if p >= 0 and not m_{self.where}(t, g, p, int(pool[i])):"):
                        out.add("fits = False", "break")
            if self.where:
                out.add("if fits:", "    break")
        if self.where:
            with out.block("if not fits:"):
                self._write_exact(out, seats)
        with out.block("for i in range(n):"):
            out.add(f"g.{self.name}[int(pool[i])] = slots[i]")

    def _write_exact(self, out: SourceText, seats: int) -> None:
        """Write a draw among all deals that there are, which need not be tried."""
        piles = sum(1 << (pile - self.low) for pile in self.hidden_piles)
        out.add(f"allowed = empty({self.count}, int16)", f"places = empty({self.count}, int16)")
        with out.block("for i in range(n):"):
            out.add(f"bits = {piles}")
            with out.block(
                "for other in range(seats):",
                f"if other != seat and m_{self.where}(t, g, other, int(pool[i])):",
            ):
                out.add(f"bits |= 1 << (other - ({self.low}))")
            out.add("allowed[i] = bits")
        out.add("x = following(x)")
        sizes = f"pointer(room), {seats - self.low}"
        with out.block(f"if redraw_cards(pointer(allowed), n, {sizes}, pointer(places), x):"):
            out.add("for i in range(n):", f"    slots[i] = places[i] + ({self.low})")

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write how a viewer sees it: its hand, the piles, and the sizes of hands.

        Loops over cards have no branches, so that they become vector instructions.
        """
        size, seen = self.count, ["viewer == NOBODY", "seat == viewer"]
        seen += ["g.finished == 1"] if self.reveal else []
        each_card = f"for card in range({size}):"
        with out.block("for k in range(seats):"):
            out.add("seat = first + k", "if seat >= seats:", "    seat -= seats")
            with out.block(f"if {' or '.join(seen)}:", each_card):
                out.add(f"out[at + card] = g.{self.name}[card] == seat")
            if self.known:
                with out.block("else:", each_card):
                    out.add(f"out[at + card] = {self._knows('seat')}")
            out.add(f"at += {size}")
        for pile in self.seen_piles:
            seen_card = f"g.{self.name}[card] == {pile}"
            if pile in self.hidden_piles:
                seen_card = f"{seen_card} if viewer == NOBODY else {self._knows(str(pile))}"
            with out.block(each_card):
                out.add(f"out[at + card] = {seen_card}")
            out.add(f"at += {size}")
        with out.block("for k in range(seats):"):
            out.add("seat = first + k", "if seat >= seats:", "    seat -= seats")
            out.add(f"out[at + k] = number_at(g.{self.name}, seat)")
        out.add("at += seats")
        if self.known:
            with out.block(each_card):
                write_known(out, f"g.{known_name(self.name)}[card]")

    def _knows(self, place: str) -> str:
        """Return whether a card is at a place, and the viewer knows it."""
        known = f"(int(g.{known_name(self.name)}[card]) >> viewer) & 1"
        return f"(g.{self.name}[card] == {place}) & {known}"

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare its blocks."""
        axes[self.name] = self.count
        name, words = self.name, self.words
        section.add(f"{name}_hand", SEAT, name, meaning=f"{words}: the hand of each seat, if seen")
        for k, place in enumerate(self.seen_piles):
            pile = f"{name}_pile{k + 1 if len(self.seen_piles) > 1 else ''}"
            what = "a shown pile" if place in self.shown_piles else "known cards of a hidden pile"
            section.add(pile, name, meaning=f"{words}: {what}")
        section.add(
            f"{name}_count", SEAT, limit=min(255, self.count), meaning=f"{words}: size of each hand"
        )
        if self.known:
            meaning = f"{words}: the seats that know where it is"
            section.add(known_name(name), name, SEAT, meaning=meaning)

    def contradiction(self, game: Any) -> str:
        """Return which card a seat has that does not play, or nothing."""
        for card in np.flatnonzero(game[self.name] >= game["seats"])[:1]:
            return f"{self.name}[{card}] is {game[self.name][card]}, a seat that does not play"
        return ""


def cards(
    count: int,
    *,
    hidden: tuple[int, ...] = (),
    shown: tuple[int, ...] = (),
    each: int = 0,
    known: bool = False,
    where: str = "",
    reveal: bool = False,
    meaning: str = "",
) -> Any:
    """Declare where each of some different cards is: in the hand of a seat, or in a pile.

    The field is an array by card: a seat, or a pile. A seat sees its own hand and the shown piles,
    and how many cards others have. Where the other cards are is drawn again for it: each place
    keeps its number of cards.

    Parameters
    ----------
    count
        The number of cards.
    hidden, shown
        Piles, called -1, -2 and so on, whose cards nobody or everybody sees. All cards begin in the
        first one.
    each
        The number of cards that each seat is dealt at the beginning.
    known
        Whether further seats may know where cards are: ``NAME_known`` has for each card the bits of
        the seats that do. Rules set it, and clear it when a card is shuffled away; all see it.
    where
        The name of a method ``(g, seat, card) -> bool``: whether all that was shown allows a
        seat to have a card.
    reveal
        Whether all hands are shown when the game is over.
    meaning
        What they are, in words; by default the name.

    Examples
    --------
    >>> from wistar_env.author import cards
    >>> DECK, PLAYED = -1, -2
    >>> place = cards(24, hidden=(DECK,), shown=(PLAYED,), each=5)
    """
    how = {"each": each, "known": known, "reveal": reveal, "where": where}
    return CardPlaces(count, hidden, shown, {**how, "meaning": meaning})
