"""What the compiled code of a module depends on."""

import re
from pathlib import Path

import pytest

from tests.test_imports import imports, modules
from wistar_env.compiled.sources import FOLDERS, contained, file_of, files_in, sources_of

KNOWN = modules()
COMPILED = re.compile(r"^@(?:unit|entry|inline)\b", re.MULTILINE)
IN_FOLDERS = [
    name
    for name, path in KNOWN.items()
    if path.parent.name in FOLDERS and COMPILED.search(path.read_text("utf-8"))
]


def folder(module: str) -> str:
    """Return the folder of the package that a module lies in."""
    return [*module.split("."), ""][1]


def reached(module: str) -> set[str]:
    """Return the modules that the compiled code of one is made of, and what they import."""
    found: set[str] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        below = imports(KNOWN[name], KNOWN)
        waiting |= {each for each in below if folder(each) in FOLDERS} - found
        found |= below
    return found


@pytest.mark.parametrize("module", IN_FOLDERS)
def test_compiled_code_is_made_only_of_what_its_key_contains(module: str) -> None:
    folders = {folder(name) for name in reached(module)}
    assert folders & {*FOLDERS, "gate", "contract"} <= contained(folder(module))


@pytest.mark.parametrize("name", ["kit", "networks", "policies", "search", "rewards", "batch"])
def test_changed_rules_compile_nothing_of_the_kit_anew(name: str) -> None:
    assert not contained(name) & {"tables", "rules", "spaces", "heuristics"}


def test_code_outside_the_package_depends_on_what_it_imports_from_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sizes_of_go.py").write_text("SIZE = 19\n")
    (tmp_path / "rules_of_go.py").write_text("import numpy\nfrom sizes_of_go import SIZE\n")
    (tmp_path / "something_else.py").write_text("SIZE = 9\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    __import__("rules_of_go")
    __import__("something_else")
    own = file_of("rules_of_go")
    assert own is not None
    named = [path.name for path in sources_of("rules_of_go") if path.parent == own.parent]
    assert named == ["rules_of_go.py", "sizes_of_go.py"]
    assert {*files_in(FOLDERS)} <= {*sources_of("rules_of_go")}
