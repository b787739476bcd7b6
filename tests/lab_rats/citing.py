"""Citations of the rules that a test checks, as in ``@cites("LAB-13", "AMB-31")``."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

_Test = TypeVar("_Test", bound=Callable[..., object])


def cites(*rules: str) -> Callable[[_Test], _Test]:
    """Say which rules a test checks; ``citations`` reads it from the source."""
    assert rules

    def cited(test: _Test) -> _Test:
        return test

    return cited


def citations() -> set[str]:
    """Return the numbers that tests cite."""
    return {
        str(argument.value)
        for path in Path(__file__).parent.glob("test_*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        if node.func.id == "cites"
        for argument in node.args
        if isinstance(argument, ast.Constant)
    }
