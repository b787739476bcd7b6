"""Checks for unsupported code in the rules of declared games, with line numbers."""

import ast
import math
import sys
from collections.abc import Mapping
from types import MappingProxyType, ModuleType
from typing import Any, Final

import numba
from numba import types
from numba.extending import intrinsic

#: Features that compiled code lacks, and what to use instead.
REJECTED: Final[Mapping[type[ast.AST], str]] = MappingProxyType(
    {
        ast.List: "no lists; use a field, or a tuple of constants",
        ast.ListComp: "no lists; use a loop and a field",
        ast.Dict: "no dicts; use a field, or a tuple of constants",
        ast.DictComp: "no dicts; use a field, or a tuple of constants",
        ast.Set: "no sets; use the bits of a number",
        ast.SetComp: "no sets; use the bits of a number",
        ast.GeneratorExp: "no generators; use a loop",
        ast.JoinedStr: "no f-strings; texts belong in methods of self, such as describe",
        ast.Lambda: "no lambda; write a method (g, ...)",
        ast.Try: "no exceptions",
        ast.Raise: "no exceptions",
        ast.Assert: "no exceptions; write a test instead",
        ast.With: "no 'with'",
        ast.ClassDef: "no classes",
        ast.Await: "no 'await'",
        ast.Global: "no 'global'; what changes in a game is a field",
        ast.Nonlocal: "no 'nonlocal'; what changes in a game is a field",
        ast.YieldFrom: "no 'yield from'; write a loop",
    }
)
#: Modules that generate random numbers, which would make games irreproducible.
_CHANCE: Final = frozenset({"random", "secrets", "numpy.random"})
_REPEATED: Final = (
    "the seed of a game would not reproduce it; use draw(g, n), a number from 0 to n - 1"
)


def problem_of_value(value: Any) -> str:
    """Return why rules cannot use the value of a global name, or an empty string."""
    owner = getattr(value, "__self__", None)
    module = value.__name__ if isinstance(value, ModuleType) else getattr(value, "__module__", "")
    if module in _CHANCE or type(owner).__module__ in _CHANCE:
        return f"this is random: {_REPEATED}"
    is_known = isinstance(value, type) or value is math or module in (None, "", "builtins", "math")
    if not is_known and str(module).split(".")[0] in sys.stdlib_module_names:
        return f"rules cannot use the module {module!r}"
    return ""


def problem_of_attribute(node: ast.AST, names: Mapping[str, Any]) -> str:
    """Return why rules cannot use an attribute such as ``np.random``, or an empty string."""
    match node:
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            if isinstance(names.get(name), ModuleType):
                return problem_of_value(getattr(names[name], attribute, None))
    return ""


def constant_action(node: ast.expr, names: Mapping[str, Any], own: set[str]) -> int | None:
    """Return the value of a constant integer expression; None for any other expression."""
    used = [each.id for each in ast.walk(node) if isinstance(each, ast.Name)]
    numbers = {name: names.get(name) for name in used}
    is_constant = all(name not in own and type(numbers[name]) is int for name in used)
    parts = (ast.Constant, ast.Name, ast.UnaryOp, ast.BinOp, ast.operator, ast.unaryop, ast.Load)
    if not is_constant or not all(isinstance(each, parts) for each in ast.walk(node)):
        return None
    value = eval(compile(ast.Expression(node), "<action>", "eval"), {"__builtins__": {}}, numbers)
    return value if isinstance(value, int) else None


if numba.config.DISABLE_JIT:

    def whole(value: Any) -> Any:
        """Return ``value`` unchanged; reject a float."""
        if isinstance(value, float):
            raise TypeError(f"rules compute only with integers, found {value}; use // or int(...)")
        return value

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def whole(typing_context: Any, value: Any) -> Any:
        """Return ``value`` unchanged; reject a float."""
        if isinstance(value, types.Float):
            raise numba.errors.TypingError(
                "rules compute only with integers, found a number with a fraction; use // or "
                "int(...)"
            )
        kind = types.unliteral(value)
        return kind(kind), lambda context, builder, signature, args: args[0]
