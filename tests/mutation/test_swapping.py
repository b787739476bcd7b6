"""Changed code in the functions of an imported module."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from tests.mutation import swapping
from tests.mutation.generator import Mutant, mutants_of

SOURCE = '''"""A module."""

import functools


def double(n):
    return n * 2


@functools.cache
def kept(n):
    return n * 2


class Number:
    """A number."""

    def __init__(self, n):
        self.n = n * 2

    @property
    def value(self):
        return self.n * 2

    @staticmethod
    def of(n):
        def inner():
            return n * 2

        return inner()
'''


@pytest.fixture
def module(tmp_path: Path) -> Iterator[ModuleType]:
    path = tmp_path / "swapped.py"
    path.write_text(SOURCE, "utf-8")
    spec = importlib.util.spec_from_file_location("swapped", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules["swapped"] = found
    spec.loader.exec_module(found)
    yield found
    del sys.modules["swapped"]


def sums(function: str) -> Mutant:
    """Return the mutant of a function that adds 2 instead of multiplying by it."""
    return next(
        mutant
        for mutant in mutants_of("swapped.py", SOURCE)
        if mutant.function == function and "n + 2" in mutant.becomes
    )


@pytest.mark.parametrize(
    ("function", "expression", "before", "after"),
    [
        ("double", "double(5)", 10, 7),
        ("kept", "kept(5)", 10, 7),
        ("Number.__init__", "Number(5).n", 10, 7),
        ("Number.value", "Number(5).value", 20, 12),
        ("Number.of.inner", "Number.of(5)", 10, 7),
    ],
)
def test_a_function_gets_the_code_of_its_mutant(
    module: ModuleType, tmp_path: Path, function: str, expression: str, before: int, after: int
) -> None:
    def value() -> object:
        return eval(expression, vars(module))

    assert swapping.module_of(tmp_path, "swapped.py") is module
    found = swapping.function_of(module, function)
    assert found is not None
    assert value() == before
    vars(module)["kept"].cache_clear()
    code = compile(sums(function).apply(SOURCE), found.__code__.co_filename, "exec")
    assert swapping.holds(found, code)
    swapping.swap(found, code)
    assert value() == after


def test_instrumented_functions_tell_that_they_are_called(
    module: ModuleType, tmp_path: Path
) -> None:
    called: set[str] = set()
    swapping.instrument(tmp_path, "swapped.py", called)
    assert vars(module)["Number"](5).value == 20
    assert called == {"swapped.py:Number.__init__", "swapped.py:Number.value"}


def test_what_is_no_plain_function_is_left_to_an_import(module: ModuleType) -> None:
    assert swapping.function_of(module, "") is None
    assert swapping.function_of(module, "missing") is None
    assert swapping.function_of(module, "Number") is None
