"""``wistar play``: play any game against bots in the terminal."""

import secrets
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.rule import Rule
from rich.text import Text

from wistar_env.cli.command import INTERRUPTED, app, plain_console
from wistar_env.cli.game_options import GameCommand, GameOptions, checked_game_options
from wistar_env.cli.grids import ask, choice_grid, explanation_grid, hanging, score_grid
from wistar_env.cli.parameters import (
    DEFAULT_GAME,
    Data,
    GameName,
    Trust,
    is_number,
    output_option,
    printed,
)

if TYPE_CHECKING:
    from wistar_env.kit.game import Game
    from wistar_env.kit.game.presentation_parts import MenuItem
    from wistar_env.play.table import Table

_HELP: Final = """a number  play that action
p         print the position
h         print a hint
u         undo a decision of yours
l         print the log
s         save and continue
q         save and quit"""
_SEEDS: Final = 2**31


@app.command(cls=GameCommand)
def play(
    bots: Annotated[
        list[str] | None,
        typer.Argument(
            help="The opponents. Default: the solo game against Rat-o-bot; for a game without "
            "solo play, greedy."
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            min=1,
            help="Players, including you; the last bot (or greedy) fills missing seats. Default: "
            "as few as possible.",
        ),
    ] = None,
    options: GameOptions = "",
    seat: Annotated[int, typer.Option(min=0, help="Your seat, from 0.")] = 0,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=2**63 - 1, help="The seed of the game. Default: random."),
    ] = None,
    hint: Annotated[
        str | None, typer.Option(help="The bot that gives hints. Default: mcts.")
    ] = None,
    save: Annotated[
        Path | None,
        output_option("File to save to. Default: the resumed file, or wistar-play-SEED.jsonl."),
    ] = None,
    resume: Annotated[
        Path | None, typer.Option(help="Resume a saved game.", dir_okay=False)
    ] = None,
    position: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Continue from a position that 'wistar replay --string' printed."
        ),
    ] = None,
    trust: Trust = None,
    game: GameName = DEFAULT_GAME,
    data: Data = None,
) -> None:
    """Play against Rat-o-bot or other bots in the terminal.

    Choose legal actions by number. The game is saved when you quit. Resume it with --resume, or
    watch it with wistar replay.
    """
    from wistar_env.kit.bots.registry import load
    from wistar_env.kit.game.registry import find_game
    from wistar_env.kit.replays import Replay
    from wistar_env.play.table import YOU, Table

    played = find_game(game)
    if hint is not None:
        load(hint, played.spec.bots.classes)  # fail early, not during the game
    new = {"--players": players, "--options": options, "--seed": seed, "--data": data}
    given = [name for name, value in new.items() if value is not None and value != ""]
    opponents = bots or []
    if position is not None:
        if given := [*given, *(["--resume"] if resume else ())]:
            raise typer.BadParameter(
                f"this option is not allowed with {', '.join(given)}", param_hint="--position"
            )
        replay = Replay.from_string(position, game=None if game == DEFAULT_GAME else played)
        names = _seated(replay.game, opponents, replay.num_players, seat)
        replay.players = tuple(names)
        table = Table.resume(replay, names)
        path = save or Path(f"wistar-play-{replay.seed}.jsonl")
    elif resume is not None:
        if given := [
            name for name in [*given, *(["BOTS"] if opponents else ())] if name != "--data"
        ]:
            raise typer.BadParameter(
                f"this option is not allowed with {', '.join(given)}", param_hint="--resume"
            )
        table = Table.resume(Replay.load(resume, data, played), trust or ())
        if YOU not in table.players:
            raise typer.BadParameter(
                f"every seat in {resume} is played by a bot; use wistar replay",
                param_hint="--resume",
            )
        path = save or resume
    else:
        names = _seated(played, opponents, players, seat)
        chosen = secrets.randbelow(_SEEDS) if seed is None else seed
        table = Table(
            played, names, chosen, checked_game_options(played, len(names), options), data
        )
        path = save or Path(f"wistar-play-{chosen}.jsonl")
    hinting = hint or _hinting(table.game)
    _Session(table, path, hinting, plain_console(), _as_named(game), data).run()


def _as_named(game: str) -> list[str]:
    """Return the options that name a game, for printing a command with them."""
    return [] if game == DEFAULT_GAME else ["--game", game]


def _seated(game: "type[Game]", bots: Sequence[str], players: int | None, seat: int) -> list[str]:
    """Return the player in each seat: bots and ``YOU``; reject a wrong seat or player count."""
    from wistar_env.arguments import span
    from wistar_env.play.table import YOU

    if YOU in bots:
        raise typer.BadParameter(
            f"{YOU!r} is not a bot: leave it out, and choose your seat with --seat",
            param_hint="BOTS",
        )
    fewest, most = max(game.spec.min_players, 1 + len(bots)), game.spec.max_players
    wanted = fewest if players is None else players
    if not fewest <= wanted <= most:
        if fewest > most:
            raise typer.BadParameter(
                f"{game.spec.title} allows 0 to {most - 1} bots besides you, found {len(bots)}",
                param_hint="BOTS",
            )
        raise typer.BadParameter(
            f"{game.spec.title} with {len(bots)} bots and you allows {span(fewest, most)} players, "
            f"found {wanted}",
            param_hint="--players",
        )
    last = bots[-1] if bots else "greedy"
    others = [*bots, *[last] * (wanted - 1 - len(bots))]
    if seat >= wanted:
        raise typer.BadParameter(
            f"the seat must be 0 to {wanted - 1} with {wanted} players, found {seat}",
            param_hint="--seat",
        )
    return [*others[:seat], YOU, *others[seat:]]


def _hinting(game: "Game") -> str:
    """Return the bot for hints: a search, with fewer simulations if they are full rollouts."""
    return f"mcts:simulations={400 if game.spec.networks.default else 100}"


def _capital(text: str) -> str:
    """Return a text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def _heading(question: str) -> str:
    """Return the text of the user's decision, as on the page in the browser."""
    return _capital(question) or "Your turn"


class _Session:
    """A game that the user plays in the terminal."""

    def __init__(
        self,
        table: "Table[Any]",
        path: Path,
        hint: str,
        console: Console,
        named: Sequence[str],
        data: Path | None = None,
    ) -> None:
        from wistar_env.play.table import YOU

        self.table = table
        self.path = path
        self.hint = hint
        self.console = console
        self.named = named
        self.data = data
        self.seat = table.players.index(YOU)
        self._turn: tuple[Any, ...] = ()

    def say(self, text: str, style: str = "") -> None:
        """Print plain text, wrapped with hanging indents."""
        lines = hanging(text, self.console.width)
        self.console.print(lines, style=style, markup=False, highlight=False)

    def run(self) -> None:
        """Play until the game is over or the user quits; save the game in any case."""
        others = [name for seat, name in enumerate(self.table.names) if seat != self.seat]
        against = f", against {' and '.join(others)}" if others else ""
        self.say(f"You have seat {self.seat}{against}. ? lists the keys.")
        try:
            while not self.table.game.finished and self._go_on():
                pass
        except KeyboardInterrupt:
            self._save()
            raise typer.Exit(INTERRUPTED) from None
        except BaseException:
            self._save()
            raise
        if self.table.game.finished:
            self._end()
        self._save()

    def _go_on(self) -> bool:
        """Play the next decision; return False if the user quits."""
        if self.table.yours:
            return self._decide()
        who = self.table.players[self.table.game.seat]
        with self.console.status(Text(f"{who} thinks")):
            self.table.answer()
        return True

    def _decide(self) -> bool:
        game = self.table.game
        if self._here() != self._turn:
            self._turn = self._here()
            self.console.print(Rule(self._named(game.presentation.turn_in_words)))
            for line in self.table.since(self.seat):
                self.say(line)
        for line in game.presentation.seat_summary(self.seat):
            self.say(f"  {self._named(line)}", style="dim")
        choices = game.presentation.menu()
        self.say(_heading(game.presentation.question.text), style="bold")
        self._list(choices)
        while True:
            wish = ask(self.console, "> ")
            if wish is None or wish.casefold() == "q":
                return False
            if is_number(wish) and 1 <= int(wish) <= len(choices):
                chosen = choices[int(wish) - 1]
                if self._is_sure(chosen):
                    self._play(chosen.action)
                    return True
            elif self._asked_for(wish, choices):
                return True

    def _list(self, choices: "Sequence[MenuItem]") -> None:
        """Print the legal actions with the numbers to type at the prompt."""
        self.console.print(choice_grid(_capital(choice.sentence) for choice in choices))

    def _is_sure(self, choice: "MenuItem") -> bool:
        """Return whether to play a choice; if it gives something up, ask for confirmation."""
        if not choice.gives_up:
            return True
        answer = ask(self.console, f"{choice.gives_up} Do it? y or n > ")
        return answer is not None and answer.casefold() in ("y", "yes")

    def _play(self, action: int) -> None:
        """Play an action, and print its events if the user's turn continues."""
        lines = self.table.play(action)
        if self.table.yours and self._here() == self._turn:
            for line in lines:
                self.say(line, style="bold")

    def _here(self) -> tuple[Any, ...]:
        """Return the turn, and the index of the first decision that can be undone."""
        from wistar_env.play.history import undoable

        table = self.table
        return table.game.turn, min(undoable(table.history, table.game), default=table.position)

    def _asked_for(self, wish: str, choices: "Sequence[MenuItem]") -> bool:
        """Run a command that is not an action; return whether the decision has changed."""
        if wish.casefold() == "u":
            return self._undo()
        if wish.casefold() == "p":
            self.say(self._named(self.table.game.presentation.position_in_words(self.seat)))
            self._list(choices)
        elif wish.casefold() == "h":
            self._hint()
        elif wish.casefold() == "l":
            for entry in self.table.history:
                for line in entry.lines(self.table.names):
                    self.say(line)
        elif wish.casefold() == "s":
            self._save()
        elif wish == "?":
            self.say(_HELP)
        else:
            self.say(
                f"{wish!r} is neither a number from 1 to {len(choices)} nor a key; ? lists them"
            )
        return False

    def _hint(self) -> None:
        with self.console.status(Text(f"{self.hint} thinks")):
            explanation = self.table.hint(self.hint)
        words = {item.action: item.text for item in self.table.game.presentation.menu()}
        self.say(f"{self.hint} would choose: {words[explanation.action]}")
        if explanation.options:
            self.console.print(explanation_grid(explanation, self.table.game, explanation.action))

    def _undo(self) -> bool:
        """Undo a decision; return whether one was undone."""
        from wistar_env.play.history import reveals

        places = self.table.undoable()
        if not places:
            self.say("Nothing to undo.")
            return False
        actions = self.table.replay().actions
        for number, place in enumerate(places, start=1):
            self.say(f"{number:4}  {self._told(place)}")
        wish = ask(self.console, "Undo back to which decision? Enter: the last > ")
        if wish is None or not (wish == "" or (is_number(wish) and 1 <= int(wish) <= len(places))):
            self.say(f"Choose 1 to {len(places)}; nothing was undone.")
            return False
        to = places[int(wish or len(places)) - 1]
        replay = self.table.replay()
        since = range(to, len(actions))
        shown = [k for k in since if reveals(replay.at(k), actions[k], self.seat)]
        self.table.undo(to)
        if shown:
            self.say("You have seen hidden cards; the same actions will draw them again.")
        return True

    def _named(self, text: str) -> str:
        """Return a text with seats replaced by names of players."""
        from wistar_env.kit.game.seat_names import with_names

        return with_names(text, self.table.names)

    def _told(self, place: int) -> str:
        """Return a decision and its consequences in words."""
        return " ".join(self.table.history[place].lines(self.table.names))

    def _end(self) -> None:
        self.console.print(Rule("the end"))
        for line in self.table.since(self.seat):
            self.say(line)
        found = replace(self.table.game.presentation.breakdown(), names=self.table.names)
        names = [found.names[seat] for seat in found.winners]
        verb = "wins" if len(names) == 1 and names != ["You"] else "win"
        title = f"{' and '.join(names)} {verb}."
        self.console.print(score_grid(found, title))

    def _save(self) -> None:
        self.table.save(self.path)
        over = self.table.game.finished
        words = ("replay", self.path) if over else ("play", "--resume", self.path, *self._own())
        words = *words, *self.named
        more = "shows the game" if over else "resumes it"
        self.console.print(
            f"Saved. {printed(*words, data=self.data)} {more}.",
            markup=False,
            highlight=False,
            soft_wrap=True,
        )

    def _own(self) -> list[str]:
        """Return the ``--trust`` options that the bots need."""
        from wistar_env.kit.bots.trust import foreign, trust_options
        from wistar_env.play.table import YOU

        players = (player for player in self.table.players if player != YOU)
        return trust_options(foreign(players, self.table.game.spec.bots.classes))
