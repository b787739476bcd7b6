"""Options of a game on the command line: ``--options level=3``, or ``--level 3``.

Each game declares its options (``wistar_env.kit.game.options``), so commands know none by name.
"""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperCommand

from wistar_env.cli.parameters import DEFAULT_GAME
from wistar_env.errors import WistarError

if TYPE_CHECKING:
    from wistar_env.kit.game import Game

_OPTIONS: Final = "--options"

GameOptions = Annotated[
    str,
    typer.Option(
        _OPTIONS,
        help="Options of the game, such as level=3 (or --level 3), separated by commas.",
    ),
]


class GameCommand(TyperCommand):
    """A command that takes a game and the game's options, each also as a flag.

    The game is ``--game``, or the first argument of a command with an argument GAME. The help also
    shows the game's options.
    """

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Convert flags for options of the game to ``--options``, and parse."""
        flags = {"--", *ctx.help_option_names}
        for parameter in self.params:
            flags |= {*parameter.opts, *parameter.secondary_opts}
        first = any(p.name == "game" and p.param_type_name == "argument" for p in self.params)
        game = args[0] if first and args and not args[0].startswith("-") else DEFAULT_GAME
        # With a required GAME that is not given, the help shows no options of the default game.
        if {*args} & {*ctx.help_option_names} and (not first or game in args):
            lines = [*_in_help(_game(args, game), flags), *([self.epilog] if self.epilog else [])]
            self.epilog = "\n\n".join(lines)
        return super().parse_args(ctx, _expanded(args, flags, game))


def parse_game_options(text: str) -> dict[str, Any]:
    """Parse ``--options`` into a dict."""
    from wistar_env.kit.game.option_text import parse_options

    try:
        return parse_options(text) if text else {}
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint=_OPTIONS) from None


def checked_game_options(game: "type[Game]", num_players: int, text: str) -> dict[str, Any]:
    """Parse ``--options`` into a dict, and check it for a game and player count."""
    options = parse_game_options(text)
    with rejecting_options():
        game.spec.check_options(num_players, options)
    return options


def applicable_game_options(game: "type[Game]", text: str) -> dict[str, Any]:
    """Parse ``--options`` into a dict, and check it for any player count of a game."""
    options = parse_game_options(text)
    with rejecting_options():
        game.spec.check_applicable_options(options)
    return options


@contextmanager
def rejecting_options() -> Iterator[None]:
    """Convert exceptions for invalid options to command-line errors."""
    try:
        yield
    except WistarError:  # about a file, such as a data file
        raise
    except (TypeError, ValueError) as error:
        raise typer.BadParameter(str(error), param_hint=_OPTIONS) from None


def _expanded(args: list[str], flags: set[str], game: str) -> list[str]:
    """Return arguments with flags for options of the game converted to ``--options``."""
    if all(word.partition("=")[0] in flags for word in args if word.startswith("--")):
        return args
    names = _game(args, game).spec.option_names
    given, rest, words = list[str](), list[str](), iter(args)
    for word in words:
        flag, equals, value = word.partition("=")
        name = flag.removeprefix("--").replace("-", "_")
        if flag == _OPTIONS or (flag not in flags and flag.startswith("--") and name in names):
            value = value if equals else next(words, "")
            given.append(value if flag == _OPTIONS else f"{name}={value}")
        else:
            rest.append(word)
    return [_OPTIONS, ",".join(given), *rest] if given else args


def _in_help(game: "type[Game]", flags: Collection[str]) -> list[str]:
    """Return help paragraphs about the options of a game, except those with a flag in ``flags``.

    Options that imply an excepted one are left out too, since the command sets it.
    """
    lines = [
        f"{_flag(option.name)}: {option.sentence}"
        for option in game.spec.options
        if not {_flag(option.name), _flag(option.implies or option.name)} & {*flags}
    ]
    return [f"Options of {game.spec.title}:", *lines] if lines else []


def _flag(name: str) -> str:
    return f"--{name.replace('_', '-')}"


def _game(args: list[str], game: str) -> "type[Game]":
    """Return the game that ``--game`` in the arguments names, or else the game named ``game``."""
    from wistar_env.kit.game.registry import find_game

    for word, following in zip(args, [*args[1:], ""], strict=True):
        flag, equals, value = word.partition("=")
        if flag == "--game":
            game = value if equals else following
    return find_game(game)
