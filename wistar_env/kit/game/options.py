"""``Option``: a setting with which a game begins, declared once by the game.

A game lists its options in ``GameSpec.options``, and its record has the field ``"options"`` of type
``option_record(OPTIONS)``. Arguments, validation, command-line flags, forms, texts, replays and
checks of saves follow from the list. The kit writes the values before ``begin``; rules read
``g.options.NAME``.

A batch has the bounds of each option for each game (``bounds_record``). The seed of a game draws
the value from these bounds.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, shown
from wistar_env.compiled.records import record
from wistar_env.kit.common_fields import OPTIONS_FIELD
from wistar_env.kit.game.field_ranges import Ranges, fields_of, ranges_by_type
from wistar_env.kit.rules_interface import NOTHING

#: In a record, the value of an option that has no default and was not given.
UNSET: Final = -1
#: Names of arguments and command-line options, which no option of a game may have.
_TAKEN: Final = frozenset(
    {"autoreset_mode", "bots", "compact_actions", "copy", "data", "folder", "game", "games"}
    | {"history", "learner_seat", "max_episode_steps", "num_envs", "num_games", "num_players"}
    | {"num_threads"}
    | {"observation", "on_illegal", "opponents", "options", "players", "render_mode", "reward"}
    | {"seat", "seed", "size"}
)
_HIGHEST: Final = int(np.iinfo(np.int16).max)

_Numbers: TypeAlias = npt.NDArray[np.int16]


@dataclass(frozen=True, kw_only=True)
class Option:
    """An option of a game: one integer, or several with names.

    Attributes
    ----------
    name
        Its name in Python, in commands, in files and in the record of the game.
    help
        What it does, in a sentence without a full stop.
    low
        The lowest value.
    high
        The highest value.
    default
        The value if the option is not given. None leaves it ``UNSET``, and ``begin`` must choose
        it.
    parts
        The names of its numbers if it has several. All games of a batch then share the numbers,
        whereas a single number may differ from game to game, or be drawn from a range.
    players
        The player counts to which it applies; empty for all.
    check
        Returns what is wrong with numbers that are in range, or an empty string.
    implies
        Another option, whose value becomes the sum of this option's numbers if they are given.
    in_words
        Returns a value in words; None writes the name and the value.
    label
        Its label in forms; by default the name.
    training
        The value in training games, or ``(lowest, highest)``; None for the default.
    evaluation
        The value in evaluation games; None for the default.

    Raises
    ------
    ValueError
        If the name is taken or not an identifier, or the range or the default is impossible.

    Examples
    --------
    >>> pieces = Option(name="pieces", help="pieces of each pile", low=1, high=9, default=5)
    >>> pieces.values, pieces.words(3)
    ('1 to 9', 'pieces 3')
    """

    name: str
    help: str
    low: int = 0
    high: int
    default: int | None = None
    parts: tuple[str, ...] = ()
    players: tuple[int, ...] = ()
    check: Callable[[Sequence[int]], str] | None = None
    implies: str = ""
    in_words: Callable[[Any], str] | None = None
    label: str = ""
    training: int | tuple[int, int] | None = None
    evaluation: int | None = None

    def __post_init__(self) -> None:
        """Check the declaration."""
        if not self.name.isidentifier() or self.name in _TAKEN:
            raise ValueError(
                f"an option cannot be called {self.name!r}: its name must be an identifier other "
                f"than {sorted(_TAKEN)}"
            )
        default = self.low if self.default is None else self.default
        if not 0 <= self.low <= default <= self.high <= _HIGHEST:
            raise ValueError(
                f"the option {self.name!r} needs 0 <= low <= default <= high <= {_HIGHEST}, found "
                f"low {self.low}, default {default} and high {self.high}"
            )
        if self.parts and self.default is not None:
            raise ValueError(
                f"the option {self.name!r} has parts, so its default must be None, found "
                f"{self.default}"
            )

    @property
    def values(self) -> str:
        """The allowed values, such as ``"0 to 9"``."""
        each = f"{self.low} to {self.high}"
        return f"{each} for each of {', '.join(self.parts)}" if self.parts else each

    @property
    def sentence(self) -> str:
        """The option's allowed values, default, player counts and effect, in words."""
        details = [] if self.default is None else [f"default {self.default}"]
        if self.players:
            plural = "s" if self.players[-1] > 1 else ""
            details.append(f"only with {' or '.join(map(str, self.players))} player{plural}")
        bracketed = f" ({', '.join(details)})" if details else ""
        return f"{self.values}{bracketed}; {self.help}"

    def is_for(self, num_players: int) -> bool:
        """Return whether the option applies to a player count."""
        return not self.players or num_players in self.players

    def words(self, value: Any) -> str:
        """Return a value in words."""
        if self.in_words is not None:
            return self.in_words(value)
        numbers = value if isinstance(value, Sequence) else (value,)
        return f"{self.name.replace('_', ' ')} {'-'.join(map(str, numbers))}"

    def wrong(self, numbers: Sequence[int]) -> str:
        """Return what is wrong with numbers that are in range, or an empty string."""
        return "" if self.check is None else self.check(numbers)

    def numbers(self, value: Any) -> list[int]:
        """Validate a value, and return its numbers.

        Raises
        ------
        TypeError, ValueError
            If the value is invalid.
        """
        if not self.parts:
            found = [integer(self.name, value, self.low, self.high)]
        elif isinstance(value, Sequence) and len(value) == len(self.parts):
            found = [
                integer(f"{self.name}: {part}", number, self.low, self.high)
                for part, number in zip(self.parts, value, strict=True)
            ]
        else:
            raise TypeError(
                f"{self.name} must be {len(self.parts)} integers ({', '.join(self.parts)}), "
                f"found {shown(value)}"
            )
        if problem := self.wrong(found):
            raise ValueError(f"{self.name}: {problem}, found {shown(value)}")
        return found

    def bounds(self, value: Any, num_games: int) -> tuple[_Numbers, _Numbers]:
        """Return the lowest and the highest numbers for each game: int16, shape (n, k) or (1, k).

        Parameters
        ----------
        value
            A value for all games; a ``range`` or ``(lowest, highest)``, from which each game draws;
            or a list or array with a value for each game.
        num_games
            The number of games.

        Raises
        ------
        TypeError, ValueError
            If the value is invalid.
        """
        allowed = (
            f"{self.name} must be an integer from {self.low} to {self.high}, a range (lowest, "
            "highest) or a list with one integer for each game"
        )
        if self.parts or isinstance(value, str | bytes) or np.ndim(value) == 0:
            each = [self.numbers(value)]
        elif isinstance(value, range | tuple):
            steps = value.step if isinstance(value, range) else len(value) - 1
            if steps != 1 or not value or value[0] > value[-1]:
                raise ValueError(f"{allowed}, found the range {shown(value)}")
            low, high = (np.array([self.numbers(value[k])], np.int16) for k in (0, -1))
            return low, high
        elif np.shape(value) != (num_games,):
            raise ValueError(
                f"{allowed}; there are {num_games} games, found shape {np.shape(value)}"
            )
        else:
            each = [self.numbers(number) for number in value]
        both = np.array(each, np.int16)
        return both, both


Options: TypeAlias = tuple[Option, ...]


def option_record(options: Options) -> np.dtype[Any]:
    """Return the record type of the field ``"options"`` in a game's record."""
    if not options:
        return NOTHING
    shapes = [[(len(option.parts),)] if option.parts else [] for option in options]
    return record(
        [(option.name, np.int16, *shape) for option, shape in zip(options, shapes, strict=True)]
    )


def bounds_record(options: Options) -> np.dtype[Any]:
    """Return the record type of the lowest and highest values of a game's options."""
    return record([(bound, option_record(options)) for bound in ("low", "high")])


def check_declared(options: Options, title: str, game: np.dtype[Any]) -> None:
    """Check that options are consistent with each other and with the game's record.

    Raises ValueError if options are inconsistent.
    """
    names = [option.name for option in options]
    for option in options:
        if names.count(option.name) > 1 or option.implies not in ("", *names):
            raise ValueError(
                f"options of {title} must have unique names, and implies= must be empty or one of "
                f"them; found {option.name!r} with implies={option.implies!r} in {names}"
            )
    found = game[OPTIONS_FIELD] if OPTIONS_FIELD in (game.names or ()) else NOTHING
    if found != option_record(options):
        raise ValueError(
            f"the record of {title} must have the field ({OPTIONS_FIELD!r}, "
            f"option_record(OPTIONS)) for the options {names}, found {list(found.names or ())}"
        )


def given_options(
    options: Options, title: str, num_players: int, given: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the given options, without those that are None.

    Raises ValueError if an option is unknown, or does not apply to this player count.
    """
    known = {option.name: option for option in options}
    for name, value in given.items():
        if name not in known:
            raise ValueError(
                f"{title} has no option {shown(name)}; it has {', '.join(known) or 'none'}"
            )
        if value is not None and not known[name].is_for(num_players):
            players = ", ".join(map(str, known[name].players))
            raise ValueError(
                f"{name} is an option for num_players={players}, found {num_players} players"
            )
    return {name: value for name, value in given.items() if value is not None}


def bounds_of(
    options: Options, title: str, num_players: int, num_games: int, given: Mapping[str, Any]
) -> npt.NDArray[Any]:
    """Return the bounds of the options of each game: shape (n,), dtype ``bounds_record``.

    Raises TypeError, ValueError if an option is unknown or invalid, or two contradict each other.
    """
    found = given_options(options, title, num_players, given)
    bounds = np.zeros(num_games, bounds_record(options))
    for option in options:
        if option.name in found:
            both = option.bounds(found[option.name], num_games)
            _write(bounds, option.name, *both)
        elif option.is_for(num_players):
            _write(bounds, option.name, *[UNSET if option.default is None else option.default] * 2)
    for option in options:
        if option.implies and option.name in found:
            numbers = tuple(bounds["low"][option.name].reshape(num_games, -1)[0].tolist())
            _imply(option, numbers, bounds, found)
    return bounds


def _write(bounds: npt.NDArray[Any], name: str, low: Any, high: Any) -> None:
    for bound, numbers in (("low", low), ("high", high)):
        bounds[bound][name].reshape(len(bounds), -1)[:] = numbers


def _imply(
    option: Option, numbers: tuple[int, ...], bounds: npt.NDArray[Any], found: Mapping[str, Any]
) -> None:
    """Set the option that ``option`` implies; raise ValueError if another value was given."""
    name, implied = option.implies, sum(numbers)
    if name in found and any((bounds[each][name] != implied).any() for each in ("low", "high")):
        raise ValueError(
            f"{option.name} {numbers} implies {name} {implied}, found {name} {shown(found[name])}"
        )
    _write(bounds, name, implied, implied)


def values_of(options: Options, num_players: int, game: npt.NDArray[Any]) -> dict[str, Any]:
    """Return the options with which a game began, as JSON values, except those that others imply.

    ``num_players``: the player count. ``game``: the record of the game, shape (1,).
    """
    own = {option.name: option for option in options if option.is_for(num_players)}
    implied = {option.implies for option in own.values()}
    return {name: game[OPTIONS_FIELD][name][0].tolist() for name in own if name not in implied}


def ranges_of(
    options: Options, players: Sequence[int], *, begun: bool = True
) -> dict[str, tuple[int, int]]:
    """Return the range of each field of the options, in games of these player counts.

    ``options``, ``players``: the options, and the player counts. ``begun``: whether the games have
    begun; before that, an option may be ``UNSET``.
    """
    ranges = {}
    for option in options:
        low = option.low if begun or option.default is not None else UNSET
        ends = [low, option.high] if any(map(option.is_for, players)) else []
        ends += [] if all(map(option.is_for, players)) else [0]
        ranges[f"{OPTIONS_FIELD}.{option.name}"] = (min(ends), max(ends))
    return ranges


def wrong_bounds(
    options: Options, num_players: int, bounds: npt.NDArray[Any]
) -> tuple[int, str] | None:
    """Find an invalid row of untrusted bounds; return its index and the problem, else None."""
    ranges: Ranges = {**ranges_of(options, (num_players,), begun=False)}
    for bound in ("low", "high"):
        numbers = np.ascontiguousarray(bounds[bound])
        fields = {field.name: field for field in fields_of(numbers.dtype, OPTIONS_FIELD)}
        for group in ranges_by_type(fields, ranges):
            if found := group.outside(numbers):
                return found
    for option in options:
        if option.is_for(num_players):
            for i in range(len(bounds)):
                if problem := _wrong_row(option, bounds[i]):
                    return i, f"{OPTIONS_FIELD}: {option.name}: {problem}"
    return None


def _wrong_row(option: Option, bounds: Any) -> str:
    low, high = (np.atleast_1d(bounds[bound][option.name]).tolist() for bound in ("low", "high"))
    unset = option.default is None and UNSET in low + high
    if low != high and (option.parts or unset or low > high):
        return (
            f"from {low} to {high}; allowed: equal bounds or, for a single number that is given, a "
            "lower and a higher one"
        )
    if unset:
        return "" if set(low) == {UNSET} else f"only a part of {low} is given; allowed: all or none"
    if problem := option.wrong(low) or option.wrong(high):
        return problem
    implied = [bounds[bound][option.implies] for bound in ("low", "high")] if option.implies else []
    return (
        f"{low} with {option.implies} {implied}; allowed: {option.implies} {sum(low)}"
        if set(implied) - {sum(low)}
        else ""
    )
