"""What the compiled code of a module depends on."""

import re
import sys
from importlib import import_module
from pathlib import Path

import pytest

from tests.test_imports import imports, modules
from wistar_env.compiled.sources import FOLDERS, contained, files_in, sources_of

KNOWN = modules()
COMPILED = re.compile(r"^@(?:unit|entry|inline)\b", re.MULTILINE)


def folder(module: str) -> str:
    """Return the folder of the package that a module lies in, such as ``"kit/batch"``."""
    return "/".join(module.split(".")[1:-1])


IN_FOLDERS = [
    name
    for name, path in KNOWN.items()
    if folder(name) in FOLDERS and COMPILED.search(path.read_text("utf-8"))
]


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


def reached_in(module: str, package: str) -> set[str]:
    """Return a module, and those of a package that it imports, or that these import."""
    found: set[str] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        found.add(name)
        waiting |= {each for each in imports(KNOWN[name], KNOWN) if package in each} - found
    return found


@pytest.mark.parametrize("module", IN_FOLDERS)
def test_compiled_code_is_made_only_of_what_its_key_contains(module: str) -> None:
    folders = {folder(name) for name in reached(module)}
    assert folders & {*FOLDERS} <= contained(folder(module))


@pytest.mark.parametrize("name", [name for name in FOLDERS if name.startswith("kit")])
def test_changed_rules_recompile_nothing_of_the_kit(name: str) -> None:
    assert not any(each.startswith("games") for each in contained(name))


RULES_OF_LAB_RATS = "wistar_env.games.lab_rats.playing_on"


def test_rules_of_another_game_depend_on_what_they_import_of_it() -> None:
    depends = {*sources_of(RULES_OF_LAB_RATS)}
    game = KNOWN[RULES_OF_LAB_RATS].parent
    own = {KNOWN[name] for name in reached_in(RULES_OF_LAB_RATS, "games.lab_rats")}
    assert {path for path in depends if path.is_relative_to(game)} == own
    assert {game / "turns.py", game / "kinds.py", game / "playing_on.py"} <= own
    assert {*files_in(contained("kit"))} <= depends


def test_sources_do_not_depend_on_what_is_imported_when_they_are_asked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    import_module(RULES_OF_LAB_RATS)
    depends = sources_of(RULES_OF_LAB_RATS)
    for name in [name for name in sys.modules if ".lab_rats." in name]:
        monkeypatch.delitem(sys.modules, name)
    assert sources_of(RULES_OF_LAB_RATS) == depends


def test_texts_and_pictures_of_another_game_are_no_sources_of_its_rules() -> None:
    shown = [name for name in KNOWN if name.startswith("wistar_env.games.lab_rats.game")]
    depends = {*sources_of(RULES_OF_LAB_RATS)}
    assert shown
    assert not depends & {KNOWN[name] for name in shown}


@pytest.mark.parametrize(
    ("module", "files"),
    [
        (
            "lonely_go",
            {
                "lonely_go.py": "import numpy\nfrom sizes_of_go import SIZE\n",
                "sizes_of_go.py": "SIZE = 19\n",
                "unused_go.py": "SIZE = 9\n",
            },
        ),
        (
            "go_in_rooms.rules.turn",
            {
                "go_in_rooms/__init__.py": "",
                "go_in_rooms/limits.py": "from . import colours\nSIZE = colours.COLOURS * 9\n",
                "go_in_rooms/colours.py": "COLOURS = 2\n",
                "go_in_rooms/rules/__init__.py": "",
                "go_in_rooms/rules/turn.py": "from ..limits import SIZE\nfrom .stones import A\n",
                "go_in_rooms/rules/stones.py": "from go_in_rooms.rules import groups\nA = 1\n",
                "go_in_rooms/rules/groups.py": "import numpy as np\n",
                "go_in_rooms/rules/unused.py": "SIZE = 9\n",
            },
        ),
    ],
)
def test_code_outside_the_package_depends_on_what_it_imports_of_its_project(
    module: str, files: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.syspath_prepend(str(tmp_path))
    import_module(module)
    depends = {*sources_of(module)}
    own = {str(path.relative_to(tmp_path)) for path in depends - {*files_in(FOLDERS)}}
    used = {name for name in files if "unused" not in name and files[name]}
    assert used <= own <= {name for name in files if "unused" not in name}
    assert {*files_in(FOLDERS)} <= depends
