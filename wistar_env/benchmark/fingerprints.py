"""Fingerprints of bots: a hash of everything that determines their play."""

import hashlib
import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from wistar_env.benchmark.deadline import asking
from wistar_env.benchmark.own_sources import own_sources
from wistar_env.benchmark.sources import PACKAGE, digest_of, imports, package_sources, reached
from wistar_env.errors import BotError
from wistar_env.kit.bots import Player
from wistar_env.kit.bots.registry import (
    NO_BOTS,
    GameBots,
    Spec,
    bound_arguments,
    factory_of,
    load,
    named_bots,
    parse,
)
from wistar_env.kit.game import GameSpec
from wistar_env.kit.networks.defaults import AUTO, default_files

#: The argument of a bot that names a network.
_NETWORK: Final = "network"
#: Code that imports this module can build any bot by name.
_LOADS: Final = (f"{PACKAGE}.kit.bots.registry", ".load")


@dataclass(frozen=True)
class Identity:
    """Hashes of the code and the files that determine a bot's play."""

    # A hash of its spec, its sources, and the modules of this package that they depend on.
    code: str
    files: tuple[tuple[str, str], ...]  # the names and hashes of its files, such as weights

    @property
    def fingerprint(self) -> str:
        """A hash of the code and the files, 16 hexadecimal digits."""
        return hashlib.sha256(repr((self.code, self.files)).encode()).hexdigest()[:16]

    def check_unchanged(
        self, spec: str, player: Player, game: GameSpec, bot_timeout: float | None = None
    ) -> None:
        """Check that a bot has not changed.

        Its files are checked each time; its code only at the first use in this process, as imported
        code does not change.

        ``bot_timeout``: the limit in seconds; None for no limit. Raises BotError if it has changed;
        the message says what changed.
        """
        bots = game.bots.classes
        parsed = parse(spec, bots)
        now = _files_of(parsed, player, game, bot_timeout)
        for name in sorted({name for name, _ in {*self.files} ^ {*now}}):
            _reject(spec, name)
        if not _has_code(spec, _homes(parsed, player), _registered(bots), self.code):
            _reject(spec, "its code")


def _reject(spec: str, what: str) -> None:
    raise BotError(
        f"bot {spec!r} changed during the run ({what}): undo the change "
        "and repeat the command or, in a ladder or arena, start over with --fresh"
    )


def identify(spec: str, game: GameSpec | None, bot_timeout: float | None = None) -> Identity:
    """Return hashes of the code and the files that determine a bot's play.

    ``game``: the game that it plays; None for a bot of all games. ``bot_timeout``: the limit in
    seconds; None for no limit. Raises BotError if the bot cannot be built, or names a file that is
    missing.
    """
    bots = _bots_of(game)
    with asking(f"bot {spec!r} cannot be built", bot_timeout):
        player = load(spec, bots)
        parsed = parse(spec, bots)
        homes = _homes(parsed, player)
    code = _code_of(spec, homes, _registered(bots))
    return Identity(code, _files_of(parsed, player, game, bot_timeout))


def fingerprint(spec: str, bot_timeout: float | None = None) -> str:
    """Return a hash of a bot, 16 hexadecimal digits.

    It covers the spec, all sources of the package of the bot's module (for a single module, its
    file), files imported from the same folder, the modules of this package that they depend on,
    files named in the spec, and the bot's ``fingerprint_files()``, but not the default networks of
    a game: the bot is identified as a bot of all games.

    Parameters and errors are those of ``identify``.
    """
    return identify(spec, None, bot_timeout).fingerprint


def portable_fingerprint(spec: str, game: GameSpec, bot_timeout: float | None = None) -> str:
    """Return a hash of a bot that is the same in every folder and release of this package.

    It covers the class, the parameters, the contents of all files, whatever their names, and the
    sources outside of this package: 16 hexadecimal digits.

    Parameters and errors are those of ``identify``.
    """
    bots = game.bots.classes
    with asking(f"bot {spec!r} cannot be built", bot_timeout):
        player = load(spec, bots)
        parsed = parse(spec, bots)
        homes = _homes(parsed, player)
    files = _files_of(parsed, player, game, bot_timeout)
    names = {name for name, _ in files}
    values = [*enumerate(parsed.positional), *sorted(parsed.named.items())]
    parts = (
        (parsed.module, parsed.attribute),
        [(place, None if value in names else value) for place, value in values],
        sorted({digest for _, digest in files}),
        [*own_sources(homes).items()],
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _bots_of(game: GameSpec | None) -> GameBots:
    return NO_BOTS if game is None else game.bots.classes


def _homes(parsed: Spec, player: Player) -> frozenset[str]:
    """Return the modules of a bot: those of its spec, its factory and its class."""
    names = (parsed.module, factory_of(parsed).__module__, type(player).__module__)
    return frozenset(name for name in names if type(name) is str)


def _registered(bots: GameBots) -> frozenset[str]:
    """Return the modules of all bots with a short name."""
    return frozenset(place.partition(":")[0] for place in named_bots(bots).values())


@cache
def _has_code(spec: str, homes: frozenset[str], registered: frozenset[str], code: str) -> bool:
    return _code_of(spec, homes, registered) == code


def _code_of(spec: str, homes: Iterable[str], registered: Iterable[str]) -> str:
    ours = {home for home in homes if home.partition(".")[0] == PACKAGE}
    digest = hashlib.sha256(spec.encode())
    used = set(ours)
    for name, content in own_sources(homes).items():
        digest.update(f"\0{name}\0{len(content)}\0".encode() + content)
        used |= imports(content)
    if any(name.startswith(PACKAGE) and name.endswith(_LOADS) for name in used - ours):
        used |= {*registered}
    sources = package_sources()
    digest.update(digest_of(reached(used, sources), sources).encode())
    return digest.hexdigest()


def _files_of(
    parsed: Spec, player: Player, game: GameSpec | None, bot_timeout: float | None
) -> tuple[tuple[str, str], ...]:
    """Return the names and hashes of the files that a bot plays with.

    These are files that its spec names or that it declares, and a game's default networks.
    """
    declared = _declared(parsed.text, player, bot_timeout)
    named = [*_named(parsed), *declared, *_default_networks(parsed, game)]
    return tuple((name, _hash(Path(os.path.realpath(file)), _stamp(file))) for name, file in named)


def _stamp(file: Path) -> tuple[int, ...]:
    stat = file.stat()
    return stat.st_ino, stat.st_size, stat.st_mtime_ns, stat.st_ctime_ns


@cache
def _hash(file: Path, stamp: tuple[int, ...]) -> str:
    """Return the SHA-256 of a file, cached until its ``stamp`` changes."""
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def _named(parsed: Spec) -> Iterator[tuple[str, Path]]:
    for value in (*parsed.positional, *parsed.named.values()):
        if isinstance(value, str) and os.path.isfile(value):
            yield value, Path(value)


def _default_networks(parsed: Spec, game: GameSpec | None) -> Iterator[tuple[str, Path]]:
    """Yield the default networks of a game, if a bot's argument ``network`` is ``auto``."""
    if game is None:
        return
    bound = bound_arguments(parsed, factory_of(parsed))
    bound.apply_defaults()
    if bound.arguments.get(_NETWORK) == AUTO:
        yield from ((f"network {file.stem!r}", file) for file in default_files(game))


def _declared(spec: str, player: Player, bot_timeout: float | None) -> Iterator[tuple[str, Path]]:
    with asking(f"bot {spec!r} failed at fingerprint_files()", bot_timeout):
        declare: Any = getattr(player, "fingerprint_files", tuple)
        files = [Path(each) for each in declare()]
    for file in files:
        if not file.is_file():
            raise BotError(f"bot {spec!r}: fingerprint_files() names {file}, which is not a file")
    # Named by number, as paths differ between machines.
    yield from ((f"declared file {number}", file) for number, file in enumerate(files, start=1))
