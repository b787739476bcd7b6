"""Names in files: loading a file never executes code.

A results file, a dataset, a saved game or an entry of the benchmark may come from anybody. Names in
it are checked by ``NamesInFile``, which knows the registry: installed games, bots with a short
name, networks that come with games, and card sets. Other names, such as ``module:Class``, a network
in a file or a data folder, are used only if the user trusts exactly this name.

Names that users type, on the command line or as arguments, are not checked here.
"""

import os
import shlex
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any, Final

from wistar_env.arguments import shown
from wistar_env.errors import BotError, TrustError
from wistar_env.kit.bots.registry import GameBots, Spec, named_bots, parse
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.registry import game_of_file
from wistar_env.kit.networks.bundled import is_bundled

#: Maximum characters of a name in a message.
_LONGEST: Final = 120
#: Maximum number of names in a message; once they are trusted, the next message has others.
_MOST: Final = 5


def foreign(specs: Iterable[str], bots: GameBots) -> list[str]:
    """Return the specs with a class outside of the registry, or an argument that may name a file.

    ``bots``: the bots of the installed game, which count as registered. Raises BotError if a spec
    is invalid.
    """
    parsed = (parse(spec, bots) for spec in dict.fromkeys(specs))
    known = named_bots(bots)
    return [each.text for each in parsed if not _is_registered(each, known)]


def _is_registered(spec: Spec, known: GameBots) -> bool:
    arguments = (*spec.positional, *spec.named.values())
    return spec.text.partition(":")[0] in known and all(map(_is_plain, arguments))


def _is_plain(argument: Any) -> bool:
    """Return whether an argument of a bot can name no file, except a bundled network."""
    if not isinstance(argument, str):
        return True
    return is_bundled(argument) or (argument.isidentifier() and not os.path.lexists(argument))


def trust_options(names: Iterable[str]) -> list[str]:
    """Return command-line options that trust these names, for repeating a command."""
    return [word for name in names for word in ("--trust", name)]


@dataclass(frozen=True)
class NamesInFile:
    """Checks the names in a file, and returns the objects that they refer to.

    Raises TypeError if ``trusted`` is a single string rather than a list.
    """

    file: str  # the name of the file in messages
    # Names outside of the registry that the user trusts, exactly as the file has them: specs of
    # bots, data folders, and rewards.
    trusted: Collection[str] = ()

    def __post_init__(self) -> None:
        """Raise TypeError if ``trusted`` is a single string."""
        if isinstance(self.trusted, str):
            raise TypeError(f"trusted must be a list of names, found {shown(self.trusted)}")

    def game(self, name: object) -> type[Game]:
        """Return the game with a name: see ``game_of_file``."""
        return game_of_file(name, self.file)

    def bots(self, specs: Iterable[object], game: GameSpec) -> list[str]:
        """Return the specs, after checking that each is in the registry or trusted.

        Raises BotError if a spec is invalid. Raises TrustError if one is neither in the registry
        nor trusted.
        """
        found = [self._bot(spec, game) for spec in specs]
        self._check("bot", foreign(found, game.bots.classes))
        return found

    def _bot(self, spec: object, game: GameSpec) -> str:
        if not isinstance(spec, str):
            raise BotError(
                f"{self.file} names the bot {shown(spec, _LONGEST)}, which is not a string"
            )
        try:
            parse(spec, game.bots.classes)
        except BotError as error:
            raise BotError(f"{self.file}: {error}") from error
        return spec

    def data(self, data: Any, game: GameSpec) -> Any:
        """Return ``data`` (None, a name, or a list), after checking that no name is untrusted.

        Raises TrustError if a data folder is not trusted.
        """
        names = data if isinstance(data, list) else [] if data is None else [data]
        card_sets = game.data.card_sets
        known = card_sets.is_name if card_sets else (lambda name: False)
        self._check("data folder", [each for each in names if not known(each)])
        return data

    def reward(self, name: str) -> str:
        """Return the name of a reward, after checking it.

        Raises TrustError if the name is ``module:name`` and not trusted.
        """
        self._check("reward", [name] if ":" in name else [])
        return name

    def _check(self, what: str, names: Iterable[Any]) -> None:
        """Raise TrustError unless all of these names, none in the registry, are trusted."""
        rejected = [name for name in names if name not in self.trusted][:_MOST]
        if not rejected:
            return
        words = ", ".join(shown(name, _LONGEST) for name in rejected)
        options = shlex.join(trust_options(map(_typed, rejected)))
        raise TrustError(
            f"{self.file} names {what}s outside of the registry, which may run code or read any "
            f"file: {words}. If you trust them, add {options} (in Python trusted=[{words}])"
        )


def _typed(name: Any) -> str:
    """Return a name as the user would type it; ``NAME`` if it is long or not printable."""
    typed = str(name)
    return typed if typed.isprintable() and len(typed) <= _LONGEST else "NAME"
