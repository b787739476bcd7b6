"""``wistar replay``: a saved game step by step, all at once, or as a page."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from rich.console import Console
from rich.progress import Progress
from rich.rule import Rule

from wistar_env.cli.command import app, plain_console
from wistar_env.cli.grids import ask, explanation_grid, interactive, score_grid
from wistar_env.cli.parameters import DataOfFile, GameOfFile, is_number, output_option

if TYPE_CHECKING:
    from wistar_env.kit.game import Game
    from wistar_env.kit.replays import Replay
    from wistar_env.text.text_table import TextTable

_KEYS: Final = "Enter: next step, b: back, t: next turn, a number: go there, q: quit > "


@app.command()
def replay(
    file: Annotated[
        Path, typer.Argument(help="A saved game, for example from Replay.save.", dir_okay=False)
    ],
    at: Annotated[
        int | None,
        typer.Option(min=0, max=10**6, help="Print the position after this many actions."),
    ] = None,
    every: Annotated[
        bool,
        typer.Option("--all", help="Print everything at once (the default without a terminal)."),
    ] = False,
    html: Annotated[Path | None, output_option("Write the game as an HTML page.")] = None,
    review: Annotated[
        str | None,
        typer.Option(
            help="With --html, review every decision by this search, such as "
            "mcts:simulations=1000, as wistar review does."
        ),
    ] = None,
    string: Annotated[
        bool,
        typer.Option(
            "--string",
            help="Print the position on one line, for Replay.from_string and bug reports.",
        ),
    ] = False,
    seat: Annotated[
        int | None,
        typer.Option(
            help="Show only what this seat knows. Default: all events, and each position as the "
            "deciding seat sees it; with --html, all hands."
        ),
    ] = None,
    game: GameOfFile = None,
    data: DataOfFile = None,
) -> None:
    """Show a saved game: events in sentences, and every position.

    In a terminal it shows one step at a time. --html writes a single file with the board, the
    log, the scores and the evaluations of the bots.
    """
    from wistar_env.kit.game.registry import find_game
    from wistar_env.kit.replays import Replay

    saved = Replay.load(file, data, None if game is None else find_game(game))
    if seat is not None and not 0 <= seat < saved.num_players:
        raise typer.BadParameter(
            f"the seat must be 0 to {saved.num_players - 1}, found {seat}", param_hint="--seat"
        )
    if at is not None and at > len(saved.actions):
        raise typer.BadParameter(
            f"the position must be at most {len(saved.actions)}, the game's number of actions, "
            f"found {at}",
            param_hint="--at",
        )
    if review is not None and html is None:
        raise typer.BadParameter("a review needs a page: add --html", param_hint="--review")
    if string:
        saved.actions = saved.actions[:at]
        print(saved.to_string())
    elif html is not None:
        _write_page(saved, html, seat, file.name, review)
    elif at is not None:
        print(_drawn(saved, saved.at(at), seat))
    elif every or not interactive():
        _print_all(saved, seat)
    else:
        walk(saved, seat, plain_console())


def _eyes(deciding: int, seat: int | None, seats: int) -> int:
    """Return the seat whose hand is shown: ``seat`` if given, otherwise the deciding one."""
    return deciding if seat is None else min(seat, seats - 1)


def _told(saved: "Replay[Any]", game: "Game", action: int, seat: int | None) -> tuple[str, ...]:
    """Return the events of an action as sentences, as ``seat`` sees them; None sees everything."""
    events = game.presentation.events_of(action, [seat])[0]
    return game.presentation.narrate(events, saved.seat_names)


def _drawn(saved: "Replay[Any]", game: "Game", seat: int | None) -> str:
    """Return a position as text, with the names of the players."""
    from wistar_env.kit.game.seat_names import with_names

    shown = game.presentation.render(_eyes(game.seat, seat, game.num_seats))
    return with_names(shown, saved.seat_names)


def _scores(saved: "Replay[Any]", game: "Game", title: str) -> "TextTable":
    found = replace(game.presentation.breakdown(), names=saved.seat_names)
    return score_grid(found, title)


def _sentences(saved: "Replay[Any]", seat: int | None) -> Iterator[tuple[str, ...]]:
    """Yield the events of each action in sentences."""
    for game, action in saved.positions():
        if action is not None:
            yield _told(saved, game, action, seat)


def _print_all(saved: "Replay[Any]", seat: int | None) -> None:
    for number, sentences in enumerate(_sentences(saved, seat), start=1):
        print(f"{number:4}  {' '.join(sentences)}")
    print(_drawn(saved, saved.resume(), seat))


def _write_page(
    saved: "Replay[Any]", html: Path, seat: int | None, name: str, search: str | None
) -> None:
    from wistar_env.play.review import review, reviewer
    from wistar_env.play.review_data import review_of
    from wistar_env.replay_page import write

    saved.resume()  # fail early, before drawing
    # The file name may contain the seed, which reveals all hidden information.
    shown = name if seat is None else f"as seen by {saved.seat_names[seat]}"
    with Progress(console=plain_console(stderr=True), transient=True) as progress:
        found = None
        if search is not None:
            searched = progress.add_task("reviewing", total=len(saved.actions))
            reviewed = review(
                saved,
                reviewer(search, saved.game.spec),
                on_progress=lambda done: progress.update(searched, completed=done),
            )
            found = review_of(saved, search, reviewed, seat)
        task = progress.add_task("drawing", total=len(saved.actions) + 1)
        size = write(
            saved,
            html,
            seat,
            title=f"{saved.game.spec.title}: {shown}",
            review=found,
            on_progress=lambda drawn: progress.update(task, completed=drawn),
        )
    print(f"{html}: {len(saved.actions)} actions, {size // 1000} kB")


class _Walk:
    """A cursor at a position in a saved game."""

    def __init__(self, saved: "Replay[Any]", seat: int | None) -> None:
        self.saved = saved
        self.seat = seat
        self.end = len(saved.actions)
        self.place = 0
        saved.resume()  # fail early if an action is illegal

    def events(self) -> tuple[str, ...]:
        """Return the events of the action before this position, as sentences."""
        if self.place == 0:
            return ("The game begins.",)
        game, action = self.saved.at(self.place - 1), self.saved.actions[self.place - 1]
        return _told(self.saved, game, action, self.seat)

    def go(self, to: int) -> None:
        """Go to a position, clamped to the game."""
        self.place = max(0, min(self.end, to))

    def next_turn(self) -> int:
        """Return the position at which the next turn starts, or the end."""
        turns = [game.presentation.turn_in_words or game.seat for game, _ in self.saved.positions()]
        here = turns[self.place]
        later = (k for k in range(self.place, len(turns)) if turns[k] != here)
        return next(later, self.end)

    def show(self, console: Console) -> None:
        """Show the position, the last action's events and explanation, and any final scores."""
        game = self.saved.at(self.place)
        console.clear()
        console.print(_drawn(self.saved, game, self.seat), markup=False, highlight=False)
        console.print(Rule(f"{self.place} of {self.end}"))
        for line in self.events():
            console.print(line, markup=False, highlight=False, style="bold")
        explanation = self.saved.explanations.get(self.place - 1)
        before = self.saved.at(max(0, self.place - 1))
        # A bot's legal actions reveal its hand.
        if explanation is not None and self.seat in (None, before.seat):
            console.print(explanation_grid(explanation, before, self.saved.actions[self.place - 1]))
        if game.finished:
            console.print(_scores(self.saved, game, "Final scores"))


def walk(saved: "Replay[Any]", seat: int | None, console: Console) -> None:
    """Show a saved game interactively, position by position."""
    here = _Walk(saved, seat)
    problem = ""
    while True:
        here.show(console)
        if problem:
            console.print(problem, style="red")
            problem = ""
        wish = ask(console, _KEYS)
        if wish is None or wish.casefold() == "q":
            return
        if wish in ("", "n"):
            here.go(here.place + 1)
        elif wish.casefold() == "b":
            here.go(here.place - 1)
        elif wish.casefold() == "t":
            here.go(here.next_turn())
        elif is_number(wish):
            here.go(int(wish))
        else:
            problem = f"{wish!r} is not one of these keys"
        sys.stdout.flush()
