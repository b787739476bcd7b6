"""The sources of bots and games outside of this package."""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from wistar_env.benchmark.sources import PACKAGE, imports
from wistar_env.errors import BotError

_INSTALLED: Final = {"site-packages", "dist-packages"}


def own_sources(homes: Iterable[str]) -> dict[str, bytes]:
    """Return the sources outside of this package that code depends on, by name, sorted.

    ``homes``: the modules of the code; modules of Python and of this package are skipped. Raises
    BotError if one of them has no file.
    """
    found: dict[str, bytes] = {}
    waiting = [_root(home) for home in sorted(homes) if _is_own(home)]
    seen: set[tuple[Path, str]] = set()
    while waiting:
        folder, top = waiting.pop()
        if (folder, top) in seen:
            continue
        seen.add((folder, top))
        for file in _files(folder, top):
            if (name := file.relative_to(folder).as_posix()) not in found:
                found[name] = file.read_bytes()
                tops = {each.partition(".")[0] for each in imports(found[name])}
                waiting += [(folder, each) for each in sorted(tops) if _beside(folder, each)]
    return dict(sorted(found.items()))


def _is_own(module: str) -> bool:
    """Return whether a module is part neither of Python nor of this package."""
    return module.partition(".")[0] not in {PACKAGE, *sys.stdlib_module_names}


def _root(module: str) -> tuple[Path, str]:
    """Return the folder that contains a module's top-level package or module, and its name.

    Raises BotError if the module has no source file.
    """
    top, _, rest = module.partition(".")
    home = getattr(sys.modules.get(module), "__file__", None)
    if home is None:
        raise BotError(
            f"module {module!r} must have a source file, which identifies its bots and games"
        )
    file = Path(home).absolute()
    # An __init__ is named like its package, so it lies one folder deeper than its name suggests.
    depth = rest.count(".") + bool(rest) + (file.name == "__init__.py")
    return file.parents[depth], top


def _files(folder: Path, top: str) -> Iterable[Path]:
    package = folder / top
    return package.rglob("*.py") if package.is_dir() else [folder / f"{top}.py"]


def _beside(folder: Path, top: str) -> bool:
    """Return whether the folder has an uninstalled module or package of this name."""
    if not top or not _is_own(top) or _INSTALLED & {*folder.parts}:
        return False
    return (folder / f"{top}.py").is_file() or any((folder / top).glob("*.py"))
