"""Mutants of small modules."""

import ast

import pytest

from tests.mutation.generator import Mutant, mutants_of


def becomes(source: str) -> set[str]:
    """Return what the lines of a module become."""
    return {mutant.becomes for mutant in mutants_of("m.py", source)}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("x = a < b", {"x = a <= b", "x = a > b"}),
        ("x = a >= b", {"x = a > b"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = (a) == (b)", {"x = (a) != (b)"}),
        ("x = a < b <= c", {"x = a <= b <= c", "x = a > b <= c", "x = a < b < c"}),
        ("x = a + b", {"x = a - b"}),
        ("x = a // b", {"x = a * b"}),
        ("x |= a", {"x &= a", "pass"}),
        ("x = 3", {"x = 4", "x = (2)"}),
        ("x = True", {"x = False"}),
        ("x = -a", {"x = (a)"}),
        ("x = not a", {"x = a"}),
        ("x = a and b and c", {"x = a or b and c", "x = a and b or c"}),
        ("x = min(a, b)", {"x = max(a, b)"}),
        ("x = f(a, b)", {"x = f(b, a)"}),
        ("x = f(g, a)", set()),
        ("x = a[0]", {"x = a[1]", "x = a[(-1)]"}),
        ("x = tables[0]", {"x = tables[1]"}),
        ("x = tables['a'][0]", {"x = tables['a'][1]"}),
        ("x = tables_of(c)[0]", {"x = tables_of(c)[1]"}),
        ("x = tables[0][0]", {"x = tables[1][0]", "x = tables[0][1]", "x = tables[0][(-1)]"}),
        ("f()", {"pass"}),
        ("p.x = a", {"pass"}),
        ("x = y", set()),
        ("x = a if b else c", {f"x = a if {test} else c" for test in ("not (b)", "True", "False")}),
        (
            "x = [a for a in b if c]",
            {"x = [a for a in b if not (c)]", "x = [a for a in b if True]"},
        ),
    ],
)
def test_each_kind_of_code_has_its_changes(source: str, expected: set[str]) -> None:
    assert becomes(source) == expected


def test_conditions_and_loops_are_changed() -> None:
    assert becomes("if a:\n    x = y") == {"if not (a):", "if True:", "if False:"}
    assert becomes("while a:\n    break") == {"while not (a):", "while False:", "continue"}


def test_what_only_the_compiler_runs_is_left_alone() -> None:
    source = "if numba.config.DISABLE_JIT:\n    x = 1\nelse:\n    x = 8"
    assert becomes(source) == {"x = 2", "x = (0)"}


@pytest.mark.parametrize(
    "source",
    [
        '"""1 < 2"""',
        "def f(a: Literal[1]) -> Literal[2]: ...",
        "@f(1)\ndef g(): ...",
        "if TYPE_CHECKING:\n    f()",
        "assert a < b",
        'x = f"{a + 1}"',
    ],
)
def test_text_that_no_test_should_notice_has_no_mutants(source: str) -> None:
    assert becomes(source) == set()


def test_a_rejection_is_removed_and_its_message_is_left_alone() -> None:
    assert becomes("raise ValueError(a + 1)") == {"pass"}


SOURCE = """class A:
    def f(self, a):
        return a + 1

    def g(self, a):
        x = a + 1
        x = a + 1
        return x
"""


def test_every_mutant_is_one_change_of_a_module_that_can_be_parsed() -> None:
    for mutant in mutants_of("m.py", SOURCE):
        changed = mutant.apply(SOURCE)
        ast.parse(changed)
        assert changed != SOURCE
        assert changed.count("\n") == SOURCE.count("\n")


def test_a_mutant_is_named_by_its_function_its_line_and_which_of_equal_lines_it_is() -> None:
    found = [mutant for mutant in mutants_of("m.py", SOURCE) if mutant.becomes.endswith("a - 1")]
    assert [(each.function, each.line, each.nth) for each in found] == [
        ("A.f", "return a + 1", 1),
        ("A.g", "x = a + 1", 1),
        ("A.g", "x = a + 1", 2),
    ]


def test_changes_elsewhere_leave_the_name_of_a_mutant_as_it_is() -> None:
    def digests(source: str) -> set[str]:
        return {mutant.digest for mutant in mutants_of("m.py", source)}

    assert digests(SOURCE) < digests("x = 1\n\n" + SOURCE)
    mutants: list[Mutant] = list(mutants_of("m.py", SOURCE))
    assert len(digests(SOURCE)) == len(mutants)
