"""The modules of this package that given code depends on, found by its imports.

Only imports that can affect play are followed. Modules that describe, draw, check or save games are
left out, so that changing a sentence or a picture does not change fingerprints.
"""

import ast
import hashlib
import os
import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeAlias

#: The source of each module, by its name.
Sources: TypeAlias = Mapping[str, bytes]

PACKAGE: Final = __name__.partition(".")[0]
_FOLDER: Final = Path(__file__).resolve().parents[1]
_AGENTS: Final = f"{PACKAGE}.agents"
#: Modules and packages that do not affect play, with the reason.
SILENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        f"{PACKAGE}.{name}": reason
        for name, reason in {
            "arguments": "errors about wrong arguments",
            "benchmark.deadline": "stops a bot without affecting its decisions",
            "benchmark.fingerprints": "identifies bots",
            "benchmark.own_sources": "identifies bots",
            "benchmark.replays": "saves games",
            "benchmark.results": "the results file",
            "benchmark.result_rows": "checks the results file",
            "benchmark.sources": "identifies bots",
            "system.cache": "caches of compiled code and tables",
            "system.cache_folders": "locations of the caches",
            "system.notices": "lines on stderr",
            "system.trusted_owners": "owners of the caches",
            "cli": "the command line",
            "compiled.code_cache": "caches compiled code",
            "compiled.packs": "ships compiled code",
            "compiled.progress": "reports that functions are compiled",
            "compiled.sources": "finds what is compiled",
            "errors": "names of errors",
            "replay_page": "pages",
            "system.locks": "locks files",
            "play": "games with people",
            "system.processes": "starts processes that compile",
            "kit.game.error_messages": "errors about illegal actions",
            "kit.game.seat_names": "names for people",
            "kit.game.option_text": "options as text",
            "kit.game.position_string": "saved games",
            "kit.game.save_checks": "checks games of unknown origin",
            "games.rats_of_wistar.error_messages": "errors about games that cannot continue",
            "games.rats_of_wistar.score_checks": "checks the results file",
            "kit.game.breakdown": "scores in words",
            "kit.game.data_files": "reads data, which have a fingerprint",
            "kit.game.presentation": "words and pages",
            "kit.game.presentation_parts": "words and pages",
            "kit.game.drawn_presentation": "pictures",
            "kit.game.presented": "words and pages",
            "games.rats_of_wistar.presentation": "words and pages",
            "kit.game.frame_size": "the size of pictures",
            "kit.game.field_ranges": "checks saved games",
            "kit.game.plain_view": "pictures and texts",
            "kit.game.registry": "finds games",
            "kit.pictures": "pictures",
            "games.rats_of_wistar.render": "pictures and texts",
            "kit.replays": "saved games",
            "kit.game.saving": "saved games",
            "games.rats_of_wistar.scene": "what is shown",
            "kit.read_only": "read-only arrays",
            "games.rats_of_wistar.save_validation": "checks saved games",
            "games.rats_of_wistar.spaces.actions": "words for actions",
            "games.rats_of_wistar.spaces.printed": "words for cards",
            "games.rats_of_wistar.spaces.labels": "words for numbers",
            "games.rats_of_wistar.story": "what happened, in sentences",
            "games.rats_of_wistar.tables.catalogue": "names of cards and actions",
            "games.rats_of_wistar.tables.checks": "checks data, which have a fingerprint",
            "games.rats_of_wistar.tables.checks_boards": "checks data",
            "games.rats_of_wistar.tables.reading": "reads data",
            "games.rats_of_wistar.tables.schema": "checks data",
            "games.rats_of_wistar.tables.schema_boards": "checks data",
            "games.rats_of_wistar.tables.sentences": "effects in sentences",
        }.items()
    }
)
#: A string that names a module, which the code may import by name: ``"wistar_env.seeds"``.
_NAMED: Final = re.compile(rf"({PACKAGE}(?:\.\w+)+)(?::\w+)?")
#: Syntax nodes that may name a module.
_TOLD: Final = (ast.Constant, ast.Import, ast.ImportFrom)


def package_sources(folder: Path = _FOLDER) -> dict[str, bytes]:
    """Return the current sources of all modules of this package."""
    found = {}
    for place, _, files in os.walk(folder, followlinks=True):  # in a clone, agents is a link
        inner = Path(place).relative_to(folder).parts
        for file in files:
            if file.endswith(".py"):
                name = ".".join((PACKAGE, *inner, file.removesuffix(".py")))
                found[name.removesuffix(".__init__")] = Path(place, file).read_bytes()
    return found


def _is_for_types(node: ast.If) -> bool:
    return "TYPE_CHECKING" in (getattr(node.test, "id", ""), getattr(node.test, "attr", ""))


def _executed(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the imports and constants of a tree, except those for type checkers only.

    A package has a million nodes, for which ``ast.iter_child_nodes`` is too slow.
    """
    waiting: list[Any] = [tree]
    while waiting:
        found = waiting.pop()
        kind = type(found)
        if kind is list:
            waiting += found
        elif kind in _TOLD:
            yield found
        elif kind is ast.If and _is_for_types(found):
            waiting += found.orelse
        elif kind is not ast.Name and isinstance(found, ast.AST):
            waiting += vars(found).values()


def _of(node: ast.AST, home: str) -> list[str]:
    """Return the possible imports of a node of a module in the package ``home``."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom):
        above = home.split(".")[: len(home.split(".")) + 1 - node.level] if node.level else []
        base = ".".join([*above, *([node.module] if node.module else [])])
        return [base, *(f"{base}.{alias.name}" for alias in node.names)]
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        named = _NAMED.fullmatch(node.value)
        return [named[1]] if named else []
    return []


@cache
def imports(source: bytes, home: str = "") -> frozenset[str]:
    """Return the names that a source may import: modules or their members.

    Strings that name a module of this package count; invalid sources import nothing.
    """
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    return frozenset(name for node in _executed(tree) for name in _of(node, home))


@cache
def _with_packages(name: str) -> tuple[str, ...]:
    """Return the name and all its parent packages, except the top-level package."""
    parts = name.split(".")
    return tuple(".".join(parts[:k]) for k in range(2, len(parts) + 1))


def _is_in(module: str, packages: Collection[str]) -> bool:
    return any(name in packages for name in _with_packages(module))


def _next(module: str, source: bytes, home: str) -> Iterator[str]:
    """Yield a module's imports that affect play; bots only if the module is itself a bot."""
    for name in imports(source, home):
        if not _is_in(name, [_AGENTS]) or _is_in(module, [_AGENTS]):
            yield name


def reached(names: Iterable[str], sources: Sources) -> list[str]:
    """Return, sorted, the modules here that affect play, among ``names`` and all their imports."""
    packages = {each for name in sources for each in _with_packages(name)[:-1]}
    found: set[str] = set()
    waiting, seen = [*names], {*names}
    while waiting:
        for module in _with_packages(waiting.pop()):
            if module in sources and module not in found and not _is_in(module, SILENT):
                found.add(module)
                home = module if module in packages else module.rpartition(".")[0]
                further = {*_next(module, sources[module], home)} - seen
                seen |= further
                waiting += further
    return sorted(found)


def digest_of(modules: Iterable[str], sources: Sources) -> str:
    """Return a hash of some modules, 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for module in modules:
        digest.update(f"\0{module}\0{len(sources[module])}\0".encode() + sources[module])
    return digest.hexdigest()[:16]
