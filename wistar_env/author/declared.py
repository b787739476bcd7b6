"""``Declared``: a game made of declared fields and rules; the rest is generated."""

import inspect
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields
from functools import cache
from typing import Any, ClassVar, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import shown
from wistar_env.author.constants import Constant, DeclaredData, tables_of
from wistar_env.author.declaration import (
    HAND_TRIES,
    KIT_FIELDS,
    MOST_NUMBERS,
    SEAT,
    Declaration,
    rotate_rows,
    rotated_bits,
    rotated_seats,
    wrong,
    wrong_integer,
)
from wistar_env.author.generated_rules import METHODS, OPTIONAL, GeneratedRules, Writer
from wistar_env.author.methods import Compiler, is_compiled
from wistar_env.compiled.jit import declare, record_of
from wistar_env.compiled.records import record
from wistar_env.errors import DeclarationError, ReplayError
from wistar_env.kit.bind import bind
from wistar_env.kit.common_fields import COMMON_FIELDS, OPTIONS_FIELD
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.options import Option, option_record
from wistar_env.kit.game.save_checks import check_fields, check_legal
from wistar_env.kit.game.spec import no_automata
from wistar_env.kit.game.spec_records import ActionSpec, SaveSpec
from wistar_env.kit.layout import Layout, Section, layout_of
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_OBSERVATION, MAX_SEATS
from wistar_env.kit.sealed import SEALED_FIELDS, sealed_word

_SEATS_OF_TABLES: Final = 2
_SETTINGS: Final = ("players", "actions", "show_mover", "seats_alike")


class _Rules:
    """Binds the functions of a game; pickled by reference to the game's class."""

    data: DeclaredData

    def __init__(self, game: type["Declared"], functions: Mapping[str, Any], sizes: dict[str, int]):
        self._game, self._functions, self._sizes = game, functions, sizes

    def __call__(self, tables: Any) -> Any:
        return bind(self._functions, game=self._game.spec.record, tables=tables, sizes=self._sizes)

    def __reduce__(self) -> tuple[Any, ...]:
        return _rules_of, (self._game,)


def _rules_of(game: type["Declared"]) -> _Rules:
    return game._rules_of_class


class _Members(dict[str, Any]):
    """The namespace of a class body; declaring a name twice is an error."""

    def __setitem__(self, name: str, value: Any) -> None:
        old = self.get(name)
        if isinstance(old, Declaration | Constant) or is_compiled(old):
            raise DeclarationError(
                f"{self['__qualname__']}.{name} is declared twice, so the first declaration would "
                "be lost; rename one of the two"
            )
        super().__setitem__(name, value)


class _DeclaredType(type):
    """The metaclass of declared games, which rejects names that are declared twice."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], /, **of_spec: Any) -> _Members:
        return _Members()


class Declared(Game, metaclass=_DeclaredType):
    """Base class of games that are declared by fields and rules.

    A subclass has fields (``field``, ``hand``, ``cards``) and rules. Methods whose first parameter
    is ``g``, the state, are compiled; all others are ordinary methods of the game, such as
    ``describe(self, action)``.

    - ``legal(g)`` yields the legal actions.
    - ``apply(g, action)`` plays one: it changes fields, and calls ``next_seat(g)`` or ``end(g)``.
    - ``score(g, seat)`` returns the points of a seat.
    - ``begin(g)``, optional, does any setup that the fields do not express.
    - ``sound(g)``, optional, returns whether the fields of a saved game are consistent.
    - ``rank_of``, ``total_of``, ``points_of`` and ``evaluate``, optional, are those of
      ``kit.rules_interface`` without their first parameter.

    The record, the initial position, observations and their layout, resampling of hidden
    information and checks of saved games are generated from the fields. The methods
    ``encode(g, viewer, out)``, ``reshuffle_hidden(g, seat)`` and ``score_game(g, scores)`` replace
    generated ones. Class keywords replace fields of the ``GameSpec``, as in
    ``class Nim(Declared, name="my-nim", bots=BotSpec(...))``.

    Attributes
    ----------
    players
        The player count, or a pair (fewest, most).
    actions
        The names of all actions, the number of actions, or a mapping from the names of blocks to
        either.
    show_mover
        Whether observations show which seat decides.
    seats_alike
        Whether the rules treat all seats alike. ``wistar check`` then compares games with copies
        whose seats are rotated; fields that name a seat need ``range=SEAT``.
    generated
        The source code of the generated functions.
    """

    players: ClassVar[int | tuple[int, int]] = 2
    actions: ClassVar[Any] = 1
    show_mover: ClassVar[bool] = False
    seats_alike: ClassVar[bool] = False
    generated: ClassVar[str] = ""
    _members: ClassVar[Mapping[str, Any]] = {}
    _rules_of_class: ClassVar[_Rules]

    __slots__ = ()

    def __init_subclass__(cls, **of_spec: Any) -> None:
        """Generate the rules and the spec of a game."""
        super().__init_subclass__()
        found = {name: value for name, value in vars(cls).items() if _is_declared(name, value)}
        if not found and cls._members:
            return  # a subclass that changes only the spec or uncompiled methods
        members = {**cls._members, **found}
        for name in found:
            if name not in _SETTINGS:
                delattr(cls, name)
        cls._members = members
        _Generator(cls, members, of_spec).finish()

    def describe(self, action: SupportsIndex) -> str:
        """Return an action in words."""
        number = int(action)
        for name, words in _blocks(self.actions):
            size = words if isinstance(words, int) else len(words)
            if number < size:
                word = number if isinstance(words, int) else words[number]
                return f"{name} {word}".strip()
            number -= size
        return super().describe(action)

    def _fault_in_words(self) -> str:
        declared = [each for each in self._members.values() if isinstance(each, Declaration)]
        for each in declared:
            if each.fault == self.record["fault"][0]:
                names = ", ".join(("g", *each.where_takes))
                none = f"none of {HAND_TRIES:,} deals" if each.judges_hands else "nothing"
                return f": {each.where}({names}), the 'where' of {each.name}, allowed {none}"
        return super()._fault_in_words()


def _is_declared(name: str, value: object) -> bool:
    return name in _SETTINGS or isinstance(value, Declaration | Constant) or is_compiled(value)


def _blocks(actions: Any) -> list[tuple[str, Any]]:
    """Return the name of each block of actions, with the names or the number of its actions."""
    return [*actions.items()] if isinstance(actions, Mapping) else [("", actions)]


def _are_words(words: Any) -> bool:
    is_sequence = isinstance(words, Sequence) and not isinstance(words, str)
    return is_sequence and all(isinstance(word, str | int) for word in words)


class _Generator:
    """Generates the rules and the spec of a declared game."""

    def __init__(
        self, game: type[Declared], members: Mapping[str, Any], of_spec: Mapping[str, Any]
    ) -> None:
        self.game, self.title, self.of_spec = game, game.__name__, of_spec
        self.declarations = [each for each in members.values() if isinstance(each, Declaration)]
        self.constants = {
            name: each for name, each in members.items() if isinstance(each, Constant)
        }
        self.methods = {name: each for name, each in members.items() if inspect.isfunction(each)}
        self.players = self._players(game.players)
        self.num_actions = self._num_actions(game.actions)
        self._check_spec()
        self.options: tuple[Option, ...] = tuple(of_spec.get("options", ()))
        self.seats_of: Callable[[int], tuple[int, int]] = of_spec.get("seats_of", no_automata)
        self.seats = max(self.seats_of(n)[0] for n in range(self.players[0], self.players[1] + 1))
        if problem := wrong_integer("the number of seats", self.seats, 1, MAX_SEATS):
            raise DeclarationError(f"{self.title}.seats_of: {problem}")
        self._check_declarations()
        self._check_methods()

    def _players(self, players: Any) -> tuple[int, int]:
        pair = (players, players) if not isinstance(players, tuple | list) else players
        if len(pair) != 2 or any(wrong_integer("", each, 1, MAX_SEATS) for each in pair):
            pair = (1, 0)
        if pair[0] > pair[1]:
            raise DeclarationError(
                f"{self.title}.players must be a number or a pair (fewest, most), 1 to "
                f"{MAX_SEATS}, found {shown(players)}"
            )
        return int(pair[0]), int(pair[1])

    def _num_actions(self, actions: Any) -> int:
        blocks = [words for _, words in _blocks(actions)]
        sizes = [
            len(words) if _are_words(words) else 0 if wrong_integer("", words) else int(words)
            for words in blocks
        ]
        if not sizes or min(sizes) < 1:
            raise DeclarationError(
                f"{self.title}.actions must be names such as ('pass', 'bet'), a number, or blocks "
                f"such as {{'play': 24, 'bid': 7}}, found {shown(actions)}"
            )
        if sum(sizes) >= MAX_LEGAL_SIZE:
            raise DeclarationError(
                f"{self.title}.actions has {sum(sizes):,} actions, but at most "
                f"{MAX_LEGAL_SIZE - 1:,} are possible: split the choice into several decisions"
            )
        return sum(sizes)

    def _check_spec(self) -> None:
        known = [each.name for each in fields(GameSpec)]
        for name in self.of_spec:
            if name not in known:
                raise DeclarationError(
                    f"class {self.title}(Declared, {name}=...): a GameSpec has no field {name!r}; "
                    f"its fields are {', '.join(known)}"
                )

    def _check_declarations(self) -> None:
        for name, constant in self.constants.items():
            if problem := constant.problem:
                raise DeclarationError(f"{self.title}.{name}: {problem}")
        for number, each in enumerate(self.declarations):
            if each.name in KIT_FIELDS:
                raise wrong(self.title, each, "every game has a field of this name; choose another")
            if each.where in self.methods:
                each.judges_hands = len(inspect.signature(self.methods[each.where]).parameters) == 2
                each.fault = 1 + number
            if problem := each.check(self.seats, "reshuffle_hidden" not in self.methods):
                raise wrong(self.title, each, problem)
            if each.where and each.where not in self.methods:
                method = f"{each.where}({', '.join(('g', *each.where_takes))})"
                problem = f"its 'where' names {method}, but the class has no such method"
                raise wrong(self.title, each, problem)

    def _check_methods(self) -> None:
        for name in ("legal", "apply"):
            if name not in self.methods:
                raise DeclarationError(
                    f"{self.title} needs a method {name}({', '.join(('g', *METHODS[name]))})"
                )
        if not {"score", "score_game"} & self.methods.keys():
            raise DeclarationError(
                f"{self.title} needs a method score(g, seat) or a method score_game(g, scores)"
            )
        wheres = {each.where: each.where_takes for each in self.declarations if each.where}
        for name, expected in {**METHODS, **wheres}.items():
            if name not in self.methods:
                continue
            names = [*inspect.signature(self.methods[name]).parameters]
            if len(names) != 1 + len(expected):
                raise DeclarationError(
                    f"{self.title}.{name}({', '.join(names)}) must have the parameters "
                    f"({', '.join(('g', *expected))})"
                )

    def finish(self) -> None:
        """Compile the rules, and set the spec of the class."""
        dtype, tables, kind = self._records()
        layout = self._layout(self.players[1])
        self._check_size("numbers in its state", dtype.itemsize // 2, MOST_NUMBERS)
        self._check_size("values of an observation", layout.size, MAX_OBSERVATION)
        axes = {name: len(dtype[name].shape) for name in dtype.names or ()}
        wheres = {each.where for each in self.declarations}
        for option in self.options:
            axes[f"{OPTIONS_FIELD}.{option.name}"] = 1 if option.parts else 0
        constants = {name: each.value.ndim for name, each in self.constants.items()}
        compiler = Compiler(
            self.title,
            axes,
            constants,
            self.num_actions,
            frozenset({"score", "sound", *OPTIONAL, *wheres}),
        )
        compiler.compile_all(self.methods)
        seats = {self.seats_of(n)[0] for n in range(self.players[0], self.players[1] + 1)}
        writer = Writer(
            self.declarations,
            frozenset(self.methods),
            (min(seats), max(seats)),
            self.game.show_mover,
        )
        rules = GeneratedRules(self.title, self.game.__module__, kind, writer, compiler)
        sizes = {"columns": 1, "num_actions": self.num_actions}
        sizes["max_seats"] = max(_SEATS_OF_TABLES, self.seats)
        sizes["max_observation"] = layout.size
        self.game.generated = rules.text
        self.game._rules_of_class = _Rules(self.game, rules.functions, sizes)
        sound = rules.reader("sound", "bool") if "sound" in self.methods else None
        self.game.spec = GameSpec(**{**self._spec(dtype, tables, sound), **self.of_spec})

    def _check_size(self, what: str, size: int, most: int) -> None:
        if size > most:
            raise DeclarationError(f"{self.title} has {size:,} {what}; the limit is {most:,}")

    def _records(self) -> tuple[np.dtype[Any], np.dtype[Any], str]:
        """Return the record types of the game and its constants, and the prefix of their kinds."""
        is_sealed = any(each.is_sealed for each in self.declarations) or self._asks_sealed()
        entries = [*COMMON_FIELDS, *(SEALED_FIELDS if is_sealed else ())]
        for each in self.declarations:
            entries += each.record_fields(self.seats)
        if self.options:
            entries.append((OPTIONS_FIELD, option_record(self.options)))
        found = (record(entries), tables_of(self.constants))
        # Running a notebook cell again redefines the same class.
        kind = f"{self.game.__module__}.{self.title} {found[0]} {found[1]}"
        known = record_of(f"{kind} state"), record_of(f"{kind} tables")
        if known[0] is not None and known[1] is not None:
            return known[0], known[1], kind
        declare(f"{kind} state", found[0])
        declare(f"{kind} tables", found[1])
        return *found, kind

    def _asks_sealed(self) -> bool:
        """Whether a method calls ``ask_sealed``."""
        return any("ask_sealed" in each.__code__.co_names for each in self.methods.values())

    def _layout(self, num_players: int) -> Layout:
        axes = {SEAT: self.seats_of(num_players)[0]}
        section = Section("all", axes)
        for each in self.declarations:
            each.add_blocks(section, axes)
        if self.game.show_mover:
            section.add("decides", SEAT, meaning="who decides")
        return layout_of([("", section)])

    def _spec(self, dtype: np.dtype[Any], tables: np.dtype[Any], sound: Any) -> dict[str, Any]:
        name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "-", self.title).lower()
        title = re.split(r"[.:\n]", (inspect.getdoc(self.game) or self.title).strip())[0]
        least, most = self.players
        blocks = tuple(
            (block, words if isinstance(words, int) else len(words))
            for block, words in _blocks(self.game.actions)
            if block
        )
        rules = self.game._rules_of_class
        rules.data = DeclaredData(self.constants, tables, rules, {})
        return {
            "name": name,
            "title": title,
            "rules_version": 1,
            "min_players": least,
            "max_players": most,
            "max_seats": max(_SEATS_OF_TABLES, self.seats),
            "record": dtype,
            "record_ranges": tuple(
                each for declared in self.declarations for each in declared.ranges(self.seats)
            ),
            "num_actions": self.num_actions,
            "actions": ActionSpec(blocks=blocks),
            "score_columns": ("total",),
            "observation_layout": cache(self._layout),
            "saves": SaveSpec(check=self._checks(sound)),
            "rotate_seats": self._rotation() if self.game.seats_alike else None,
            "open_data": rules.data.open,
        }

    def _rotation(self) -> Callable[[Any, int], None]:
        declarations = self.declarations

        def rotate(game: Any, shift: int) -> None:
            seats = int(game["seats"])
            game["mover"] = rotated_seats(game["mover"], shift, seats)
            if sealed_word(game.dtype):
                for name in ("sealed_open", "sealed_made"):
                    game[name] = rotated_bits(game[name], shift, seats)
                rotate_rows(game, "sealed_choice", shift)
            for each in declarations:
                each.rotate(game, shift)

        return rotate

    def _checks(self, sound: Any) -> Callable[[Any, npt.NDArray[Any], str], None]:
        game, declarations = self.game, self.declarations

        def problems(data: Any, records: npt.NDArray[Any], i: int) -> Iterator[str]:
            yield from (each.contradiction(records[i]) for each in declarations)
            if (
                sound is not None
                and records["finished"][i] == 0
                and not sound(data.tables, records, i)
            ):
                yield "its fields contradict each other (sound)"

        def check(data: Any, records: npt.NDArray[Any], what: str) -> None:
            check_fields(game.spec, records, what)
            for i in range(len(records)):
                for problem in filter(None, problems(data, records, i)):
                    raise ReplayError(f"{what.format(i)} cannot be continued: {problem}")
            check_legal(game.spec, data, records, what)

        return check
