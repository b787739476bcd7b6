"""Field names of stack entries: code must use the names of the kind that it handles.

Several kinds share the same memory under different names, so a wrong name would not raise an error.
"""

import ast
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from wistar_env.games.rats_of_wistar.rules import decisions, state
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES, NUMBERS_OF

PACKAGE = Path(state.__file__).parents[1]
#: Fields that every kind of entry has.
COMMON = {"kind", "seat", "act", "numbers"}
#: What rows of effects have, under the same letters as entries once had.
ROWS = {"row", "rows", "ops"}

Function = ast.FunctionDef


@cache
def functions() -> dict[str, Function]:
    """Return the functions of compiled code by name; no two that take an entry have the same."""
    found: dict[str, Function] = {}
    for folder in ("rules", "spaces", "policies", "batch"):
        for path in sorted((PACKAGE / folder).glob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, Function):
                    assert node.name not in found or not (
                        entries(node) or entries(found[node.name])
                    )
                    found[node.name] = node
    return found


def called(node: ast.AST) -> str:
    """Return the name of what a call calls, "" if it is none."""
    if not isinstance(node, ast.Call):
        return ""
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


def entries(function: Function) -> list[int]:
    """Return which arguments of a function are entries."""
    annotations = [argument.annotation for argument in function.args.args]
    return [k for k, a in enumerate(annotations) if isinstance(a, ast.Name) and a.id == "Entry"]


def kinds_in(nodes: Iterable[ast.AST]) -> set[int]:
    """Return the kinds that are named in code."""
    found = set()
    for node in nodes:
        for part in ast.walk(node):
            name = part.attr if isinstance(part, ast.Attribute) else getattr(part, "id", "")
            if isinstance(getattr(decisions, name, None), int) and name != "CHOICES":
                found.add(getattr(decisions, name))
    return found


def is_entry(node: ast.AST, names: set[str]) -> bool:
    """Whether an expression is one of these variables, or what one of these functions returns."""
    return getattr(node, "id", called(node)) in names


def used(nodes: Iterable[ast.AST], names: set[str]) -> set[str]:
    """Return the numbers of entries that code uses, also in the functions that it hands them to."""
    found = set()
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Attribute) and is_entry(part.value, names):
                found.add(part.attr)
            elif isinstance(part, ast.Call) and called(part) in functions():
                function = functions()[called(part)]
                for k in entries(function):
                    if is_entry(part.args[k], names):
                        found |= used(function.body, {function.args.args[k].arg})
    return found - COMMON


def variables(function: Function) -> set[str]:
    """Return the names of a function that are entries, but for those that it pushes."""
    found = {function.args.args[k].arg for k in entries(function)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and "stack" in ast.dump(node.value):
            found |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return found


def pushed(function: Function) -> Iterator[tuple[set[int], set[str]]]:
    """Give the kinds that a function pushes, and the numbers that it sets of each."""
    for node in ast.walk(function):
        if isinstance(node, ast.Attribute) and called(node.value) == "push":
            yield kinds_in([node.value]), {node.attr}
        if isinstance(node, ast.Assign) and called(node.value) == "push":
            names = {target.id for target in node.targets if isinstance(target, ast.Name)}
            yield kinds_in([node.value]), used(function.body, names)
        if called(node) == "push_times":
            yield kinds_in([node]), {"left"}
        if isinstance(node, ast.If) and called(node.test) == "push_times":
            yield kinds_in([node.test]), used(node.body, {"top"})


def handled(function: Function) -> Iterator[tuple[set[int], set[str]]]:
    """Give the kinds that code asks for, and the numbers that it uses of entries of these."""
    for node in ast.walk(function):
        if isinstance(node, ast.If) and kinds_in([node.test]):
            yield kinds_in([node.test]), used([node.test, *node.body], variables(function))


def test_code_for_a_kind_uses_the_numbers_of_that_kind() -> None:
    found = []
    for function in functions().values():
        for kinds, numbers in (*pushed(function), *handled(function)):
            declared = {number.name for kind in kinds for number in NUMBERS_OF[kind]}
            if kinds and not numbers <= declared:
                what = ", ".join(decisions.NAMES[kind] for kind in sorted(kinds))
                found.append(f"{function.name}: {numbers - declared} of {what}")
    assert found == []


def test_every_number_is_set_and_every_one_is_asked_for() -> None:
    written: set[str] = set()
    read: set[str] = set()
    for function in functions().values():
        for node in ast.walk(function):
            if isinstance(node, ast.Attribute):
                (read if isinstance(node.ctx, ast.Load) else written).add(node.attr)
    assert set(NAMED_PLACES) - written == set()
    assert set(NAMED_PLACES) - read == {"unused"}


def test_no_entry_has_numbers_that_are_called_by_letters() -> None:
    letters = set("abcdef")
    assert not letters & set(state.ENTRY.names or ())
    found = []
    for path in sorted(PACKAGE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in letters:
                of = node.value.value if isinstance(node.value, ast.Subscript) else node.value
                if getattr(of, "attr", getattr(of, "id", "")) not in ROWS:
                    found.append(f"{path.name}:{node.lineno}: {ast.unparse(node)}")
    assert found == []
