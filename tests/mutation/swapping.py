"""Puts changed code into the functions of an imported module.

Plain Python functions are shared objects whose code can be replaced, so a mutant costs a fork
instead of a full import.
"""

import ast
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType, ModuleType
from typing import Final

#: The global name by which instrumented functions find the set of those that were called.
_CALLED: Final = "__called_functions__"


def module_of(root: Path, file: str) -> ModuleType | None:
    """Return the imported module of a file."""
    path = str(root / file)
    return next(
        (each for each in list(sys.modules.values()) if getattr(each, "__file__", "") == path), None
    )


def _plain(found: object) -> object:
    """Return the function behind a property, a class method or a wrapper."""
    if isinstance(found, property):
        found = found.fget
    found = getattr(found, "__func__", found)
    return inspect.unwrap(found) if callable(found) else found


def function_of(module: ModuleType, name: str) -> FunctionType | None:
    """Return the outermost function of a dotted name, None where there is no plain function."""
    found: object = module
    for part in name.split("."):
        found = _plain(vars(found).get(part))
        if isinstance(found, FunctionType):
            return found if found.__module__ == module.__name__ else None
        if not isinstance(found, type):
            return None
    return None


def _codes(code: CodeType) -> Iterator[CodeType]:
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield each
            yield from _codes(each)


def _code_of(function: FunctionType, code: CodeType) -> CodeType | None:
    """Return the code of a function from the code of a changed module.

    A function that is defined twice, under a condition, is told by its line.
    """
    own = function.__code__
    for each in _codes(code):
        if (each.co_qualname, each.co_firstlineno) == (own.co_qualname, own.co_firstlineno):
            return each
    return None


def holds(function: FunctionType, code: CodeType) -> bool:
    """Whether a changed module has code for a function."""
    return _code_of(function, code) is not None


def swap(function: FunctionType, code: CodeType) -> None:
    """Replace a function's code by that of a changed module, if the module has it."""
    found = _code_of(function, code)
    if found is not None:
        function.__code__ = found


class _Instrument(ast.NodeTransformer):
    """Makes functions record their calls."""

    def __init__(self, file: str) -> None:
        self._file = file
        self._scope: list[str] = []
        self.names: list[str] = []

    def _scoped(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        self._scope.append(node.name)
        self.generic_visit(node)
        if isinstance(node, ast.FunctionDef):
            self.names.append(".".join(self._scope))
            key = f"{self._file}:{self.names[-1]}"
            node.body[:0] = ast.parse(f"{_CALLED}.add({key!r})").body
        self._scope.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self._scoped(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        return self._scoped(node)


def instrument(root: Path, file: str, called: set[str]) -> None:
    """Let the functions of a module add ``file:name`` to a set whenever they are called."""
    module = module_of(root, file)
    if module is None:
        return
    setattr(module, _CALLED, called)
    instrumented = _Instrument(file)
    tree = instrumented.visit(ast.parse((root / file).read_text("utf-8")))
    code = compile(ast.fix_missing_locations(tree), str(root / file), "exec")
    for name in instrumented.names:
        function = function_of(module, name)
        if function is not None:
            swap(function, code)
