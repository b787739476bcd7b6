"""Which bot it is that made a result: a hash of all that makes it play as it does."""

import ast
import hashlib
import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

from wistar_env.benchmark.deadline import asking
from wistar_env.bots import Player
from wistar_env.errors import BotError
from wistar_env.registry import Spec, factory_of, load, parse

#: This package. What bots use of it is in the version of the rules, which results carry too.
_OURS: Final = __name__.partition(".")[0]
_INSTALLED: Final = {"site-packages", "dist-packages"}


def fingerprint(spec: str, bot_timeout: float | None = None) -> str:
    """Return a hash of a bot, 16 hexadecimal digits.

    Games that were saved under another fingerprint were played by another bot. It covers the
    spec, all sources of the package of the bot's module (of a module in no package: its file),
    what these import from beside them, files that the spec names, and what the bot itself gives
    with ``fingerprint_files()``.

    Parameters
    ----------
    spec
        The bot; it is built once.
    bot_timeout
        Seconds that this may take; None for any time.

    Raises
    ------
    BotError
        If the bot cannot be built, or names a file that is missing.
    """
    parsed = parse(spec)
    with asking(f"bot {spec!r} cannot be built", bot_timeout):
        player = load(spec)
        homes = {parsed.module, factory_of(parsed).__module__, type(player).__module__}
    digest = hashlib.sha256(spec.encode())
    declared = _declared(spec, player, bot_timeout)
    for name, file in [*_sources(homes), *_named(parsed), *declared]:
        content = file.read_bytes()
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
    return digest.hexdigest()[:16]


def _sources(homes: Iterable[str]) -> list[tuple[str, Path]]:
    found: dict[str, Path] = {}
    waiting = [_root(home) for home in homes if _is_own(home)]
    while waiting:
        folder, top = waiting.pop()
        for file in _files(folder, top):
            if (name := file.relative_to(folder).as_posix()) not in found:
                found[name] = file
                waiting += [(folder, each) for each in _imported(file) if _beside(folder, each)]
    return sorted(found.items())


def _is_own(module: str) -> bool:
    """Return whether a module does not belong to Python."""
    return module.partition(".")[0] not in sys.stdlib_module_names


def _root(module: str) -> tuple[Path, str]:
    """Return the folder and the name of the package, or lone module, that a module is part of."""
    top, _, rest = module.partition(".")
    home = getattr(sys.modules[module], "__file__", None)
    if home is None:
        raise BotError(f"module {module!r} has no file, so its bots cannot be told from others")
    file = Path(home).absolute()
    # An __init__ is its package: one more name than folders above it.
    depth = rest.count(".") + bool(rest) + (file.name == "__init__.py")
    return (file.parents[1], file.parent.name) if top == _OURS else (file.parents[depth], top)


def _files(folder: Path, top: str) -> Iterable[Path]:
    package = folder / top
    return package.rglob("*.py") if package.is_dir() else [folder / f"{top}.py"]


def _beside(folder: Path, top: str) -> bool:
    """Return whether a module or package of this name lies in the folder, and was not installed."""
    if top == _OURS or not _is_own(top) or _INSTALLED & {*folder.parts}:
        return False
    return (folder / f"{top}.py").is_file() or any((folder / top).glob("*.py"))


def _imported(file: Path) -> set[str]:
    """Return the names at the top of all that a file imports."""
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return set()  # not imported by a bot that could be built
    names = [
        name
        for node in ast.walk(tree)
        if isinstance(node, ast.Import | ast.ImportFrom)
        for name in _names(node)
    ]
    return {name.partition(".")[0] for name in names}


def _names(node: ast.Import | ast.ImportFrom) -> list[str]:
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    return [node.module] if node.module and not node.level else []


def _named(parsed: Spec) -> Iterator[tuple[str, Path]]:
    for value in (*parsed.positional, *parsed.named.values()):
        if isinstance(value, str) and os.path.isfile(value):
            yield value, Path(value)


def _declared(spec: str, player: Player, bot_timeout: float | None) -> Iterator[tuple[str, Path]]:
    with asking(f"bot {spec!r} failed at fingerprint_files()", bot_timeout):
        declare: Any = getattr(player, "fingerprint_files", tuple)
        files = [Path(each) for each in declare()]
    for number, file in enumerate(files):
        if not file.is_file():
            raise BotError(f"bot {spec!r}: fingerprint_files() names {file}, which is no file")
        yield f"declared {number}", file
