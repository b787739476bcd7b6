"""Names that nothing uses, and texts that name what does not exist."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.test_imports import OUTSIDE, ROOT, modules

WRITTEN_BY_HAND = ("*.py", "*.md", "*.toml", "*.ipynb")
FOLDERS = ("wistar_env", "agents", "training", *OUTSIDE, "tests", "docs", "notebooks")
#: Sphinx reads all names of its settings, pytest those of its plugins.
READ_BY_OTHERS = {
    "website.conf",
    "wistar_env.kit.conformance.pytest_plugin",
    *(
        f"wistar_env.new_game.template.test_{name}"
        for name in ("goofspiel", "kuhn", "nim", "tricks")
    ),
}
MODULE = re.compile(r"(?<![\w/.-])wistar_env(?:\.[A-Za-z]\w*)+")
#: A module of the package as docstrings name it, from its room on.
IN_ITS_ROOM = re.compile(r"``([a-z_]+(?:\.[A-Za-z_]\w*)+)``")
KNOWN = modules()
#: Rooms whose name is also that of a variable in docstrings.
ALSO_VARIABLES = {"game", "scene", "spec"}
#: A name without a dot, as docstrings of packages list their modules.
SIMPLE = re.compile(r"``([A-Za-z_]\w*)``")
#: What docstrings of packages name that is neither a module beside them nor in their code.
OTHER_THINGS = {
    "wistar_env.author": {"g"},  # the state in rules
    "wistar_env.cli": {"arena", "play", "speed", "train"},  # commands
    "wistar_env.games": {"Game"},
    "wistar_env.games.lab_rats.careful": {"careful"},  # a bot
    "wistar_env.games.lab_rats.render": {"Drawn"},
    "wistar_env.games.rats_of_wistar.heuristics": {"greedy"},  # a bot
    "wistar_env.games.rats_of_wistar.render.svg": {"Drawn"},
    "wistar_env.kit.rewards": {"score_scale"},
    "wistar_env.kit.vector": {"BatchGame", "LearnerBatch"},
}
HOUSES = ("wistar_env", "wistar_env.kit", "wistar_env.games.rats_of_wistar")
ROOMS = {
    name.removeprefix(f"{house}.").split(".")[0]
    for house in HOUSES
    for name in KNOWN
    if name.startswith(f"{house}.")
} - ALSO_VARIABLES


@cache
def texts() -> dict[Path, str]:
    """Return all that is written by hand, by file; the changelog tells of names of before."""
    files = [path for pattern in WRITTEN_BY_HAND for path in ROOT.glob(pattern)]
    for folder in FOLDERS:
        for pattern in WRITTEN_BY_HAND:
            files += (ROOT / folder).rglob(pattern)
    return {path: path.read_text("utf-8") for path in sorted(files) if path.name != "CHANGELOG.md"}


def defined(tree: ast.Module) -> Iterator[str]:
    """Yield the names that a module defines, but for those whose definition does something."""
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.decorator_list:
            yield node.name
        elif isinstance(node, ast.Assign | ast.AnnAssign) and not isinstance(node.value, ast.Call):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            yield from (each.id for each in targets if isinstance(each, ast.Name))


def test_every_name_of_a_module_is_used() -> None:
    said = Counter(word for text in texts().values() for word in re.findall(r"\w+", text))
    unused = {
        f"{module}.{name}"
        for module, path in KNOWN.items()
        if module not in READ_BY_OTHERS
        for name in defined(ast.parse(path.read_text("utf-8")))
        if said[name] == 1 and not name.startswith("__")
    }
    assert unused == set()


@cache
def words_of(path: Path) -> set[str]:
    return {*re.findall(r"\w+", path.read_text("utf-8"))}


@cache
def exists(name: str) -> bool:
    """Return whether a dotted name leads to a module, or to what a module names."""
    parts = name.split(".")
    for length in range(len(parts), 0, -1):
        module = ".".join(parts[:length])
        if module in KNOWN:
            rest = parts[length : length + 1]
            path = KNOWN[module]
            return path.parent.joinpath(*rest).exists() or rest[0] in words_of(path)
    return False


def test_every_module_that_a_text_names_exists() -> None:
    missing = {
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts().items()
        for name in MODULE.findall(text)
        if "tests" not in path.parts and not exists(name)
    }
    assert missing == set()


def test_every_module_that_a_docstring_names_from_its_room_on_exists() -> None:
    missing = {
        f"{module}: {name}"
        for module, path in KNOWN.items()
        for name in IN_ITS_ROOM.findall(path.read_text("utf-8"))
        if name.split(".")[0] in ROOMS
        and not any(exists(f"{house}.{name}") for house in (*HOUSES, module.rpartition(".")[0]))
    }
    assert missing == set()


def test_every_module_that_the_docstring_of_a_package_lists_exists() -> None:
    missing = set()
    for package, path in KNOWN.items():
        if path.name == "__init__.py":
            text = path.read_text("utf-8")
            told = ast.get_docstring(ast.parse(text), clean=False) or ""
            beside = {each.stem for each in path.parent.iterdir()}
            has = {*re.findall(r"\w+", text.replace(told, "")), *OTHER_THINGS.get(package, ())}
            missing |= {f"{package}: {name}" for name in {*SIMPLE.findall(told)} - beside - has}
    assert missing == set()
