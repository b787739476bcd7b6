"""``GameSpec``: the declaration of a game."""

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, shown, span
from wistar_env.kit.common_fields import options_place
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.field_ranges import fields_of
from wistar_env.kit.game.options import (
    Option,
    bounds_of,
    bounds_record,
    check_declared,
    given_options,
)
from wistar_env.kit.game.spec_records import (
    ActionSpec,
    BotSpec,
    DataSpec,
    FieldRange,
    NetworkSpec,
    ObservationSpec,
    ReportSpec,
    SaveSpec,
    ScoreSpec,
    by_observation,
    reject_card_set,
)
from wistar_env.kit.layout import Layout
from wistar_env.kit.rules_interface import SIZES

_MAGIC_BYTES: Final = 4


def no_automata(num_players: int) -> tuple[int, int]:
    """Return the numbers of seats and automata of a game without automata: (num_players, 0)."""
    return num_players, 0


@cache
def check_agreement(spec: "GameSpec", bound: tuple[int, ...]) -> None:
    """Check that a declaration matches the sizes with which its functions were bound.

    Compiled code writes into arrays with the declared sizes.

    ``spec``: the declaration. ``bound``: the sizes, in the order of ``kit.rules_interface.SIZES``.
    Raises ValueError if they do not match, or ``record_ranges`` has an unknown field.
    """
    sizes = dict(zip(SIZES, bound, strict=True))
    declared = {
        "game_bytes": spec.record.itemsize,
        "num_options": options_place(spec.record)[1],
        "report_bytes": spec.report.record.itemsize,
        "num_actions": spec.num_actions,
        "columns": spec.scores.table_columns,
        "total_column": spec.scores.total_column,
        "max_seats": spec.max_seats,
        "num_features": len(spec.bots.weights),
    }
    for name, size in declared.items():
        if size != sizes[name]:
            raise ValueError(
                f"the GameSpec of {spec.name!r} gives {name} {size}, but its functions were bound "
                f"with {sizes[name]}"
            )
    words = {place for parts in spec.scores.features.values() for place, _, _ in parts}
    at_most = {
        "named score columns": (len(spec.score_columns), sizes["columns"]),
    }
    for num_players in range(spec.min_players, spec.max_players + 1):
        seats, automata = spec.seats_of(num_players)
        who = f" for {num_players} players"
        for layout in (
            spec.observation_layout(num_players),
            spec.observation.state_layout(num_players),
        ):
            at_most[f"values in a layout of size {layout.size}{who}"] = (
                layout.size,
                sizes["max_observation"],
            )
        at_most[f"seats{who}"] = seats, sizes["max_seats"]
        at_most[f"automata{who}"] = automata, seats - 1
    for what, (found, limit) in at_most.items():
        if found > limit:
            raise ValueError(
                f"the GameSpec of {spec.name!r} has {found} {what}; allowed: 0 to {limit}"
            )
    last = sizes["seat_words"] - 1
    if wrong := [word for word in words if not 0 <= word <= last]:
        allowed = span(0, last) if last >= 0 else "nothing"
        raise ValueError(
            f"the GameSpec of {spec.name!r} has a feature of word {min(wrong)}; allowed: {allowed}"
        )
    _check_ranges(spec)


def _check_ranges(spec: "GameSpec") -> None:
    """Check that the declared ranges belong to fields of the record."""
    names = [field.name for field in fields_of(spec.record)]
    for name, _ in spec.record_ranges:
        if name not in names:
            raise ValueError(
                f"the GameSpec of {spec.name!r} has record_ranges of {name!r}, which is not a "
                f"field of its record; the fields are {', '.join(names)}"
            )


@dataclass(frozen=True, eq=False, kw_only=True)
class GameSpec:
    """The declaration of a game, except for its compiled functions.

    An author writes the first ten fields; all others have defaults. Further topics have records,
    such as ``scores=ScoreSpec(points_name="coins")``.

    Attributes
    ----------
    name
        Its name in commands and files, such as ``"nine-men-s-morris"``.
    title
        Its name for people.
    rules_version
        Increase it with every change that makes the same actions lead to a different game.
    max_players
        The largest player count.
    record
        The record type of a game; it begins with ``kit.common_fields.COMMON_FIELDS``.
    record_ranges
        The ranges of the game's own fields of ``record`` except options, for untrusted saves.
        Compiled code does not check indices, so every field used as an index or loop bound needs a
        range, unless ``saves.check`` checks it.
    num_actions
        Action ids are 0 to ``num_actions - 1``.
    score_columns
        Names of the columns of a score table.
    observation_layout
        Takes a player count, and returns the layout of a seat's observation.
    open_data
        Opens the argument ``data=``; None means the bundled data. It also accepts data that it
        returned.
    min_players
        The smallest player count.
    seats_of
        Takes a player count, and returns the numbers of seats and of automata, which have the last
        seats.
    max_seats
        The number of rows of a score table; 0 for ``max_players``.
    rotate_seats
        Takes a record and a number k, and gives each seat the state of the seat k places before it.
        For games without automata in which all seats have the same rules; None for other games.
    options
        The settings with which a game begins, stored in the record's field ``"options"``; see
        ``kit.game.options``.
    rare_starts
        For ``wistar check``: functions that bring a new game close to events that random games
        seldom reach, such as an empty deck. They may play actions and change the record.
    actions
        Further facts about actions: their blocks, and which can occur.
    scores
        Further facts about scores: points during the game, features for rewards.
    observation
        Further facts about observations: their version, the full state, features of cards.
    report
        What a finished game reports besides its scores.
    saves
        Checks of saved games.
    data
        The bundled data and card sets.
    bots
        Bots of this game, and the weights of its heuristic.
    networks
        The networks of this game.
    """

    name: str
    title: str
    rules_version: int
    max_players: int
    record: np.dtype[Any]
    record_ranges: tuple[FieldRange, ...] = ()
    num_actions: int
    score_columns: tuple[str, ...]
    observation_layout: Callable[[int], Layout]
    open_data: Callable[[Any], GameData]

    min_players: int = 2
    seats_of: Callable[[int], tuple[int, int]] = no_automata
    max_seats: int = 0
    rotate_seats: Callable[[Any, int], None] | None = None
    options: tuple[Option, ...] = ()
    rare_starts: tuple[Callable[[Any], None], ...] = ()

    actions: ActionSpec = field(default_factory=ActionSpec)
    scores: ScoreSpec = field(default_factory=ScoreSpec)
    observation: ObservationSpec = field(default_factory=ObservationSpec)
    report: ReportSpec = field(default_factory=ReportSpec)
    saves: SaveSpec = field(default_factory=SaveSpec)
    data: DataSpec = field(default_factory=DataSpec)
    bots: BotSpec = field(default_factory=BotSpec)
    networks: NetworkSpec = field(default_factory=NetworkSpec)

    def __post_init__(self) -> None:
        """Check the options, and fill in derived defaults."""
        check_declared(self.options, self.title, self.record)
        columns, scores, seen = len(self.score_columns), self.scores, self.observation
        total = scores.total_column
        filled: dict[str, Any] = {
            "max_seats": self.max_seats or self.max_players,
            "scores": replace(
                scores,
                table_columns=scores.table_columns or columns,
                total_column=columns - 1 if total < 0 else total,
            ),
        }
        if seen.state_layout is by_observation:
            seen = replace(seen, state_layout=self.observation_layout)
        if seen.sparse_width is by_observation:
            seen = replace(seen, sparse_width=self._observation_size)
        for name, value in {**filled, "observation": seen}.items():
            object.__setattr__(self, name, value)

    def _observation_size(self, num_players: int) -> int:
        return self.observation_layout(num_players).size

    def action(self, block: str, number: int = 0) -> int:
        """Return the id of an action, given its block in ``actions.blocks`` and its number there.

        Raises
        ------
        ValueError
            If there is no such block or number.

        Examples
        --------
        >>> from wistar_env import RatsOfWistar
        >>> RatsOfWistar.spec.action("PLAY", 17) - RatsOfWistar.spec.action("PLAY")
        17
        """
        start = 0
        for name, size in self.actions.blocks:
            if name == block:
                return start + integer(f"the number of {block}", number, 0, size - 1)
            start += size
        known = ", ".join(name for name, _ in self.actions.blocks)
        raise ValueError(
            f"{block!r} is not an action block; {self.title} has the blocks {known or 'none'}"
        )

    def compact_actions(self, num_players: int | None = None, *data: Any) -> CompactActions:
        """Return the action ids that can occur, numbered without gaps.

        ``ActionSpec.possible`` excludes all other ids; a game that does not declare it keeps every
        id. The result does not depend on options, since a reset may change them.

        Parameters
        ----------
        num_players
            A player count of the game; None means the smallest.
        data
            The data of the games, each an argument of ``open_data``; by default the bundled data.

        Raises
        ------
        TypeError, ValueError
            If the game does not support this player count.
        DataError
            If some data are invalid.

        Examples
        --------
        >>> from wistar_env import RatsOfWistar
        >>> ids = RatsOfWistar.spec.compact_actions(2)
        >>> claim = RatsOfWistar.spec.action("CLAIM", 3)
        >>> int(ids.full[ids.compact[claim]]) == claim
        True
        """
        players = self.min_players if num_players is None else num_players
        players = integer("num_players", players, self.min_players, self.max_players)
        possible = np.full(self.num_actions, self.actions.possible is None)
        if self.actions.possible is not None:
            for each in data or (None,):
                possible |= self.actions.possible(self.opened(each), players)
        return CompactActions(possible)

    @cached_property
    def save_magic(self) -> bytes:
        """The first 4 bytes of saved games: a hash of the name and the record type."""
        made_of = f"{self.name} {self.record.descr}".encode()
        return hashlib.blake2b(made_of, digest_size=_MAGIC_BYTES).digest()

    def opened(self, data: Any) -> GameData:
        """Return the data for an argument ``data=``, bound to the compiled functions.

        Raises
        ------
        DataError
            If the data are not valid, or ``data`` names a card set, but the game has none.
        ValueError
            If the functions are bound with sizes other than declared.
        """
        self.check_card_set(data)
        found = self.open_data(data)
        check_agreement(self, tuple(found.rules.view(np.int64)[-len(SIZES) :].tolist()))
        return found

    def card_set_name(self, data: GameData) -> str | None:
        """Return the name of data that are a card set; None for other data."""
        made = self.data.card_sets is not None and self.data.card_sets.is_name(data.folder)
        return data.folder if made else None

    def check_card_set(self, data: Any) -> None:
        """Check that ``data=`` names no card set if the game has none.

        Raises
        ------
        DataError
            If ``data`` names a card set, but the game has none.
        """
        if self.data.card_sets is None:
            reject_card_set(self.title, data)

    @cached_property
    def bounds(self) -> np.dtype[Any]:
        """The record type of the lowest and highest values of a game's options."""
        return bounds_record(self.options)

    @cached_property
    def option_names(self) -> tuple[str, ...]:
        """The names of the options of a game."""
        return tuple(option.name for option in self.options)

    @cached_property
    def options_per_game(self) -> tuple[str, ...]:
        """The names of the options that may differ in each game of a batch."""
        return tuple(option.name for option in self.options if not option.parts)

    @cached_property
    def report_at_start(self) -> tuple[str, ...]:
        """The fields of the report that are options, known from the start."""
        return tuple(name for name in self.report.record.names or () if name in self.option_names)

    def check_keywords(self, named: Mapping[str, Any]) -> None:
        """Check that a function's unknown keyword arguments are options of the game.

        Libraries that probe for arguments, such as TorchRL, recognize the first words of the error.

        Raises
        ------
        TypeError
            If a name is not that of an option.
        """
        for name in named:
            if name not in self.option_names:
                raise TypeError(
                    f"got an unexpected keyword argument {name!r}: {self.title} has no option "
                    f"{shown(name)}; it has {', '.join(self.option_names) or 'none'}"
                )

    def check_options(self, num_players: int, options: Mapping[str, Any]) -> None:
        """Check the options of one game.

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or invalid, or two contradict each other.
        """
        found = given_options(self.options, self.title, num_players, options)
        for option in self.options:
            if option.name in found:
                option.numbers(found[option.name])
        self.make_options(num_players, 1, options)

    def applicable_options(self, num_players: int, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the options that apply to a player count; keep unknown names."""
        others = {option.name for option in self.options if not option.is_for(num_players)}
        return {name: value for name, value in options.items() if name not in others}

    def check_applicable_options(self, options: Mapping[str, Any]) -> None:
        """Check options for every player count, leaving out options that do not apply to it.

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or invalid, or two contradict each other.
        """
        for num_players in range(self.min_players, self.max_players + 1):
            self.check_options(num_players, self.applicable_options(num_players, options))

    def make_options(
        self, num_players: int, num_games: int, options: Mapping[str, Any]
    ) -> npt.NDArray[Any]:
        """Return the bounds of each game's options: shape (num_games,), dtype ``bounds``.

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or invalid, or two contradict each other.
        """
        return bounds_of(self.options, self.title, num_players, num_games, options)

    def training_options(self, num_players: int) -> dict[str, Any]:
        """Return the values that options declare for training games with this player count."""
        return {
            option.name: option.training
            for option in self.options
            if option.training is not None and option.is_for(num_players)
        }

    def evaluation_options(self, num_players: int) -> dict[str, Any]:
        """Return the values that options declare for evaluation games with this player count."""
        return {
            option.name: option.evaluation
            for option in self.options
            if option.evaluation is not None and option.is_for(num_players)
        }

    def options_in_words(self, options: Mapping[str, Any]) -> str:
        """Return options in words, for titles and prompts, without unknown ones; may be empty."""
        known = {option.name: option for option in self.options}
        return ", ".join(
            known[name].words(value) for name, value in options.items() if name in known
        )
