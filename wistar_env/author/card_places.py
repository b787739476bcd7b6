"""``cards``: the location of each card, if all cards are different."""

from typing import Any, Final

import numpy as np

from wistar_env.arguments import shown
from wistar_env.author.declaration import (
    HAND_TRIES,
    LARGEST_COUNT,
    MOST_NUMBERS,
    SEAT,
    TRIES,
    Declaration,
    known_name,
    rotated_bits,
    rotated_seats,
    write_known,
    wrong_integer,
    wrong_text,
    wrong_where,
)
from wistar_env.author.source_text import SourceText
from wistar_env.kit.game.spec_records import FieldRange
from wistar_env.kit.layout import Section
from wistar_env.kit.redraw import MOST_CARDS, MOST_PLACES

#: The value of ``known`` with which only the seats that know a card see who knows it.
PRIVATE: Final = "private"


class CardPlaces(Declaration):
    """The locations of different cards, in hands and piles; ``cards`` declares them."""

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
        self.meaning, self.known, self.counted = how["meaning"], how["known"], how["counted"]

    @property
    def piles(self) -> tuple[int, ...]:
        """All piles; cards that are not dealt start in the first one."""
        return (*self.hidden_piles, *self.shown_piles)

    @property
    def low(self) -> int:
        """The lowest location number: that of a pile, or 0 without piles."""
        return min((*self.piles, 0))

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return the record fields: each card's location and, if declared, who knows it."""
        known = [(known_name(self.name), np.int16, (self.count,))] if self.known else []
        return [(self.name, np.int16, (self.count,)), *known]

    def ranges(self, seats: int) -> list[FieldRange]:
        """Return the range of each record field."""
        known = [(known_name(self.name), (0, 2**seats - 1))] if self.known else []
        return [(self.name, (self.low, seats - 1)), *known]

    @property
    def seen_piles(self) -> tuple[int, ...]:
        """The piles in observations; hidden piles show only the cards that the viewer knows."""
        return (*self.shown_piles, *(self.hidden_piles if self.known else ()))

    def check(self, seats: int, redrawn: bool) -> str:
        """Return an error message for an invalid declaration, or an empty string."""
        values = (
            wrong_integer("the number of cards", self.count, 1, MOST_NUMBERS)
            or wrong_integer("each", self.each, 0)
            or wrong_where(self.where)
            or wrong_text("meaning", self.meaning)
        )
        if values:
            return values
        if self.known not in (False, True, PRIVATE):
            return f"known must be True, False or {PRIVATE!r}, found {shown(self.known)}"
        if self.known == PRIVATE and self.where:
            return f"'where' and known={PRIVATE!r} cannot be combined; write reshuffle_hidden"
        for name, piles in (("hidden", self.hidden_piles), ("shown", self.shown_piles)):
            if not isinstance(piles, tuple) or any(wrong_integer("", each) for each in piles):
                return f"{name} must be piles such as (-1, -2), found {shown(piles)}"
        if sorted(self.piles) != list(range(-len(self.piles), 0)):
            return f"piles must be numbered -1, -2 and so on, found {self.piles}"
        if self.each * seats > self.count:
            return (
                f"{seats} seats with {self.each} cards each need {self.each * seats} cards, found "
                f"{self.count}"
            )
        limited = self.where and not self.judges_hands
        if limited and (seats + len(self.piles) > MOST_PLACES or self.count > MOST_CARDS):
            return (
                f"'where' supports at most {MOST_CARDS} cards in {MOST_PLACES} places, found "
                f"{self.count} cards in {seats + len(self.piles)} places"
            )
        if not self.piles and self.each * seats != self.count:
            return (
                f"without a pile, each must deal all {self.count} cards, found {self.each} cards "
                f"for each of {seats} seats"
            )
        return ""

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write code that deals the cards."""
        first = self.piles[0] if self.piles else 0
        if self.each:
            out.add("g.rng = x", f"deal_all(g, g.{self.name}, {self.each}, {first})", "x = g.rng")
        else:
            with out.block(f"for card in range({self.count}):"):
                out.add(f"g.{self.name}[card] = {first}")

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write code that resamples unseen cards and keeps the number of cards at each location."""
        unseen = [f"p != {place}" for place in ("seat", *self.shown_piles)]
        if self.known:
            unseen.append(f"(int(g.{known_name(self.name)}[card]) >> seat) & 1 == 0")
        size = self.count
        # Shuffle places; if knowledge is private, each with who knows the card there.
        kinds = 2**seats if self.known == PRIVATE else 1
        known = f"g.{known_name(self.name)}[card]"
        with out.block(*(["if g.finished == 0:"] if self.reveal else [])):
            out.add(
                f"pool = empty({size}, int16)", f"room = zeros({kinds * (seats - self.low)}, int16)"
            )
            out.add(f"slots = empty({size}, int16)", "n = 0")
            with out.block(f"for card in range({size}):"):
                out.add(f"p = int(g.{self.name}[card])")
                with out.block(f"if {' and '.join(unseen)}:"):
                    slot = f"p - ({self.low})"
                    if kinds > 1:
                        slot = f"{kinds} * ({slot}) + {known}"
                    out.add("pool[n] = card", f"room[{slot}] += 1", "n += 1")
            out.add("m = 0")
            spaces = kinds * (seats - self.low)
            with out.block(f"for k in range({spaces}):", "for _ in range(int(room[k])):"):
                out.add("slots[m] = k" if kinds > 1 else f"slots[m] = k + ({self.low})", "m += 1")
            self._write_shuffles(out, seats)
            with out.block("for i in range(n):"):
                if kinds == 1:
                    out.add(f"g.{self.name}[int(pool[i])] = slots[i]")
                else:
                    out.add("card, k = int(pool[i]), int(slots[i])", f"{known} = k % {kinds}")
                    out.add(f"g.{self.name}[card] = k // {kinds} + ({self.low})")

    @property
    def where_takes(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parameters of the ``where`` method after ``g``."""
        return ("seat",) if self.judges_hands else ("seat", "card")

    def _write_shuffles(self, out: SourceText, seats: int) -> None:
        if self.judges_hands:
            self._write_tried_hands(out)
            return
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
            self.write_no_deal(out)

    def _write_tried_hands(self, out: SourceText) -> None:
        """Write code that shuffles until all hands are possible, at most ``HAND_TRIES`` times."""
        with out.block(f"for _ in range({HAND_TRIES}):"):
            with out.block("for i in range(n):"):
                out.add("x = following(x)", "j = i + below(x, n - i)")
                out.add("p = int(slots[j])", "slots[j] = slots[i]", "slots[i] = p")
                out.add(f"g.{self.name}[int(pool[i])] = p")
            out.add("fits = True")
            with out.block("for other in range(seats):", "if other != seat:"):
                out.add(f"fits = fits and m_{self.where}(t, g, other)")
            out.add("if fits:", "    break")
        self.write_no_deal(out)

    def _write_exact(self, out: SourceText, seats: int) -> None:
        """Write code that draws uniformly among all possible deals, without rejection sampling."""
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
        out.add(f"fits = redraw_cards(pointer(allowed), n, {sizes}, pointer(places), x)")
        with out.block("if fits:", "for i in range(n):"):
            out.add(f"slots[i] = places[i] + ({self.low})")

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write code that encodes what a viewer sees: its hand, the piles, and the sizes of hands.

        Also, if declared, the sizes of hidden piles and who knows each card. The loops over cards
        have no branches, so that LLVM can vectorize them.
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
        for pile in self.hidden_piles if self.counted else ():
            counted = f"min({LARGEST_COUNT}, number_at(g.{self.name}, {pile}))"
            out.add(f"out[at] = {counted}", "at += 1")
        if self.known:
            with out.block(each_card):
                self._write_who_knows(out)

    def _write_who_knows(self, out: SourceText) -> None:
        """Write code for who knows a card; if private, only for cards that the viewer knows."""
        known = f"g.{known_name(self.name)}[card]"
        if self.known != PRIVATE:
            write_known(out, known)
            return
        place = f"g.{self.name}[card]"
        seen = ["viewer == NOBODY", *(f"{place} == {pile}" for pile in self.shown_piles)]
        seen += [f"{place} == viewer", f"(int({known}) >> viewer) & 1 == 1"]
        seen += ["g.finished == 1"] if self.reveal else []
        with out.block(f"if {' or '.join(seen)}:"):
            write_known(out, known)
        out.add("else:", "    at += seats")

    def _knows(self, place: str) -> str:
        """Return code for whether a card is at ``place`` and the viewer knows this."""
        known = f"(int(g.{known_name(self.name)}[card]) >> viewer) & 1"
        return f"(g.{self.name}[card] == {place}) & {known}"

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare the observation blocks that ``write_view`` encodes."""
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
        for k, _ in enumerate(self.hidden_piles if self.counted else ()):
            pile = f"{name}_deck{k + 1 if len(self.hidden_piles) > 1 else ''}"
            limit = min(LARGEST_COUNT, self.count)
            section.add(pile, limit=limit, meaning=f"{words}: size of a hidden pile")
        if self.known:
            meaning = f"{words}: the seats that know where it is"
            meaning += ", if you do" if self.known == PRIVATE else ""
            section.add(known_name(name), name, SEAT, meaning=meaning)

    def rotate(self, game: Any, shift: int) -> None:
        """Rotate by ``shift`` the seats that hold the cards, and the seats that know them."""
        seats = int(game["seats"])
        game[self.name] = rotated_seats(game[self.name], shift, seats)
        if self.known:
            known = known_name(self.name)
            game[known] = rotated_bits(game[known], shift, seats)

    def contradiction(self, game: Any) -> str:
        """Return a message about a card held by a seat that does not exist, or an empty string."""
        for card in np.flatnonzero(game[self.name] >= game["seats"])[:1]:
            return f"{self.name}[{card}] is {game[self.name][card]}, a seat that does not play"
        return ""


def cards(
    count: int,
    *,
    hidden: tuple[int, ...] = (),
    shown: tuple[int, ...] = (),
    each: int = 0,
    known: bool | str = False,
    counted: bool = False,
    where: str = "",
    reveal: bool = False,
    meaning: str = "",
) -> Any:
    """Declare different cards, each in the hand of a seat or in a pile.

    The field is an array with the location of each card: a seat number, or the negative number of
    a pile. A seat sees its own hand, the shown piles, and the sizes of other hands. Resampling
    shuffles the cards it does not see and keeps the number of cards at each location.

    Parameters
    ----------
    count
        The number of cards.
    hidden, shown
        Piles, numbered -1, -2 and so on, whose cards nobody or everybody sees. Cards that are not
        dealt start in the first pile.
    each
        The number of cards dealt to each seat at the start.
    known
        Whether other seats may know where a card is. ``NAME_known`` holds, for each card, a bit
        mask of the seats that know it; rules set it, and clear it when a card is shuffled away.
        All seats see which cards a seat knows; with ``"private"``, only seats that know the card
        themselves do, so that a seat can remember what it has put face down.
    counted
        Whether observations show the number of cards in each hidden pile.
    where
        The name of a method that returns whether everything shown so far allows a seat to have a
        card, ``(g, seat, card) -> bool``, or to have its whole hand, ``(g, seat) -> bool``.
    reveal
        Whether all hands are shown when the game is over.
    meaning
        A description for readers; by default the name.

    Examples
    --------
    >>> from wistar_env.author import cards
    >>> DECK, PLAYED = -1, -2
    >>> place = cards(24, hidden=(DECK,), shown=(PLAYED,), each=5)
    """
    how = {"each": each, "known": known, "counted": counted, "reveal": reveal, "where": where}
    return CardPlaces(count, hidden, shown, {**how, "meaning": meaning})
