"""``wistar review``: losses and luck in saved games."""

import contextlib
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wistar_env.cli.command import Bars, app, missing_extra, print_tables
from wistar_env.cli.parameters import (
    DataOfFile,
    GameOfFile,
    Seed,
    Trust,
    count_option,
    output_option,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from wistar_env.kit.game import Game
    from wistar_env.kit.replays import Replay
    from wistar_env.play.review import Reviewed
    from wistar_env.play.review_table import Group, Row
    from wistar_env.text.text_table import TextTable


#: Maximum number of games that are shown one by one; for more, only tables over all games are.
_EACH: Final = 10


@app.command()
def review(
    files: Annotated[
        list[Path], typer.Argument(help="Saved games, folders of saved games, or datasets.")
    ],
    search: Annotated[
        str, typer.Option(help="The search; uses the game's network unless network= names another.")
    ] = "mcts:simulations=400",
    worst: Annotated[
        int, typer.Option(min=0, max=10**6, help="How many of the worst decisions to show.")
    ] = 10,
    games: Annotated[
        int | None,
        count_option("Games to review per dataset. Default: all.", 1, 10**7),
    ] = None,
    seed: Seed = 1,
    game: GameOfFile = None,
    data: DataOfFile = None,
    trust: Trust = None,
    out: Annotated[
        Path | None,
        output_option(
            "Save each review in this file as a line of JSON; resume from it if it exists."
        ),
    ] = None,
    table: Annotated[
        Path | None,
        output_option(
            "Write one line per decision: Parquet if the name ends with .parquet, else CSV."
        ),
    ] = None,
) -> None:
    """Review saved games with a search: each decision's loss of winning chances, each seat's luck.

    To see one of the worst decisions of a saved game: wistar replay FILE --at NUMBER. For several
    games, tables show loss, gifts (losses of others) and luck by kind of decision, seat and round.
    Parquet needs the extra 'export'.
    """
    from wistar_env.kit.game.registry import find_game
    from wistar_env.play.review_files import review_file
    from wistar_env.play.review_table import rows_of, write

    played = None if game is None else find_game(game)
    saved = dict(_saved(files, data, played, games, trust or ()))
    reviews: dict[str, list[Reviewed]] = {}
    with contextlib.ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        decisions = sum(len(replay.actions) for replay in saved.values())
        on_progress = stack.enter_context(Bars()).begin("decisions", decisions)
        done = 0
        for name, replay in saved.items():
            before = done
            reviews[name] = review_file(
                out or folder / "reviews.jsonl",
                replay,
                search,
                seed=seed,
                on_progress=lambda more, before=before: on_progress(before + more),  # type: ignore[misc]
            )
            done += len(replay.actions)
            on_progress(done)
    if len(saved) <= _EACH:
        for name, found in reviews.items():
            if found:
                print_tables([_summary(Path(name).name, saved[name], found)])
            else:
                print(f"{Path(name).name}: no decision between several actions")
    rows = [row for name in saved for row in rows_of(name, saved[name], reviews[name])]
    if len(saved) > 1 and rows:
        print_tables(_in_common(rows, len(saved)))
    if table is not None:
        try:
            write(rows, table)
        except ModuleNotFoundError as error:
            raise missing_extra("export", error, "review") from None
        print(f"{len(rows)} decisions in {table}")
    if worst and rows:
        _print_worst(saved, reviews, worst)


def _saved(
    files: "Sequence[Path]",
    data: Path | None,
    played: "type[Game] | None",
    games: int | None,
    trust: "Sequence[str]",
) -> "Iterator[tuple[str, Replay[Any]]]":
    """Yield each game in files, folders and datasets, with its name."""
    from wistar_env.datasets import Dataset
    from wistar_env.datasets.description import NAME
    from wistar_env.kit.replays import Replay

    for each in files:
        if (each / NAME).exists():
            dataset = Dataset(each, played, trust)
            numbers = (number for part, _ in dataset.shards() for number in part)
            for number in islice(numbers, games):
                yield f"{each}/{number}", dataset.replay(number)
        else:
            found = sorted(each.glob("*.jsonl"))
            if each.is_dir() and not found:
                raise typer.BadParameter(f"{each} is a folder without saved games (*.jsonl)")
            for file in found or [each]:
                yield str(file), Replay.load(file, data, played)


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
    marks, rest = [name for _, name in MARKS], ["gifts", "luck", "of which drawn"]
    groups = [["decisions", "agreed", "loss"], marks, rest]
    return TextTable(f"Review of {title}", ["seat", "player"], groups, rows)


def _in_common(rows: "Sequence[Row]", games: int) -> "list[TextTable]":
    """Return tables for several games: by kind of decision, by seat, and by round."""
    from wistar_env.play.review_table import grouped

    kinds = sorted(grouped(rows, lambda row: row.kind), key=lambda group: -group.a_game("loss"))
    seats = grouped(rows, lambda row: str(row.seat), lambda row: (row.player, row.seat))
    stages = grouped(rows, lambda row: row.stage)
    tables = {
        "decision": kinds,
        "seat": sorted(seats, key=lambda group: group[:2]),
        "round": stages,
    }
    return [
        _groups(f"{games} games by {common}, a game", common, groups)
        for common, groups in tables.items()
    ]


def _groups(title: str, common: str, groups: "Sequence[Group]") -> "TextTable":
    from wistar_env.text.text_table import TextTable

    lines = [
        (
            group.player,
            group.common,
            f"{len(group.rows):,}",
            f"{sum(row.action == row.best for row in group.rows) / len(group.rows):.0%}",
            f"{sum(bool(row.mark) for row in group.rows):,}",
            f"{group.a_game('loss'):.3f}",
            *(f"{group.a_game(name):+.3f}" for name in ("gifts", "luck")),
        )
        for group in groups
    ]
    heads = [["decisions", "agreed", "marked"], ["loss", "gifts", "luck"]]
    return TextTable(title, ["player", common], heads, lines)


def _print_worst(
    saved: "Mapping[str, Replay[Any]]", reviews: "Mapping[str, Sequence[Reviewed]]", worst: int
) -> None:
    from wistar_env.play.review import in_words

    marked = [(name, each) for name, found in reviews.items() for each in found if each.mark]
    for name, each in sorted(marked, key=lambda one: -one[1].loss)[:worst]:
        played, line = in_words(saved[name], each)
        names = saved[name].seat_names
        print(
            f"{name if len(saved) > 1 else ''}#{each.number} {names[each.seat]}, {each.mark} "
            f"({each.value:.0%} to {each.played:.0%}): missed {', then '.join(line)}; "
            f"played {played}"
        )
    if not marked:
        print("no decision gave away enough to be marked")
