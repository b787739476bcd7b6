"""Write and compile the rules' functions of a declared game."""

import ast
import hashlib
import linecache
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final

import numba
import numpy as np

from wistar_env.arguments import shortened
from wistar_env.author.dealing import deal_all, number_at, number_left, taken_from
from wistar_env.author.declaration import Declaration
from wistar_env.author.methods import Compiler
from wistar_env.author.source_text import SourceText
from wistar_env.compiled.jit import entry, pointer, unit
from wistar_env.compiled.scratch import empty, zeros
from wistar_env.compiled.streams import FOR_GAME, below, following, stream
from wistar_env.compiled.types import ByteArray, DoubleArray, Seed, ShortArray
from wistar_env.errors import DeclarationError
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.redraw import redraw_cards

#: The functions that every game has, each before those that call it, with their parameters after
#: the constants and the state.
_PARAMETERS: Final[Mapping[str, str]] = {
    "find_legal": "legal: ShortArray",
    "begin": "seed: Seed, legal: ShortArray",
    "play_on": "action: int, legal: ShortArray",
    "score_game": "scores: ShortArray",
    "reshuffle_hidden": "seat: int, rng: Seed",
    "encode": "viewer: int, out: ByteArray, size: int, limit: ByteArray",
}
#: The functions generated only if a method has their name: parameters and result.
OPTIONAL: Final[Mapping[str, tuple[str, str]]] = MappingProxyType(
    {
        "rank_of": ("seat: int, scores: ShortArray", "int"),
        "total_of": ("seat: int", "int"),
        "points_of": ("seat: int", "int"),
        "evaluate": (
            "seat: int, viewer: int, weights: DoubleArray, features: DoubleArray",
            "float",
        ),
    }
)
#: Patterns in compiler messages, and shorter explanations.
_CAUSES: Final = (
    (r"(rules compute only with integers.*)", "{0}"),
    (r">{3} (.+)", "there is no {0}"),
    (r"(Cannot unify .*?) for '", "a value has two types: {0}"),
    (r"(Cannot bind)", "a call has other arguments than the function takes"),
    (r"((?:Unknown attribute|Use of unsupported|Undecided|Invalid).*)", "{0}"),
    (r"(.*(?:not supported|Unsupported).*)", "{0}"),
    (r"(Cannot .*?)(?::|$)", "{0}"),
)
_LONGEST_CAUSE: Final = 160
#: The parameters of methods after ``g``, by the method's name.
METHODS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "legal": (),
        "begin": (),
        "apply": ("action",),
        "score": ("seat",),
        "score_game": ("scores",),
        "reshuffle_hidden": ("seat",),
        "encode": ("viewer", "out"),
        "sound": (),
        **{
            name: tuple(part.split(":")[0].strip() for part in takes.split(","))
            for name, (takes, _) in OPTIONAL.items()
        },
    }
)


@dataclass(frozen=True)
class Writer:
    """Generates Python source for the rules of a declared game."""

    declarations: Sequence[Declaration]  # the declarations of the game, in order
    methods: frozenset[str]  # the names of its compiled methods
    seats: tuple[int, int]  # the least and the largest number of seats
    show_mover: bool  # whether observations show which seat decides

    def text(self, name: str, own_name: str) -> str:
        """Return the source of the function ``name``, renamed to ``own_name``."""
        takes, gives = (_PARAMETERS.get(name, ""), "None")
        out = SourceText()
        if name in OPTIONAL:
            takes, gives = OPTIONAL[name]
        with out.block(f"def {own_name}(t: Tables, g: State, {takes}) -> {gives}:"):
            if name in OPTIONAL:
                out.add(f"return m_{name}(t, g, {', '.join(METHODS[name])})")
            else:
                getattr(self, f"_write_{name}")(out)
        return out.text

    @property
    def names(self) -> list[str]:
        """The names of the generated functions, each before those that call it."""
        return [*_PARAMETERS, *(name for name in OPTIONAL if name in self.methods)]

    def _write_find_legal(self, out: SourceText) -> None:
        out.add("if g.finished == 0:", "    m_legal(t, g, legal)", "else:", "    legal[0] = 0")

    def _write_begin(self, out: SourceText) -> None:
        least, most = self.seats
        seats = f"{most}" if least == most else "int(g.seats)"
        out.add(f"seats = {seats}", "x = stream(seed, FOR_GAME)")
        for declaration in self.declarations:
            declaration.write_start(out, most)
        out.add("g.rng = x")
        if "begin" in self.methods:
            out.add("m_begin(t, g)")
        out.add("find_legal(t, g, legal)")

    def _write_play_on(self, out: SourceText) -> None:
        out.add("g.decisions += 1", "m_apply(t, g, action)", "find_legal(t, g, legal)")

    def _write_score_game(self, out: SourceText) -> None:
        if "score_game" in self.methods:
            out.add("m_score_game(t, g, scores)")
        else:
            with out.block("for seat in range(int(g.seats)):"):
                out.add("scores[seat] = whole_(m_score(t, g, seat))")

    def _write_reshuffle_hidden(self, out: SourceText) -> None:
        if "reshuffle_hidden" in self.methods:
            out.add("g.rng = rng", "m_reshuffle_hidden(t, g, seat)")
            return
        out.add("seats = int(g.seats)", "x = rng")
        for declaration in self.declarations:
            if declaration.is_hidden:
                declaration.write_redraw(out, self.seats[1])
        out.add("g.rng = x")

    def _write_encode(self, out: SourceText) -> None:
        if "encode" in self.methods:
            out.add("m_encode(t, g, viewer, out)")
            return
        least, most = self.seats
        out.add(f"seats = {most}" if least == most else "seats = int(g.seats)")
        out.add("first = max(0, viewer)", "at = 0")
        with out.block("for i in range(size):"):
            out.add("out[i] = 0")
        for declaration in self.declarations:
            declaration.write_view(out, most)
        if self.show_mover:
            with out.block("if g.mover != NOBODY:"):
                out.add("p = int(g.mover) - first", "if p < 0:", "    p += seats")
                out.add("out[at + p] = 1")


class GeneratedRules:
    """The compiled functions of the rules of a game.

    Parameters
    ----------
    game
        The name of the class.
    module
        Its module.
    kind
        The prefix of the record types declared as ``f"{kind} state"`` and ``f"{kind} tables"``.
    writer
        Writes the source of the functions.
    compiler
        The compiler, after it has compiled the methods.

    Attributes
    ----------
    functions
        The functions by their names in ``kit.rules_interface``.
    text
        The source code of the functions.
    """

    def __init__(
        self,
        game: str,
        module: str,
        kind: str,
        writer: Writer,
        compiler: Compiler,
    ) -> None:
        self._game, self._compiler = game, compiler
        self._scope = {**compiler.scope, **_names(kind), "__name__": module}
        for declaration in writer.declarations:
            self._scope |= declaration.constants()
        named = {name: f"{game}_{name}" for name in writer.names}
        plain = {name: writer.text(name, own) for name, own in named.items()}
        # A function's text is part of its name, so that the cache of compiled code knows it.
        digest = hashlib.blake2b(
            "\n".join([*plain.values(), *compiler.made_of]).encode(), digest_size=6
        )
        self._mark = digest.hexdigest()
        self.text = "\n\n".join(plain.values())
        self._file = f"<{module}.{game}.generated, {self._mark}>"
        linecache.cache[self._file] = (
            len(self.text),
            None,
            self.text.splitlines(keepends=True),
            self._file,
        )
        self.functions = self._compiled(named)

    def _compiled(self, named: Mapping[str, str]) -> dict[str, Any]:
        tree = ast.parse(self.text)
        functions = {}
        for name, definition in zip(named, tree.body, strict=True):
            exec(compile(ast.Module([definition], []), self._file, "exec"), self._scope)
            function = self._scope[named[name]]
            function.__name__ = f"{named[name]}_{self._mark}"
            try:
                functions[name] = unit(function)
            except numba.errors.NumbaError as error:
                raise DeclarationError(self._problem(str(error))) from None
            self._scope[name] = functions[name]
        return functions

    def _problem(self, message: str) -> str:
        """Return the compiler's message as a sentence, with the line in the author's file."""
        message = re.sub(r"\x1b\[\d*m", "", message)
        message = re.sub(r"Record\(.*\)", "g", message)
        titles = [
            self._compiler.title_at(file, int(line))
            for file, line in re.findall(r'File "([^"<]+)", line (\d+)', message)
        ]
        where = next(filter(None, reversed(titles)), self._game)
        return f"{where}: this cannot be compiled: {_cause(message)}"

    def reader(self, name: str, result: str) -> Any:
        """Return a function ``(tables, games, i)`` that calls a compiled method on game ``i``.

        ``name``: a method whose only parameter is ``g``. ``result``: ``"bool"`` or ``"int"``.
        """
        text = (
            f"def read(tables: TablesArray, games: States, i: int) -> {result}:\n"
            f"    return m_{name}(tables[0], games[i])\n"
        )
        exec(compile(text, self._file, "exec"), self._scope)
        function = self._scope["read"]
        function.__name__ = f"{self._game}_{name}_{self._mark}"
        return entry(function)


def _names(kind: str) -> dict[str, Any]:
    """Return the names that generated functions use, except methods."""
    return {
        "Tables": Annotated[Any, f"{kind} tables"],
        "TablesArray": Annotated[Any, f"{kind} tables array"],
        "State": Annotated[Any, f"{kind} state"],
        "States": Annotated[Any, f"{kind} state array"],
        "ShortArray": ShortArray,
        "ByteArray": ByteArray,
        "DoubleArray": DoubleArray,
        "Seed": Seed,
        "FOR_GAME": FOR_GAME,
        "NOBODY": NOBODY,
        "int16": np.int16,
        "below": below,
        "following": following,
        "stream": stream,
        "empty": empty,
        "zeros": zeros,
        "pointer": pointer,
        "redraw_cards": redraw_cards,
        "deal_all": deal_all,
        "number_at": number_at,
        "number_left": number_left,
        "taken_from": taken_from,
    }


def _cause(message: str) -> str:
    """Return the last cause that a compiler message names, or else its last line, shortened."""
    for pattern, words in _CAUSES:
        if found := re.findall(pattern, message):
            return shortened(words.format(found[-1]), _LONGEST_CAUSE)
    lines = [line.strip() for line in message.splitlines() if line.strip()]
    return shortened(lines[-1] if lines else message, _LONGEST_CAUSE)
