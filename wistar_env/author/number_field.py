"""``field``: a number in a game's state, or an array of numbers."""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import shown
from wistar_env.author.declaration import (
    LARGEST_COUNT,
    MOST_NUMBERS,
    SEAT,
    Declaration,
    known_name,
    rotate_rows,
    rotated_bits,
    rotated_seats,
    write_known,
    wrong_integer,
    wrong_range,
    wrong_text,
    wrong_where,
)
from wistar_env.author.source_text import SourceText
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.game.spec_records import FieldRange
from wistar_env.kit.layout import Section
from wistar_env.kit.limits import MAX_SEATS

#: The ``show`` of fields whose values are shown as rows of numbers.
_ROWS: Final = "rows"
#: The suffix of the last axis of blocks that show each value as several numbers.
_INNER_AXES: Final = {"onehot": "value", "bits": "bit", _ROWS: "part"}
_SHOWS: Final = ("count", "onehot", "bits", "seat", None)


class NumberField(Declaration):
    """A number, or an array of numbers, in a game's state; ``field`` declares it."""

    def __init__(
        self,
        axes: tuple[int | str, ...],
        bounds: tuple[int, int] | str | None,
        start: int | tuple[int, int] | list[Any],
        how: dict[str, Any],
    ) -> None:
        self.axes, self.start, self.names_seat = axes, start, bounds == SEAT
        # ``check`` rejects anything but a pair.
        self.bounds: Any = (NOBODY, MAX_SEATS - 1) if self.names_seat else bounds
        self.show: str | None = how["show"]
        self.rows: Any = None
        if isinstance(how["show"], list):
            self.show, self.rows = _ROWS, how["show"]
        if self.names_seat and self.show == "count":
            self.show = "seat"
        self.is_hidden, self.reveal, self.where = how["hidden"], how["reveal"], how["where"]
        self.scale, self.meaning = how["scale"], how["meaning"]
        self.known, self.blind = how["known"], how["blind"]
        self.sealed: int | None = how["sealed"]
        self.is_sealed = self.sealed is not None

    @property
    def low(self) -> int:
        """Its lowest value."""
        return int(self.bounds[0])

    @property
    def high(self) -> int:
        """Its highest value."""
        return int(self.bounds[1])

    @property
    def by_seat(self) -> bool:
        """Whether it has one entry per seat."""
        return bool(self.axes) and self.axes[0] == SEAT

    @property
    def inner(self) -> tuple[int, ...]:
        """The lengths of its axes, except the seat axis."""
        return tuple(int(axis) for axis in (self.axes[1:] if self.by_seat else self.axes))

    def record_fields(self, seats: int) -> list[tuple[Any, ...]]:
        """Return the record fields: the values and, if declared, who knows each value."""
        shape = (seats, *self.inner) if self.by_seat else self.inner
        names = [self.name, *([known_name(self.name)] if self.known else [])]
        return [(name, np.int16, shape) if shape else (name, np.int16) for name in names]

    def ranges(self, seats: int) -> list[FieldRange]:
        """Return the range of each record field."""
        known = [(known_name(self.name), (0, 2**seats - 1))] if self.known else []
        return [(self.name, (self.low, seats - 1) if self.names_seat else self.bounds), *known]

    @property
    def where_takes(self) -> tuple[str, ...]:  # type: ignore[override]
        """The parameters of the ``where`` method after ``g``."""
        return ("seat", *(f"i{k}" for k in range(len(self.inner))), "value")

    def check(self, seats: int, redrawn: bool) -> str:
        """Return an error message for an invalid declaration, or an empty string."""
        return (
            self._wrong_values()
            or self._wrong_axes(seats)
            or self._wrong_start(redrawn)
            or self._wrong_show()
        )

    def _wrong_values(self) -> str:
        """Return an error message for an argument of the wrong kind, or an empty string."""
        if self.bounds is None:
            return "give its lowest and highest value, such as range=(0, 5)"
        if self.rows is None and self.show not in _SHOWS:
            shows = ", ".join(map(repr, _SHOWS))
            return f"show must be one of {shows}, or a list of rows, found {shown(self.show)}"
        start = wrong_range if isinstance(self.start, tuple) else wrong_integer
        return (
            wrong_range("range", self.bounds)
            or ("" if isinstance(self.start, list) else start("start", self.start))
            or wrong_integer("scale", self.scale, 1)
            or wrong_where(self.where)
            or wrong_text("meaning", self.meaning)
            or (wrong_integer("sealed", self.sealed) if self.is_sealed else "")
        )

    def _wrong_axes(self, seats: int) -> str:
        numbers = 1
        for k, axis in enumerate(self.axes):
            seat = k == 0 and axis == SEAT
            if not seat and wrong_integer("", axis, 1, 10**18):
                return f"an axis is a length above 0, or SEAT for the first; found {shown(axis)}"
            numbers *= seats if seat else int(axis)
        if numbers > MOST_NUMBERS:
            return f"it has {numbers:,} numbers; the limit is {MOST_NUMBERS:,}"
        return ""

    def _wrong_start(self, redrawn: bool) -> str:
        if redrawn and self.is_hidden and not isinstance(self.start, tuple):
            return (
                "a hidden field needs a random start=(lowest, highest), from which it is "
                "resampled; otherwise write reshuffle_hidden(g, seat)"
            )
        if (self.known or self.blind) and not self.is_hidden:
            return "'known' and 'blind' need hidden=True"
        for word, given in (("blind", self.blind), ("sealed", self.is_sealed)):
            if given and not self.by_seat:
                return f"'{word}' is for fields whose first axis is SEAT"
        if isinstance(self.start, list):
            return self._wrong_list(self.start)
        first, last = self.start if isinstance(self.start, tuple) else (self.start, self.start)
        if not self.low <= first <= last <= self.high:
            return f"its start {self.start} is outside its range {self.bounds}"
        if self.where and not (self.is_hidden and self.by_seat):
            return "'where' is for hidden fields whose first axis is SEAT"
        return ""

    def _wrong_list(self, start: list[Any]) -> str:
        try:
            numbers = np.array(start)
        except ValueError:  # rows of different lengths
            numbers = np.array(0.5)
        if numbers.shape != self.inner or numbers.dtype.kind not in "iu":
            return f"a list 'start' must be integers of shape {self.inner}, found {shown(start)}"
        if numbers.min() < self.low or numbers.max() > self.high:
            return f"its start {shown(start)} is outside its range {self.bounds}"
        return ""

    def _wrong_show(self) -> str:
        span = self.high - self._hidden_base if self.is_hidden else self.high - self.low
        if self.show == "count" and span // self.scale > LARGEST_COUNT:
            scale = -(-span // LARGEST_COUNT)
            return (
                f"observations count to {LARGEST_COUNT}, but its range spans {span}; give "
                f"scale={scale}, show='onehot' or show=None"
            )
        if self.rows is not None:
            shape: list[int] = [*np.shape(self.rows)] if _is_table(self.rows) else []
            if len(shape) != 2 or shape[0] != self.high + 1:
                return (
                    f"a list 'show' needs a row of numbers, 0 to {LARGEST_COUNT}, for each value, "
                    f"0 to {self.high}, found {shown(self.rows)}"
                )
        if self.show == "bits" and self.low < 0:
            return f"show='bits' needs a range without negative numbers, found {self.bounds}"
        return ""

    @property
    def _table(self) -> npt.NDArray[np.uint8]:
        """The rows that show each value; an empty array if there are none."""
        return np.array([[]] if self.rows is None else self.rows, np.uint8)

    def constants(self) -> Mapping[str, Any]:
        """Return the rows that show each value, under their name in generated code."""
        return {} if self.rows is None else {f"{self.name}_rows": self._table}

    @property
    def _hidden_base(self) -> int:
        """The number subtracted in observations, below all values, so that 0 means hidden."""
        return 0 if self.low > 0 else self.low - 1

    def write_start(self, out: SourceText, seats: int) -> None:
        """Write code that sets the initial value: if random, the lowest value for absent seats."""
        if self.start == 0:
            return
        if isinstance(self.start, list):
            with out.block(*(["for seat in range(seats):"] if self.by_seat else [])):
                for at, number in np.ndenumerate(np.array(self.start)):
                    if number:
                        index = ", ".join([*(["seat"] if self.by_seat else []), *map(str, at)])
                        out.add(f"g.{self.name}[{index}] = {number}")
            return
        if not isinstance(self.start, tuple):
            loops, place = self._loops(str(seats))
            with out.block(*loops):
                out.add(f"{place} = {self.start}")
            return
        low, high = self.start
        if self.by_seat and low != 0:
            loops, place = self._loops(str(seats))
            with out.block(*loops):
                out.add(f"{place} = {low}")
        loops, place = self._loops("seats")
        with out.block(*loops):
            out.add("x = following(x)", f"{place} = {_plus(low, f'below(x, {high - low + 1})')}")

    def _loops(self, seats: str, seat: str = "seat") -> tuple[list[str], str]:
        """Return the headers of loops over all numbers of the field, and code for one number."""
        heads = [f"for {seat} in range({seats}):"] if self.by_seat else []
        heads += [f"for i{k} in range({size}):" for k, size in enumerate(self.inner)]
        return heads, self._number(seat)

    def _number(self, seat: str, name: str = "") -> str:
        index = ", ".join(
            [*([seat] if self.by_seat else []), *(f"i{k}" for k in range(len(self.inner)))]
        )
        return f"g.{name or self.name}[{index}]" if index else f"g.{name or self.name}"

    def _known(self, seat: str) -> str:
        """Return code for the bit mask of the seats that know a number."""
        return self._number(seat, known_name(self.name))

    def write_redraw(self, out: SourceText, seats: int) -> None:
        """Write code that resamples the values hidden from a seat."""
        loops, place = self._loops("seats", "other")
        if self.by_seat:
            loops.insert(1, f"if other {'==' if self.blind else '!='} seat:")
        if self.reveal:
            loops.insert(0, "if g.finished == 0:")
        if self.known:
            loops.append(f"if (int({self._known('other')}) >> seat) & 1 == 0:")
        with out.block(*loops):
            if self.where:
                self._write_redraw_where(out, place)
            else:
                low, high = self._drawn
                drawn = _plus(low, f"below(x, {high - low + 1})")
                out.add("x = following(x)", f"{place} = {drawn}")

    @property
    def _drawn(self) -> tuple[int, int]:
        assert isinstance(self.start, tuple)
        return self.start

    def _write_redraw_where(self, out: SourceText, place: str) -> None:
        """Write code that samples from the values that ``where`` allows."""
        low, high = self._drawn
        indices = ", ".join(["other", *(f"i{k}" for k in range(len(self.inner))), "value"])
        fits = f"m_{self.where}(t, g, {indices})"
        values = f"for value in range({low}, {high + 1}):"
        out.add("n = 0")
        with out.block(values, f"if {fits}:"):
            out.add("n += 1")
        out.add("fits = n > 0")
        self.write_no_deal(out)
        out.add("x = following(x)", "k = below(x, n)", f"drawn = {low}")
        with out.block(values, f"if {fits}:"):
            out.add("if k == 0:", "    drawn = value", "k -= 1")
        out.add(f"{place} = drawn")

    def write_view(self, out: SourceText, seats: int) -> None:
        """Write code that encodes what a viewer sees: values and, if ``known``, who knows them."""
        if self.show is None:
            return
        for known in (False, True) if self.known else (False,):
            if self.by_seat:
                with out.block("for k in range(seats):"):
                    out.add("seat = first + k", "if seat >= seats:", "    seat -= seats")
                    self._write_numbers(out, known)
            else:
                self._write_numbers(out, known)

    def _write_numbers(self, out: SourceText, known: bool) -> None:
        loops = [f"for i{k} in range({size}):" for k, size in enumerate(self.inner)]
        with out.block(*loops):
            if known:
                write_known(out, self._known("seat"))
            elif self.is_hidden:
                self._write_hidden(out)
            else:
                self._write_number(out)

    def _write_hidden(self, out: SourceText) -> None:
        owner = f"seat {'!=' if self.blind else '=='} viewer"
        shown = ["viewer == NOBODY", *([owner] if self.by_seat else [])]
        shown += ["g.finished == 1"] if self.reveal else []
        shown += [f"(int({self._known('seat')}) >> viewer) & 1 == 1"] if self.known else []
        with out.block(f"if {' or '.join(shown)}:"):
            out.add(f"v = int({self._number('seat')})")
            self._write_value(out, self._hidden_base)
        out.add(f"at += {self._width}")

    def _write_number(self, out: SourceText) -> None:
        out.add(f"v = int({self._number('seat')})")
        if self.sealed is not None:
            seen = "(seat == viewer or viewer == NOBODY)"
            with out.block(f"if {seen} and (int(g.sealed_made) >> seat) & 1:"):
                out.add(f"v = int(g.sealed_choice[seat]) - {self.sealed}")
        self._write_value(out, self.low)
        out.add(f"at += {self._width}")

    def _write_value(self, out: SourceText, base: int) -> None:
        """Write code that encodes the value ``v`` relative to a base.

        Even for values out of range, that code writes only to the field's part of the observation.
        """
        if self.show == "count":
            count = _plus(-base, "v")
            scaled = count if self.scale == 1 else f"({count}) // {self.scale}"
            out.add(f"out[at] = max(0, min({LARGEST_COUNT}, {scaled}))")
        elif self.show == "onehot":
            first = max(self.low, 0)
            with out.block(f"if {first} <= v <= {self.high}:"):
                out.add(f"out[at + v - {first}] = 1" if first else "out[at + v] = 1")
        elif self.show == "bits":
            with out.block(f"for b in range({self._width}):"):
                out.add("out[at + b] = (v >> b) & 1")
        elif self.show == _ROWS:
            # The digest in the source keeps the code cache from reusing code for other rows.
            digest = hashlib.blake2b(self._table.tobytes(), digest_size=6).hexdigest()
            with out.block(f"if 0 <= v <= {self.high}:  # rows {digest}"):
                out.add(f"for b in range({self._width}):")
                out.add(f"    out[at + b] = {self.name}_rows[v, b]")
        else:
            with out.block("if 0 <= v < seats:"):
                out.add("p = v - first", "if p < 0:", "    p += seats", "out[at + p] = 1")

    @property
    def _width(self) -> Any:
        """The number of observation values that encode one number of the field."""
        sizes = {
            "count": 1,
            "onehot": self.high - max(self.low, 0) + 1,
            "bits": max(1, self.high.bit_length()),
            "seat": "seats",
            _ROWS: self._table.shape[1],
        }
        return sizes[self.show or "count"]

    def add_blocks(self, section: Section, axes: dict[str, int]) -> None:
        """Declare the observation blocks that ``write_view`` encodes."""
        if self.show is None:
            return
        names = [SEAT] if self.by_seat else []
        for k, size in enumerate(self.inner):
            names.append(f"{self.name}_{k + 1}" if len(self.inner) > 1 else self.name)
            axes[names[-1]] = size
        places = tuple(names)
        if self.show in _INNER_AXES:
            names.append(f"{self.name}_{_INNER_AXES[self.show]}")
            axes[names[-1]] = self._width
        elif self.show == "seat":
            names.append(SEAT)
        limit, meaning, copied, lowest = 1, self.words, "", 0
        if self.show == "count":
            base = self._hidden_base if self.is_hidden else self.low
            limit = max(1, (self.high - base) // self.scale)
            if base != 0:
                meaning += f", {'plus' if base < 0 else 'minus'} {abs(base)}"
            lowest = base if self.scale == 1 else 0
            copied = self.name if base == 0 and self.scale == 1 and not self.is_hidden else ""
        elif self.show == _ROWS:
            limit = max(1, int(self._table.max()))
        if self.is_hidden:
            meaning += ", 0 if hidden"
        section.add(self.name, *names, limit=limit, meaning=meaning, field=copied, lowest=lowest)
        if self.known:
            meaning = f"{self.words}: the seats that know it"
            section.add(known_name(self.name), *places, SEAT, meaning=meaning)

    def rotate(self, game: Any, shift: int) -> None:
        """Rotate by ``shift`` the entries of seats, and seat numbers in values."""
        seats = int(game["seats"])
        if self.names_seat:
            game[self.name] = rotated_seats(game[self.name], shift, seats)
        if self.known:
            known = known_name(self.name)
            game[known] = rotated_bits(game[known], shift, seats)
        for name in (self.name, known_name(self.name)) if self.known else (self.name,):
            if self.by_seat:
                rotate_rows(game, name, shift)

    def contradiction(self, game: Any) -> str:
        """Return a message about a seat number that does not exist, or an empty string."""
        if self.names_seat and (game[self.name] >= game["seats"]).any():
            return f"{self.name} is {game[self.name]}, but there are {game['seats']} seats"
        return ""


def _is_table(rows: Any) -> bool:
    """Whether rows have equal lengths and only numbers that observations can hold."""
    try:
        table = np.array(rows)
    except ValueError:
        return False
    return (
        table.dtype.kind in "iu"
        and 0 <= table.min(initial=0) <= table.max(initial=0) <= LARGEST_COUNT
    )


def _plus(number: int, what: str) -> str:
    """Return code for the sum of a constant and an expression."""
    if number == 0:
        return what
    return f"{number} + {what}" if number > 0 else f"{what} - {-number}"


def field(
    *axes: int | str,
    range: tuple[int, int] | str | None = None,
    start: int | tuple[int, int] | list[Any] = 0,
    show: str | list[Any] | None = "count",
    hidden: bool = False,
    blind: bool = False,
    known: bool = False,
    reveal: bool = True,
    where: str = "",
    scale: int = 1,
    sealed: int | None = None,
    meaning: str = "",
) -> Any:
    """Declare a number in the state of a game, or an array of numbers.

    Parameters
    ----------
    axes
        The shape of an array; none for a single number. The first axis may be ``SEAT``.
    range
        The lowest and highest value, inclusive; ``SEAT`` means a seat number or ``NOBODY``.
    start
        The initial value. A pair draws each value uniformly from a range (inclusive). A list gives
        an array's initial values, without the seat axis.
    show
        How observations encode it: ``"count"``, ``"onehot"`` (all 0 for -1), ``"bits"``, ``"seat"``
        (the seat that it names), or None. A list gives a row of numbers for each value, such as
        the price of a card; values below 0 are shown as zeros.
    hidden
        Whether a seat sees only its own number; without a seat axis, no seat sees the number.
        Unseen numbers are resampled from ``start``.
    blind
        Whether all other seats see a hidden number but its owner does not.
    known
        Whether other seats may know hidden numbers. ``NAME_known`` holds, for each number, a bit
        mask of the seats that know it; rules set it, as in ``g.NAME_known[seat] |= 1 << other``.
        All seats see it.
    reveal
        Whether a hidden field is shown when the game is over.
    where
        The name of a method ``(g, seat, value) -> bool`` that returns whether everything shown so
        far allows a hidden value. With more axes it is ``(g, seat, i, value)``, and so on.
    scale
        The divisor of counts in observations.
    sealed
        If given, this field shows a seat its own sealed choice: the action minus this number.
    meaning
        A description for readers; by default the name.

    Examples
    --------
    >>> from wistar_env.author import SEAT, field
    >>> coins = field(SEAT, range=(0, 30), start=5)
    >>> trump = field(range=(0, 3), show="onehot", meaning="the trump suit")
    """
    how: dict[str, Any] = {"show": show, "hidden": hidden, "reveal": reveal, "where": where}
    how |= {"known": known, "blind": blind}
    more = {"scale": scale, "sealed": sealed, "meaning": meaning}
    return NumberField(axes, range, start, {**how, **more})
