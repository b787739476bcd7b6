"""Mutants of a module: one small change each, made on its syntax tree.

A mutant replaces a piece of the source text, so that everything else stays unchanged, including
line numbers. Text that tests should not notice is left alone: annotations, decorators, docstrings
and error messages. So is code that only the compiler runs, as its plain-Python version is mutated.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final, NamedTuple

_COMPARISONS: Final = {
    ast.Lt: ("<", ("<=", ">")),
    ast.LtE: ("<=", ("<",)),
    ast.Gt: (">", (">=", "<")),
    ast.GtE: (">=", (">",)),
    ast.Eq: ("==", ("!=",)),
    ast.NotEq: ("!=", ("==",)),
    ast.In: ("in", ("not in",)),
    ast.NotIn: ("not in", ("in",)),
    ast.Is: ("is", ("is not",)),
    ast.IsNot: ("is not", ("is",)),
}
_ARITHMETIC: Final = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "*"),
    ast.Mod: ("%", "+"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.BitXor: ("^", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
_EXTREMES: Final = {"min": "max", "max": "min"}
#: Arguments by which any call fails in the place of another: the records that rules take.
_RECORDS: Final = {"t", "g", "e", "p", "o", "legal", "self"}
#: Arrays with one record: that is the last one, too.
_OF_ONE: Final = {"tables", "specs", "states", "contexts", "tables_of", "reward_spec_of"}


#: The condition of what runs as plain Python; only the compiler runs the other branch.
_INTERPRETED: Final = "numba.config.DISABLE_JIT"


class Change(NamedTuple):
    """A piece of a source text, from ``start`` to ``end``, and what replaces it."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, order=True)
class Mutant:
    """A module with one change."""

    file: str  # the module, relative to the repository
    # The function that contains the change, with its class; empty outside of functions.
    function: str
    # The changed line without indentation, and its continuation lines that the change covers.
    line: str
    becomes: str  # these lines with the change
    nth: int  # which of several equal changes of equal lines in the function, from 1
    change: Change  # the change itself, which depends on everything that precedes it

    @property
    def key(self) -> tuple[str, str, str, str, int]:
        """A key that still identifies the mutant after changes elsewhere in the module."""
        return self.file, self.function, self.line, self.becomes, self.nth

    @property
    def digest(self) -> str:
        """The key as a short name."""
        return sha256(repr(self.key).encode()).hexdigest()[:16]

    def apply(self, source: str) -> str:
        """Return the source text of the module with the change."""
        return source[: self.change.start] + self.change.text + source[self.change.end :]

    def __str__(self) -> str:
        nth = f" ({self.nth})" if self.nth > 1 else ""
        return f"{self.file}: {self.function or 'module'}{nth}\n  - {self.line}\n  + {self.becomes}"


class _Changes(ast.NodeVisitor):
    """Collects the changes of a module with the function that contains each."""

    def __init__(self, source: str) -> None:
        self.found: list[tuple[str, Change]] = []
        self._scope: list[str] = []
        self._source = source
        # Columns of a syntax tree count bytes.
        self._lines = [0]
        for line in source.encode().splitlines(keepends=True):
            self._lines.append(self._lines[-1] + len(line))
        if not source.isascii():
            raise ValueError("a module with mutants must be ASCII")

    def _span(self, node: ast.AST) -> tuple[int, int]:
        where: ast.expr = node  # type: ignore[assignment]
        assert where.end_lineno is not None
        assert where.end_col_offset is not None
        return (
            self._lines[where.lineno - 1] + where.col_offset,
            self._lines[where.end_lineno - 1] + where.end_col_offset,
        )

    def _text(self, node: ast.AST) -> str:
        start, end = self._span(node)
        return self._source[start:end]

    def _add(self, start: int, end: int, text: str) -> None:
        self.found.append((".".join(self._scope), Change(start, end, text)))

    def _replace(self, node: ast.AST, text: str) -> None:
        self._add(*self._span(node), text)

    def _replace_between(self, left: ast.AST, right: ast.AST, old: str, new: str) -> None:
        """Replace an operator, the only thing besides parentheses between two operands."""
        start, end = self._span(left)[1], self._span(right)[0]
        word = r"\s+".join(map(re.escape, old.split()))
        found = re.search(word, self._source[start:end])
        assert found is not None, self._source[start:end]
        self._add(start + found.start(), start + found.end(), new)

    def _condition(self, test: ast.expr, constants: tuple[bool, ...]) -> None:
        self._replace(test, f"not ({self._text(test)})")
        for constant in constants:
            self._replace(test, str(constant))

    def _remove(self, statement: ast.stmt) -> None:
        self._replace(statement, "pass")

    def _scoped(self, node: ast.FunctionDef | ast.ClassDef) -> None:
        self._scope.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._scope.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in [*node.args.defaults, *node.args.kw_defaults]:
            if default is not None:
                self.visit(default)
        self._scoped(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._scoped(node)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._remove(node)

    def visit_Assert(self, node: ast.Assert) -> None:
        """Leave assertions alone, as they always hold."""

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave text alone."""

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "continue")

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "break")

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call):
            self._remove(node)
        if not isinstance(node.value, ast.Constant):
            self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        # Without the assignment of a name, its first use would fail, in any test.
        if not any(isinstance(each, ast.Name | ast.Tuple) for each in node.targets):
            self._remove(node)
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        self._remove(node)
        old, new = _ARITHMETIC[type(node.op)]
        self._replace_between(node.target, node.value, f"{old}=", f"{new}=")
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        test = self._text(node.test)
        if test == _INTERPRETED:
            for statement in node.body:
                self.visit(statement)
        elif test != "TYPE_CHECKING":
            self._condition(node.test, (True, False))
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._condition(node.test, (True, False))
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._condition(node.test, (False,))
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._condition(test, (True,))
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        old, new = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._replace_between(left, right, old, new)
        self.generic_visit(node)

    def visit_Compare(self, node: ast.Compare) -> None:
        operands = [node.left, *node.comparators]
        for left, right, operator in zip(operands, operands[1:], node.ops, strict=False):
            old, others = _COMPARISONS[type(operator)]
            for new in others:
                self._replace_between(left, right, old, new)
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if isinstance(node.left, ast.Constant) and isinstance(node.left.value, str):
            return
        if type(node.op) in _ARITHMETIC:
            old, new = _ARITHMETIC[type(node.op)]
            self._replace_between(node.left, node.right, old, new)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, self._text(node.operand))
        elif isinstance(node.op, ast.USub):
            self._replace(node, f"({self._text(node.operand)})")
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int | float):
            self._replace(node, repr(node.value + 1))
            self._replace(node, f"({node.value - 1!r})")

    def visit_Subscript(self, node: ast.Subscript) -> None:
        if _name_of(node.value) in _OF_ONE and self._text(node.slice) == "0":
            self._replace(node.slice, "1")
        else:
            self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and node.func.id in _EXTREMES:
            self._replace(node.func, _EXTREMES[node.func.id])
        elif not any(isinstance(each, ast.Starred) for each in node.args):
            for left, right in zip(node.args, node.args[1:], strict=False):
                self._swap(left, right)
        self.generic_visit(node)

    def _swap(self, left: ast.expr, right: ast.expr) -> None:
        first, second = self._text(left), self._text(right)
        if first != second and not _RECORDS & {first, second}:
            (start, after), (before, end) = self._span(left), self._span(right)
            self._add(start, end, second + self._source[after:before] + first)


def _name_of(array: ast.expr) -> str:
    """Return the name of an array, or of the one whose field or the function whose result it is."""
    if isinstance(array, ast.Subscript) and isinstance(array.slice, ast.Constant):
        array = array.value if isinstance(array.slice.value, str) else array
    if isinstance(array, ast.Call):
        array = array.func
    return array.id if isinstance(array, ast.Name) else ""


def _lines_of(source: str, change: Change) -> tuple[str, str]:
    """Return the lines that a change covers, before and after it, on one line each."""
    start = source.rfind("\n", 0, change.start) + 1
    end = (source + "\n").index("\n", change.end)
    before = source[start:end]
    after = source[start : change.start] + change.text + source[change.end : end]
    return " ".join(before.split()), " ".join(after.split())


def mutants_of(file: str, source: str) -> Iterator[Mutant]:
    """Yield the mutants of a module, in the order of its text.

    ``file``: the module, relative to the repository. ``source``: its text.
    """
    changes = _Changes(source)
    changes.visit(ast.parse(source))
    seen: Counter[tuple[str, str, str]] = Counter()
    for function, change in sorted(set(changes.found), key=lambda each: each[1]):
        line, becomes = _lines_of(source, change)
        seen[function, line, becomes] += 1
        nth = seen[function, line, becomes]
        yield Mutant(file, function, line, becomes, nth, change)
