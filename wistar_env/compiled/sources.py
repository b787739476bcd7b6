"""Which modules have functions that are compiled, and which of these an import needs."""

import ast
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[1]
#: What is compiled, from the bottom to the top: the code of a folder depends on those before it.
FOLDERS: Final = (
    "compiled",
    "kit",
    "tables",
    "rules",
    "spaces",
    "heuristics",
    "gate",
    "networks",
    "policies",
    "search",
    "rewards",
    "batch",
)
_COMPILED: Final = re.compile(r"^@(?:unit|entry)\ndef (\w+)", re.MULTILINE)


def files_in(folders: tuple[str, ...]) -> list[Path]:
    """Return the modules of folders of the package."""
    return [path for name in folders for path in sorted((PACKAGE / name).glob("*.py"))]


def compiled_modules() -> list[str]:
    """Return the names of the modules of the package in which functions are compiled."""
    names = (f"{PACKAGE.name}.{path.parent.name}.{path.stem}" for path in files_in(FOLDERS))
    return [name for name in names if functions(name)]


def file_of(module: str) -> Path | None:
    """Return the source of a module; None if it is none of this package and not imported."""
    top, *below = module.split(".")
    if top != PACKAGE.name:
        found = getattr(sys.modules.get(module), "__file__", None)
        return None if found is None else Path(found)
    plain = PACKAGE.joinpath(*below)
    files = (plain.with_suffix(".py"), plain / "__init__.py")
    return next((file for file in files if file.is_file()), None)


@cache
def _text(module: str) -> str:
    file = file_of(module)
    return "" if file is None else file.read_text("utf-8")


def functions(module: str) -> list[str]:
    """Return the names of the functions of a module that are compiled on their own."""
    return _COMPILED.findall(_text(module))


@cache
def _imports(module: str) -> frozenset[str]:
    """Return the modules of this package that a module imports as soon as it is imported."""
    names = set()
    for node in ast.parse(_text(module)).body:
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module is not None:
            names |= {node.module, *(f"{node.module}.{each.name}" for each in node.names)}
    ours = (name for name in names if name.split(".")[0] == PACKAGE.name)
    return frozenset(name for name in ours if file_of(name) is not None)


def needed(modules: Iterable[str]) -> set[str]:
    """Return modules together with all those of this package that importing them imports."""
    found: set[str] = set()
    waiting = set(modules)
    while waiting:
        module = waiting.pop()
        found.add(module)
        waiting |= _imports(module) - found
    return found
