"""Find modules with compiled functions, and which of them an import needs."""

import ast
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec, resolve_name
from pathlib import Path
from types import MappingProxyType
from typing import Final

PACKAGE: Final = Path(__file__).resolve().parents[1]
#: Folders with compiled code, and the folders whose code is compiled into them. The kit contains no
#: code of a game, which it calls by address.
FOLDERS: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "compiled": (),
        "kit": ("compiled",),
        "kit/networks": ("kit",),
        "kit/policies": ("kit",),
        "kit/search": ("kit/networks", "kit/policies"),
        "kit/rewards": ("kit",),
        "kit/batch": ("kit/policies", "kit/rewards"),
        "author": ("kit",),
        "games/rats_of_wistar/tables": ("kit",),
        "games/rats_of_wistar/rules": ("games/rats_of_wistar/tables",),
        "games/rats_of_wistar/spaces": ("games/rats_of_wistar/rules",),
        "games/rats_of_wistar/heuristics": ("games/rats_of_wistar/spaces",),
    }
)
_COMPILED: Final = re.compile(r"^@(?:jit\.)?(?:unit|late_unit|entry)\ndef (\w+)", re.MULTILINE)
_AT_ONCE: Final = re.compile(r"^@(?:jit\.)?unit\ndef (\w+)", re.MULTILINE)


def contained(folder: str) -> set[str]:
    """Return a folder and all folders whose code is compiled into it."""
    return {folder}.union(*(contained(below) for below in FOLDERS[folder]))


def files_in(folders: Iterable[str]) -> list[Path]:
    """Return the source files in folders of the package."""
    return [path for name in sorted(folders) for path in sorted((PACKAGE / name).glob("*.py"))]


def compiled_modules(package: str = PACKAGE.name) -> list[str]:
    """Return the names of the modules with compiled functions.

    ``package``: a package, including its subpackages, or a module. It need not be imported.
    """
    spec = find_spec(package)
    if spec is None:
        return []
    if spec.submodule_search_locations is None:
        return [package] if spec.origin and _compiles(Path(spec.origin)) else []
    return [
        ".".join((package, *path.relative_to(root).with_suffix("").parts))
        for root in map(Path, spec.submodule_search_locations)
        for path in _modules_below(root)
        if _compiles(path)
    ]


def _modules_below(root: Path) -> Iterator[Path]:
    """Yield the files of a package's modules, following links.

    A git clone of this package has links in place of some folders.
    """
    for place, folders, files in os.walk(root, followlinks=True):
        folders.sort()
        if "__init__.py" in files:
            yield from (Path(place, file) for file in sorted(files) if file.endswith(".py"))
        else:
            folders.clear()


def _compiles(file: Path) -> bool:
    return _COMPILED.search(file.read_text("utf-8")) is not None


def file_of(module: str) -> Path | None:
    """Return the source file of a module of this package or of an imported module, or None."""
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
    """Return the names of a module's functions that are compiled separately."""
    return _COMPILED.findall(_text(module))


def functions_at_once(module: str) -> list[str]:
    """Return the names of a module's functions that are compiled at import."""
    return _AT_ONCE.findall(_text(module))


def _imported_names(source: str, package: str = "") -> set[str]:
    """Return the names, possibly of modules, that a source imports at its top level.

    ``package``: the package to which relative imports refer.
    """
    names = set()
    for node in ast.parse(source).body:
        if isinstance(node, ast.Import):
            names |= {each.name for each in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = resolve_name("." * node.level + (node.module or ""), package)
            names |= {base, *(f"{base}.{each.name}" for each in node.names)}
    return names


@cache
def _imports(module: str) -> frozenset[str]:
    """Return the modules of this package that a module imports at its top level."""
    names = _imported_names(_text(module), module.rpartition(".")[0])
    ours = (name for name in names if name.split(".")[0] == PACKAGE.name)
    return frozenset(name for name in ours if file_of(name) is not None)


def sources_of(module: str) -> list[Path]:
    """Return the files that the compiled code of a module depends on.

    A module in one of ``FOLDERS`` depends on this folder and the folders compiled into it. A module
    in another folder of ``games`` depends on the folders ``kit`` and ``compiled``, and on the files
    of its game that it imports. Any other module depends on all ``FOLDERS``, and on the files of
    its own project that it imports. Imports may be indirect.
    """
    folder = _folder_of(module)
    if folder in FOLDERS:
        return files_in(contained(folder))
    if folder.startswith("games/"):
        game = PACKAGE.joinpath(*folder.split("/")[:2])
        return [*files_in(contained("kit")), *sorted(_imported_files(module, game))]
    return [*files_in(FOLDERS), *sorted(_imported_files(module, _project(module)))]


def _folder_of(module: str) -> str:
    """Return the folder of a module, such as ``"kit/batch"``; empty outside this package."""
    package, *inner = module.split(".")
    return "/".join(inner[:-1]) if package == PACKAGE.name else ""


def _project(module: str) -> Path:
    """Return the folder of a module's top-level package, or of a module without a package."""
    own = file_of(module)
    assert own is not None
    root = own.parent
    for _ in _package_of(module).split(".")[1:]:
        root = root.parent
    return root


def _imported_files(module: str, root: Path) -> set[Path]:
    """Return the files below ``root`` of a module and its imports, direct and indirect.

    Files in ``FOLDERS`` are left out. Modules of other projects must be in ``sys.modules``; modules
    of this package need not.
    """
    own = file_of(module)
    found: set[Path] = set()
    waiting = {module}
    while waiting:
        name = waiting.pop()
        file = own if name == module else _source(name)
        if file is not None and file not in found and file.is_relative_to(root):
            found.add(file)
            waiting |= _imported_names(file.read_text("utf-8"), _package_of(name))
    return found


def _package_of(module: str) -> str:
    """Return the package of a module, which for a package is itself; empty if there is none."""
    if module.split(".")[0] == PACKAGE.name:
        file = file_of(module)
        return module if file and file.name == "__init__.py" else module.rpartition(".")[0]
    return getattr(sys.modules.get(module), "__package__", None) or ""


def _source(module: str) -> Path | None:
    """Return the source file of a module outside ``FOLDERS``, or None."""
    found = file_of(module)
    return (
        None if found is None or found.suffix != ".py" or _folder_of(module) in FOLDERS else found
    )


def needed(modules: Iterable[str]) -> set[str]:
    """Return ``modules`` and all modules of this package that they import, directly or not."""
    found: set[str] = set()
    waiting = set(modules)
    while waiting:
        module = waiting.pop()
        found.add(module)
        waiting |= _imports(module) - found
    return found
