"""``wistar review``: losses and luck in saved games."""

import contextlib
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from wistar_env.cli.command import app, plain_console, print_tables
from wistar_env.cli.parameters import Data, GameOfFile, Seed, output_option

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wistar_env.kit.replays import Replay
    from wistar_env.play.review import Reviewed
    from wistar_env.text.text_table import TextTable


@app.command()
def review(
    files: Annotated[list[Path], typer.Argument(help="Saved games, or folders of them.")],
    search: Annotated[
        str, typer.Option(help="The search; without network= it uses the network of the game.")
    ] = "mcts:simulations=400",
    worst: Annotated[
        int, typer.Option(min=0, max=10**6, help="Number of the worst decisions to show.")
    ] = 10,
    seed: Seed = 1,
    game: GameOfFile = None,
    data: Data = None,
    out: Annotated[
        Path | None,
        output_option("Save each review in this file as a line of JSON, and resume from it."),
    ] = None,
) -> None:
    """Review saved games with a search: the loss of each decision, and the luck of each seat.

    To see one of the worst decisions, pass its number to wistar replay FILE --at N. For several
    games, a table shows which kinds of decisions cost a bot most.
    """
    from wistar_env.kit.game.registry import find_game
    from wistar_env.kit.replays import Replay
    from wistar_env.play.review import review_file

    paths = [file for each in files for file in (sorted(each.glob("*.jsonl")) or [each])]
    played = None if game is None else find_game(game)
    saved = [Replay.load(file, data, played) for file in paths]
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        console=plain_console(stderr=True),
    )
    reviews: list[tuple[Replay[Any], list[Reviewed]]] = []
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        stack.enter_context(progress)
        for path, replay in zip(paths, saved, strict=True):
            task = progress.add_task(path.name, total=len(replay.actions))

            def on_progress(done: int, task: Any = task) -> None:
                progress.update(task, completed=done)

            kept = out or folder / "reviews.jsonl"
            found = review_file(kept, replay, search, seed=seed, on_progress=on_progress)
            reviews.append((replay, found))
            on_progress(len(replay.actions))
    for path, (replay, found) in zip(paths, reviews, strict=True):
        print_tables([_summary(path.name, replay, found)])
    if len(reviews) > 1:
        print_tables([_kinds(reviews)])
    if worst:
        _print_worst(paths, reviews, worst)


def _summary(title: str, replay: "Replay[Any]", found: "Sequence[Reviewed]") -> "TextTable":
    from wistar_env.play.review import MARKS, summarize
    from wistar_env.text.text_table import TextTable

    rows = [
        (
            str(each.seat),
            each.player,
            f"{each.decisions:,}",
            f"{each.agreed:.0%}",
            f"{each.loss:.2f}",
            *(str(each.marks[name]) for _, name in MARKS),
            f"{each.gifts:+.2f}",
            f"{each.luck:+.2f}",
            f"{each.chance:+.2f}",
        )
        for each in summarize(replay, found)
    ]
    marks, rest = [name for _, name in MARKS], ["gifts", "luck", "of it drawn"]
    groups = [["decisions", "agreed", "loss"], marks, rest]
    return TextTable(f"Review of {title}", ["seat", "player"], groups, rows)


def _kinds(reviews: "Sequence[tuple[Replay[Any], list[Reviewed]]]") -> "TextTable":
    from wistar_env.play.review import by_kind
    from wistar_env.text.text_table import TextTable

    rows = [
        (
            player,
            kind,
            f"{len(found):,}",
            f"{sum(each.loss for each in found) / len(reviews):.3f}",
            f"{sum(each.loss for each in found) / len(found):.4f}",
            f"{sum(bool(each.mark) for each in found):,}",
        )
        for player, kind, found in by_kind(reviews)
    ]
    groups = [["decisions", "loss a game", "loss a decision", "marked"]]
    return TextTable(
        f"What {len(reviews)} games were lost by", ["player", "decision"], groups, rows
    )


def _print_worst(
    paths: "Sequence[Path]", reviews: "Sequence[tuple[Replay[Any], list[Reviewed]]]", worst: int
) -> None:
    from wistar_env.play.review import in_words

    marked = [
        (str(path) if len(paths) > 1 else "", replay, each)
        for path, (replay, found) in zip(paths, reviews, strict=True)
        for each in found
        if each.mark
    ]
    for name, replay, each in sorted(marked, key=lambda one: -one[2].loss)[:worst]:
        played, line = in_words(replay, each)
        names = replay.start().presentation.seat_names
        print(
            f"{name}#{each.number} {names[each.seat]}, {each.mark} "
            f"({each.value:.0%} to {each.played:.0%}): missed {', then '.join(line)}; "
            f"played {played}"
        )
    if not marked:
        print("no decision gave away enough to be marked")
