"""Compile the methods of a declared game whose first parameter is ``g``.

Their source is rewritten so that plain Python works on a record:

- Reading a number, such as ``g.coins[seat]``, gives a plain integer.
- ``g.method(x)`` calls another compiled method; functions of the module are compiled, too.
- ``legal`` yields actions, which are written to an array.

Unsupported code is rejected here with its line, instead of by a long compiler message.
"""

import ast
import builtins
import difflib
import inspect
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import FunctionType
from typing import Any, Final

from wistar_env.author.rule_checks import (
    REJECTED,
    constant_action,
    problem_of_attribute,
    problem_of_value,
    whole,
)
from wistar_env.compiled.jit import inline
from wistar_env.errors import DeclarationError
from wistar_env.kit.common_fields import OPTIONS_FIELD

#: The first parameter of compiled methods.
RECORD: Final = "g"
#: The parameter with the constants, inserted before ``g``.
TABLES: Final = "t_"
#: The function that rejects numbers with a fraction.
WHOLE: Final = "whole_"
_PACKAGE: Final = "wistar_env."


@dataclass(frozen=True)
class Method:
    """The source of a compiled method, or of a function that it calls."""

    title: str  # its name in messages, such as ``"Nim.legal"``
    tree: ast.FunctionDef  # its definition, with the line numbers of its file
    file: str
    # The names that it can use, from its module and enclosing functions.
    names: Mapping[str, Any]

    @property
    def parameters(self) -> list[str]:
        """The names of its parameters."""
        return [argument.arg for argument in self.tree.args.args]

    def rejected(self, node: ast.AST, problem: str) -> DeclarationError:
        """Return an error that names the line of ``node``."""
        line = getattr(node, "lineno", self.tree.lineno)
        return DeclarationError(f"{self.title}, line {line}: {problem}")


def is_compiled(value: object) -> bool:
    """Return whether a member of a class is a method to be compiled."""
    return inspect.isfunction(value) and next(iter(inspect.signature(value).parameters), "") == (
        RECORD
    )


def read_method(title: str, function: FunctionType) -> Method:
    """Read the source of a function.

    Raises DeclarationError if its source is not available.
    """
    try:
        lines, first = inspect.getsourcelines(function)
    except (OSError, TypeError):
        raise DeclarationError(
            f"{title} cannot be compiled without its source; define it in a file or a notebook"
        ) from None
    indented = lines[0][:1].isspace()
    tree = ast.parse("".join(["if 1:\n"] * indented + lines))
    ast.increment_lineno(tree, first - 1 - indented)
    found = tree.body[0].body[0] if isinstance(tree.body[0], ast.If) else tree.body[0]
    if not isinstance(found, ast.FunctionDef):
        name = title.rpartition(".")[2]
        raise DeclarationError(f"{title} must be a function written as def {name}(...)")
    around = inspect.getclosurevars(function).nonlocals
    names = {**function.__globals__, **around}
    return Method(title, found, inspect.getsourcefile(function) or "?", names)


@dataclass
class Compiler:
    """Compiles the methods of a game."""

    game: str  # the name of the class
    fields: Mapping[str, int]  # the number of axes of each field of the record
    constants: Mapping[str, int]  # the number of axes of each constant
    num_actions: int  # the number of actions
    with_result: frozenset[str]  # the methods that must return a value
    # The names in compiled code; names of methods start with ``m_``.
    scope: dict[str, Any] = field(default_factory=lambda: {WHOLE: whole})
    made_of: list[str] = field(default_factory=list)  # sources of everything that is compiled
    _methods: frozenset[str] = frozenset()
    _compiled: list[Method] = field(default_factory=list)

    def title_at(self, file: str, line: int) -> str:
        """Return the method at a line of a file, such as ``"Nim.legal, line 5"``; empty if none."""
        for method in self._compiled:
            last = method.tree.end_lineno or method.tree.lineno
            same = Path(method.file).name == Path(file).name
            if same and method.tree.lineno <= line <= last:
                return f"{method.title}, line {line}"
        return ""

    def compile_all(self, functions: Mapping[str, FunctionType]) -> None:
        """Compile methods into ``scope``.

        Raises DeclarationError if one cannot be compiled.
        """
        self._methods = frozenset(functions)
        for name, function in functions.items():
            self._compile(f"m_{name}", read_method(f"{self.game}.{name}", function))

    def _compile(self, name: str, method: Method) -> None:
        self._compiled.append(method)
        tree = method.tree
        for node in ast.walk(tree):
            if problem := REJECTED.get(type(node)):
                raise method.rejected(node, f"compiled code has {problem}")
            if problem := problem_of_attribute(node, method.names):
                raise method.rejected(node, problem)
            if isinstance(node, ast.FunctionDef) and node is not tree:
                raise method.rejected(node, "write the inner function as a method (g, ...)")
        if name == "m_legal":
            self._check_actions(method)
            _yields_to_writes(method)
        returned = [node.value for node in ast.walk(tree) if isinstance(node, ast.Return)]
        if name.removeprefix("m_") in self.with_result and not any(returned):
            raise method.rejected(tree, "it must return a value")
        is_method = name.startswith("m_")
        constants = self.constants if is_method else {}
        _Rewriter(method, self.fields, constants, self._methods if is_method else ()).visit(tree)
        if is_method:
            tree.args.args.insert(0, ast.arg(TABLES))
        tree.name = name
        tree.decorator_list, tree.returns = [], None
        for argument in tree.args.args:
            argument.annotation = None
        self._resolve(method)
        module = ast.fix_missing_locations(ast.Module([tree], []))
        self.made_of.append(ast.unparse(module))
        exec(compile(module, method.file, "exec"), self.scope)
        self.scope[name] = inline(self.scope[name])

    def _check_actions(self, method: Method) -> None:
        """Reject constant actions that do not exist."""
        own = _own_names(method)
        for node in ast.walk(method.tree):
            if isinstance(node, ast.Yield) and node.value is not None:
                action = constant_action(node.value, method.names, own)
                if action is not None and not 0 <= action < self.num_actions:
                    raise method.rejected(
                        node,
                        f"there is no action {action}; the actions are 0 to {self.num_actions - 1}",
                    )

    def _resolve(self, method: Method) -> None:
        """Add the names that a method uses to the scope; compile functions of its module."""
        own = {*_own_names(method), TABLES, WHOLE}
        for node in ast.walk(method.tree):
            if not isinstance(node, ast.Name) or node.id in own or node.id.startswith("m_"):
                continue
            if node.id in method.names:
                if problem := problem_of_value(method.names[node.id]):
                    raise method.rejected(node, f"{node.id}: {problem}")
                self._take(node.id, method.names[node.id])
            elif not hasattr(builtins, node.id):
                near = _near(node.id, [*own, *method.names])
                raise method.rejected(node, f"the name {node.id!r} is not defined{near}")

    def _take(self, name: str, value: Any) -> None:
        if name in self.scope:
            return
        self.scope[name] = value
        if isinstance(value, int | float | str | bool | tuple):
            self.made_of.append(f"{name} = {value!r}")
        elif isinstance(value, FunctionType) and not value.__module__.startswith(_PACKAGE):
            self._compile(name, read_method(f"{value.__module__}.{name}", value))


def _own_names(method: Method) -> set[str]:
    """Return the names of a method's parameters and variables."""
    return {*method.parameters} | {
        node.id
        for node in ast.walk(method.tree)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }


def _near(name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name, known, 1)
    return f"; did you mean {near[0]!r}?" if near else ""


class _Rewriter(ast.NodeTransformer):
    """Rewrites reads and writes of fields, and calls of other methods."""

    def __init__(
        self,
        method: Method,
        fields: Mapping[str, int],
        constants: Mapping[str, int],
        methods: Collection[str],
    ) -> None:
        self.method, self.constants, self.methods = method, constants, methods
        self.axes = {**fields, **constants}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """Replace a call of a compiled method with a function call."""
        called = node.func
        if isinstance(called, ast.Attribute) and _name_in_record(called) in self.methods:
            name = ast.copy_location(ast.Name(f"m_{called.attr}", ast.Load()), called)
            node = ast.copy_location(
                ast.Call(name, [_tables(), called.value, *node.args], node.keywords), node
            )
        return self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """Reject the assignment of a float to a field."""
        if any(self._is_field(target) for target in node.targets):
            node.value = _whole(node.value)
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        """Reject ``/=`` and floats in assignments such as ``g.coins += x``."""
        if self._is_field(node.target):
            if isinstance(node.op, ast.Div):
                raise self.method.rejected(node, "/= does not give an integer; use //=")
            node.value = _whole(node.value)
        return self.generic_visit(node)

    def _is_field(self, target: ast.AST) -> bool:
        return bool(_place_of(target)[0]) and not isinstance(target, ast.Tuple)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """Convert a number that is read to an integer; reject unknown names and invalid writes."""
        name = _name_in_record(node)
        if not name or name == OPTIONS_FIELD:
            return node if name else self.generic_visit(node)
        if name not in self.axes:
            near = _near(name, [*self.axes, *self.methods])
            raise self.method.rejected(node, f"the game has no field {name!r}{near}")
        axes = self.axes[name]
        if not isinstance(node.ctx, ast.Load):
            self._check_write(node, name, axes)
        if name in self.constants:
            node.value = _tables()
        return node if axes else _as_integer(node)

    def _check_write(self, node: ast.AST, name: str, axes: int) -> None:
        if name in self.constants:
            raise self.method.rejected(node, f"g.{name} is a constant, and cannot be changed")
        if axes:
            index = ", ".join("ijk"[:axes])
            raise self.method.rejected(
                node, f"g.{name} is an array; write its entries: g.{name}[{index}] = ..."
            )

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        """Convert an array entry that is read to an integer; reject too many indices.

        Also reject writing to a constant.
        """
        name, axes = _place_of(node)
        if not isinstance(node.ctx, ast.Load) and name in self.constants:
            self._check_write(node, name, axes)
        self.generic_visit(node)
        if name not in self.axes:
            return node
        if axes > self.axes[name]:
            raise self.method.rejected(
                node, f"g.{name} has {self.axes[name]} axes, found {axes} indices"
            )
        return _as_integer(node) if axes == self.axes[name] else node


def _whole(value: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.Name(WHOLE, ast.Load()), [value], []), value)


def _tables() -> ast.expr:
    return ast.Name(TABLES, ast.Load())


def _name_in_record(node: ast.AST) -> str:
    """Return the name in ``g.name`` or ``g.options.name``; empty for other nodes."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute) if name == RECORD:
            return attribute
        case ast.Attribute(value=value, attr=attribute) if _name_in_record(value) == OPTIONS_FIELD:
            return f"{OPTIONS_FIELD}.{attribute}"
    return ""


def _place_of(node: ast.AST) -> tuple[str, int]:
    """Return the field that a node reads or writes, empty if none, and the number of indices."""
    axes = 0
    while isinstance(node, ast.Subscript):
        axes += len(node.slice.elts) if isinstance(node.slice, ast.Tuple) else 1
        node = node.value
    return _name_in_record(node), axes


def _as_integer(node: Any) -> ast.AST:
    if not isinstance(node.ctx, ast.Load) or getattr(node, "attr", "") == "rng":
        return node  # type: ignore[no-any-return]
    return ast.copy_location(ast.Call(ast.Name("int", ast.Load()), [node], []), node)


def _yields_to_writes(method: Method) -> None:
    """Turn a generator of legal actions into code that writes their number and ids."""
    tree = method.tree
    if not any(isinstance(node, ast.Yield) for node in ast.walk(tree)):
        raise method.rejected(tree, "yield the legal actions, such as: yield 0")
    tree.args.args.append(ast.arg("legal"))
    tree.body = [
        *_parsed("number_of_legal = 0", tree.body[0]),
        *(_Yields(method).visit(node) for node in tree.body),
        *_parsed("legal[0] = number_of_legal", tree.body[-1]),
    ]
    flat: list[ast.stmt] = []
    for node in tree.body:
        flat += node if isinstance(node, list) else [node]
    tree.body = flat


class _Yields(ast.NodeTransformer):
    """Replaces ``yield action`` with assignments; writes the number of actions at ``return``."""

    def __init__(self, method: Method) -> None:
        self.method = method

    def visit_Expr(self, node: ast.Expr) -> Any:
        """Replace ``yield action`` with code that appends the action to ``legal``."""
        if not isinstance(node.value, ast.Yield):
            return self.generic_visit(node)
        if node.value.value is None:
            raise self.method.rejected(node, "yield an action")
        made = _parsed("number_of_legal += 1\nlegal[number_of_legal] = 0", node)
        made[1].value = _whole(node.value.value)  # type: ignore[attr-defined]
        return made

    def visit_Yield(self, node: ast.Yield) -> Any:
        """Reject a ``yield`` whose value is used."""
        raise self.method.rejected(node, "the value of a yield cannot be used")

    def visit_Return(self, node: ast.Return) -> Any:
        """Write the number of actions before returning."""
        return [*_parsed("legal[0] = number_of_legal", node), node]


def _parsed(text: str, at: ast.AST) -> list[ast.stmt]:
    """Return the statements of a text, with the line number of a node."""
    made = ast.parse(text).body
    for statement in made:
        for node in ast.walk(statement):
            if hasattr(node, "lineno"):
                ast.copy_location(node, at)
    return made
