"""``hand``: cards dealt to the seats; each seat sees only its own."""

from collections.abc import Iterable
from typing import Any, Final

import numpy as np

from wistar_env.arguments import shown
from wistar_env.author.declaration import (
    HAND_TRIES,
    LARGEST_COUNT,
    SEAT,
    TRIES,
    Declaration,
    known_name,
    rotate_rows,
    rotated_bits,
    write_known,
    wrong_integer,
    wrong_text,
    wrong_where,
)
from wistar_env.author.source_text import SourceText
from wistar_env.kit.game.spec_records import FieldRange
from wistar_env.kit.layout import Section
from wistar_env.kit.redraw import MOST_CARDS, MOST_PLACES

#: An empty slot of a hand.
NONE: Final = -1


class HandOfCards(Declaration):
    """Hands of cards, one for each seat; ``hand`` declares them."""

    is_hidden = True

    def __init__(self, of: tuple[int, ...], each: int, how: dict[str, Any]) -> None:
        self.of, self.each, self.empty = of, each, how["empty"]
        self.reveal, self.where, self.meaning = how["reveal"], how["where"], how["meaning"]
        self.known, self.blind = how["known"], how["blind"]
        self.dealt = each if how["dealt"] is None else how["dealt"]
        self.counted = how["counted"]

    @property
    def high(self) -> int:
        """The highest card."""
        return max(self.of)

    @property
    def left(self) -> str:
        """The name of the field that counts the copies of each card left in the deck."""
        return f"{self.name}_left"

    @property
    def base(self) -> int:
        """The number subtracted from a card in observations.

        Then 0 means a hidden card, or if slots may be empty, 0 means empty and 1 means hidden.
        """
        return -2 if self.empty else min(0, min(self.of) - 1)

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return the record fields: the hands, the deck and, if declared, who knows each card."""
        shape = (seats, self.each) if self.each > 1 else (seats,)
        known = [(known_name(self.name), np.int16, shape)] if self.known else []
        return [(self.name, np.int16, shape), *known, (self.left, np.int16, (self.high + 1,))]

    def ranges(self, seats: int) -> list[FieldRange]:
        """Return the range of each record field."""
        lowest = NONE if self.empty else min(self.of)
        most = max(self.of.count(card) for card in self.of)
        known = [(known_name(self.name), (0, 2**seats - 1))] if self.known else []
        return [(self.name, (lowest, self.high)), *known, (self.left, (0, most))]

    @property
    def where_takes(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parameters of the ``where`` method after ``g``."""
        if self.each == 1:
            return ("seat", "card")
        return ("seat",) if self.judges_hands else ("seat", "i", "card")

    def check(self, seats: int, redrawn: bool) -> str:
        """Return an error message for an invalid declaration, or an empty string."""
        is_tuple = isinstance(self.of, tuple)
        if not is_tuple or not self.of or any(wrong_integer("", card, 0) for card in self.of):
            return f"the cards are numbers from 0 up, such as of=(0, 0, 1), found {shown(self.of)}"
        values = (
            wrong_integer("each", self.each, 1)
            or wrong_integer("dealt", self.dealt, 0, self.each)
            or wrong_where(self.where)
            or wrong_text("meaning", self.meaning)
        )
        if values:
            return values
        if seats * self.each > len(self.of):
            return (
                f"{seats} seats with {self.each} cards each need {seats * self.each} cards, found "
                f"{len(self.of)}"
            )
        if self.dealt < self.each and not self.empty:
            return f"dealt={self.dealt} leaves slots without a card; add empty=True"
        limited = self.where and not self.judges_hands
        if limited and (self.high >= MOST_PLACES or len(self.of) > MOST_CARDS):
            return (
                f"'where' supports at most {MOST_CARDS} cards from 0 to {MOST_PLACES - 1}, found "
                f"{len(self.of)} cards up to {self.high}"
            )
        if self.high - self.base > LARGEST_COUNT:
            most = LARGEST_COUNT + self.base
            return f"cards must be at most {most} to fit in observations, found {self.high}"
        return ""

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write code that deals the hands."""
        for card in sorted({*self.of}):
            out.add(f"g.{self.left}[{card}] = {self.of.count(card)}")
        unused = NONE if self.empty else min(self.of)
        if unused:
            with out.block(*self._loops(str(seats), "seat")):
                out.add(f"{self._card('seat')} = {unused}")
        out.add(f"n = {len(self.of)}")
        loops = self._loops("seats", "seat")
        if self.dealt < self.each:
            loops[-1] = (
                f"for i in range({self.dealt}):" if self.each > 1 else "for seat in range(0):"
            )
        with out.block(*loops):
            out.add("x = following(x)")
            out.add(f"{self._card('seat')} = taken_from(g.{self.left}, below(x, n))", "n -= 1")

    def _loops(self, seats: str, seat: str) -> list[str]:
        heads = [f"for {seat} in range({seats}):"]
        return [*heads, f"for i in range({self.each}):"] if self.each > 1 else heads

    def _card(self, seat: str, name: str = "") -> str:
        return f"g.{name or self.name}[{seat}{', i' if self.each > 1 else ''}]"

    def _known(self, seat: str) -> str:
        """Return the expression for the bit mask of the seats that know a card."""
        return self._card(seat, known_name(self.name))

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write code that returns hidden cards to the deck and redeals them."""
        hidden = self._loops("seats", "other")
        hidden.insert(1, f"if other {'==' if self.blind else '!='} seat:")
        card = self._card("other")
        if self.empty:
            hidden.append(f"if {card} != {NONE}:")
        if self.known:
            hidden.append(f"if (int({self._known('other')}) >> seat) & 1 == 0:")
        with out.block(*(["if g.finished == 0:"] if self.reveal else [])):
            with out.block(*hidden):
                out.add(f"g.{self.left}[int({card})] += 1")
            out.add(f"n = number_left(g.{self.left})")
            if self.where:
                self._write_redraw_where(out, hidden, seats)
                return
            with out.block(*hidden):
                out.add("x = following(x)")
                out.add(f"{card} = taken_from(g.{self.left}, below(x, n))", "n -= 1")

    def _write_redraw_where(self, out: SourceText, hidden: list[str], seats: int) -> None:
        """Write code that samples by rejection and then, unless ``where`` checks hands, exactly."""
        card, size = self._card("other"), self.high + 1
        fits = f"m_{self.where}(t, g, other, {'i, ' if self.each > 1 else ''}value)"
        out.add("total = n", f"pool = empty({size}, int16)")
        with out.block(f"for _ in range({HAND_TRIES if self.judges_hands else TRIES}):"):
            out.add("fits, n = True, total", f"for value in range({size}):")
            out.add(f"    pool[value] = g.{self.left}[value]")
            with out.block(*hidden):
                out.add("x = following(x)", "value = taken_from(pool, below(x, n))", "n -= 1")
                out.add(f"{card} = value")
                if not self.judges_hands:
                    out.add(f"fits = fits and {fits}")
            if self.judges_hands:
                with out.block(*hidden[:2]):
                    out.add(f"fits = fits and m_{self.where}(t, g, other)")
            out.add("if fits:", "    break")
        if not self.judges_hands:
            self._write_exact(out, hidden, fits)
        self.write_no_deal(out)
        out.add(f"for value in range({size}):", f"    g.{self.left}[value] = pool[value]")

    def _write_exact(self, out: SourceText, hidden: list[str], fits: str) -> None:
        """Write code that draws uniformly among all possible deals, without rejection sampling."""
        card, size = self._card("other"), self.high + 1
        with out.block("if not fits:"):
            out.add(
                f"allowed = empty({len(self.of)}, int16)", f"drawn = empty({len(self.of)}, int16)"
            )
            out.add("n = 0")
            with out.block(*hidden):
                out.add("bits = 0")
                with out.block(f"for value in range({size}):", f"if {fits}:"):
                    out.add("bits |= 1 << value")
                out.add("allowed[n] = bits", "n += 1")
            out.add("for i in range(n, total):", f"    allowed[i] = {(1 << size) - 1}")
            out.add("x = following(x)")
            left = f"pointer(allowed), total, pointer(g.{self.left}), {size}"
            with out.block(f"if redraw_cards({left}, pointer(drawn), x):"):
                out.add(f"for value in range({size}):", f"    pool[value] = g.{self.left}[value]")
                out.add("n, fits = 0, True")
                with out.block(*hidden):
                    out.add(f"{card} = drawn[n]", f"pool[int({card})] -= 1", "n += 1")

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write code that encodes the cards that a viewer sees.

        Also, if declared, the number of cards in the deck and who knows each card.
        """
        shown = ["viewer == NOBODY", f"seat {'!=' if self.blind else '=='} viewer"]
        shown += ["g.finished == 1"] if self.reveal else []
        shown += [f"(int({self._known('seat')}) >> viewer) & 1 == 1"] if self.known else []
        with out.block("for k in range(seats):"):
            out.add("seat = first + k", "if seat >= seats:", "    seat -= seats")
            with out.block(*([f"for i in range({self.each}):"] if self.each > 1 else [])):
                card = self._card("seat")
                shows = f"if {' or '.join(shown)}:"
                with out.block(*([f"if {card} != {NONE}:"] if self.empty else [])):
                    if self.empty:
                        out.add("out[at] = 1")
                    with out.block(shows):
                        plus = f" + {-self.base}" if self.base else ""
                        out.add(f"out[at] = {card}{plus}")
                out.add("at += 1")
        if self.counted:
            out.add(f"out[at] = min({LARGEST_COUNT}, number_left(g.{self.left}))", "at += 1")
        if self.known:
            with out.block("for k in range(seats):"):
                out.add("seat = first + k", "if seat >= seats:", "    seat -= seats")
                with out.block(*([f"for i in range({self.each}):"] if self.each > 1 else [])):
                    write_known(out, self._known("seat"))

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare the observation blocks that ``write_view`` encodes."""
        names = [SEAT]
        if self.each > 1:
            axes[self.name] = self.each
            names.append(self.name)
        plus = f", plus {-self.base}" if self.base else ""
        hidden = "0 for none, 1 if hidden" if self.empty else "0 if hidden"
        section.add(
            self.name,
            *names,
            limit=self.high - self.base,
            meaning=f"{self.words}{plus}, {hidden}",
            lowest=0 if self.empty else self.base,
        )
        if self.counted:
            limit = min(LARGEST_COUNT, len(self.of))
            section.add(f"{self.name}_deck", limit=limit, meaning=f"{self.words}: size of the deck")
        if self.known:
            meaning = f"{self.words}: the seats that know it"
            section.add(known_name(self.name), *names, SEAT, meaning=meaning)

    def rotate(self, game: Any, shift: int) -> None:
        """Rotate by ``shift`` the hands, and the seats that know their cards."""
        rotate_rows(game, self.name, shift)
        if self.known:
            known = known_name(self.name)
            game[known] = rotated_bits(game[known], shift, int(game["seats"]))
            rotate_rows(game, known, shift)

    def contradiction(self, game: Any) -> str:
        """Return a message about a card with too many copies, or an empty string."""
        cards = game[self.name][: int(game["seats"])].ravel().tolist()
        for card in range(self.high + 1):
            found = cards.count(card) + int(game[self.left][card])
            if found > self.of.count(card):
                return f"{self.name} has {found} of card {card}, of only {self.of.count(card)}"
        return ""


def hand(
    of: Iterable[int],
    *,
    each: int = 1,
    dealt: int | None = None,
    counted: bool = False,
    empty: bool = False,
    blind: bool = False,
    known: bool = False,
    reveal: bool = True,
    where: str = "",
    meaning: str = "",
) -> Any:
    """Declare hands of cards: each seat is dealt cards at the start and sees only its own.

    The field has an entry per seat, or an array of entries if ``each`` is above 1. The remaining
    cards are the deck: ``NAME_left[card]`` counts the copies of a card in it, and
    ``take(g, g.NAME_left)`` draws one. Resampling shuffles the cards that a seat does not see.

    Parameters
    ----------
    of
        All cards as numbers from 0; repeat a number for each copy.
    each
        The number of slots for cards in each hand.
    dealt
        How many slots are filled at the start; by default all. The last slots of a hand start
        empty, so ``empty`` must be true.
    counted
        Whether observations show the number of cards in the deck.
    empty
        Whether a slot may be empty (``NONE``); everybody sees which slots are.
    blind
        Whether all other seats see a hand but its owner does not, as in Hanabi.
    known
        Whether other seats may know cards. ``NAME_known`` holds a bit mask, for each slot, of the
        seats that know the card; rules set it, and all seats see it.
    reveal
        Whether hands are shown when the game is over.
    where
        The name of a method that returns whether everything shown so far allows a seat to have a
        card: ``(g, seat, card) -> bool``, or ``(g, seat, i, card)`` with slot ``i`` if ``each`` is
        above 1. A method ``(g, seat) -> bool`` checks the whole hand instead; up to 10,000 deals
        are tried. If nothing is allowed, ``determinize`` and searches raise ``RulesError``.
    meaning
        A description for readers; by default the name.

    Examples
    --------
    >>> from wistar_env.author import hand
    >>> card = hand(of=(1, 1, 2, 2, 3, 3), meaning="jack, queen or king")
    """
    how: dict[str, Any] = {
        "dealt": dealt,
        "counted": counted,
        "empty": empty,
        "blind": blind,
        "known": known,
        "reveal": reveal,
    }
    # ``check`` rejects anything but a tuple.
    cards: Any = tuple(of) if isinstance(of, Iterable) else of
    return HandOfCards(cards, each, {**how, "where": where, "meaning": meaning})
