"""``wistar bench``: benchmark bots, verify entries, and draw secret seeds for contests."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer
from typer.core import TyperGroup

from wistar_env.cli.command import Bars, app, print_tables, resumable
from wistar_env.cli.parameters import (
    BotTimeout,
    Ray,
    ShardOfCommand,
    Trust,
    Workers,
    count_option,
    number_option,
    parse_shard,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wistar_env.benchmark.protocol.entries import Entry
    from wistar_env.benchmark.protocol.task_numbers import Interval
    from wistar_env.benchmark.protocol.tasks import Task
    from wistar_env.benchmark.work_units import OnProgress, Plan

_RUN: Final = "run"


class _RunByDefault(TyperGroup):
    """Makes ``wistar bench BOT`` mean ``wistar bench run BOT``."""

    #: The command if the first word is not a command.
    default: Final = _RUN

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse arguments; insert the default command unless a command or help is requested."""
        known = not args or args[0] in self.commands or args[0] in ctx.help_option_names
        return super().parse_args(ctx, args if known else [self.default, *args])


bench_app = typer.Typer(
    cls=_RunByDefault,
    help="Benchmark bots on fixed tasks with verifiable results.\n\n"
    "'wistar bench BOT' is short for 'wistar bench run BOT'.",
    no_args_is_help=True,
)
app.add_typer(bench_app, name="bench")


def _tasks(text: str) -> "list[Task]":
    from wistar_env.benchmark.protocol.tasks import DEFAULT_TASKS, TASKS

    names = text.split(",") if text else [*DEFAULT_TASKS]
    names = [*TASKS] if names == ["all"] else names
    if unknown := [name for name in names if name not in TASKS]:
        raise typer.BadParameter(
            f"{unknown[0]!r} is not one of {', '.join(TASKS)}; for all of them, give only 'all'",
            param_hint="--tasks",
        )
    return [TASKS[name] for name in dict.fromkeys(names)]


@bench_app.command(_RUN)
def bench(
    bots: Annotated[
        list[str],
        typer.Argument(help="A bot, as in 'wistar ladder'; with --track, five networks."),
    ],
    tasks: Annotated[
        str,
        typer.Option(
            help="Tasks separated by commas (listed in docs/benchmark.md), or all. Default: "
            "solo-5,solo-7,solo-9."
        ),
    ] = "",
    name: Annotated[str, typer.Option(help="Name in the results. Default: the (first) bot.")] = "",
    folder: Annotated[
        Path | None,
        typer.Option(file_okay=False, help="Folder for the results. Default: results/bench/NAME."),
    ] = None,
    games: Annotated[
        int | None,
        count_option(
            "Play about this many games per task and bot, for a trial; not for the leaderboard.", 1
        ),
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=2**63 - 1,
            help="Seed of a contest (see 'wistar bench seal'). Default: the public seed.",
        ),
    ] = None,
    track: Annotated[
        str,
        typer.Option(
            help="Category for learning methods: 1M, 10M, 100M, solo-to-four or cards-to-words. "
            "Default: none."
        ),
    ] = "",
    training_decisions: Annotated[
        int | None, count_option("Decisions used in training, to record in the entry.", 0, 2**60)
    ] = None,
    training_core_hours: Annotated[
        float | None,
        number_option("Core-hours used in training, to record in the entry.", 0, 1e9),
    ] = None,
    workers: Workers = None,
    bot_timeout: BotTimeout = None,
    shard: ShardOfCommand = None,
    ray: Ray = None,
) -> None:
    """Play benchmark tasks, and write an entry (results and games) for each.

    To resume, repeat the command. See docs/benchmark.md for tasks, tracks and valid comparisons.
    """
    from wistar_env.benchmark.protocol.bench import Entrant, play_shard
    from wistar_env.benchmark.protocol.bench import bench as play_task
    from wistar_env.benchmark.protocol.tasks import SEED
    from wistar_env.benchmark.replays import file_word
    from wistar_env.system.cpu import available_cores

    entrant = Entrant(tuple(bots), name or bots[0], track, training_decisions, training_core_hours)
    where = folder or Path("results/bench") / file_word(entrant.name)
    part = parse_shard(shard) if shard else None
    entries, files = [], []
    with Bars() as progress:

        def on_plan(plan: "Plan") -> "OnProgress":
            return progress.begin(plan.header.settings["task"], len(plan))

        settings: dict[str, Any] = {
            "seed": SEED if seed is None else seed,
            "games": games,
            "workers": workers or available_cores(),
            "ray": ray,
            "bot_timeout": bot_timeout,
            "on_plan": on_plan,
        }
        left = f"interrupted: finished games are in {where}; repeat the command to resume"
        with resumable(lambda: left):
            for task in _tasks(tasks):
                if part is None:
                    entries.append(play_task(task, entrant, where, **settings))
                else:
                    files.append(play_shard(task, entrant, where, part, **settings))
    for file in files:
        print(
            f"shard {part}: {file}; when all shards exist, the command without --shard merges them"
        )
    if files:
        return
    for entry in entries:
        if not entry.is_complete:
            print(f"{entry.status}: {where / entry.task}.json")
    _print_entries(entries, entrant.name)
    print(f"results and games: {where}; wistar bench verify {where} replays the games")


@bench_app.command()
def verify(
    entries: Annotated[
        list[Path],
        typer.Argument(help="Entries (.json) that 'wistar bench' wrote, or their folders."),
    ],
    rerun_bots: Annotated[
        bool,
        typer.Option(
            "--rerun-bots",
            help="Also run third-party bots, which may run any code, and compare every decision.",
        ),
    ] = False,
    update_rules: Annotated[
        bool,
        typer.Option(
            "--update-rules",
            help="Record in verified entries that they are valid with the current rules.",
        ),
    ] = False,
    seal: Annotated[
        Path | None,
        typer.Option(
            dir_okay=False, help="Also check that the games use the seed of this revealed seal."
        ),
    ] = None,
    trust: Trust = None,
) -> None:
    """Replay the saved games of entries, and recompute their results.

    Checks that opponents and bundled bots reproduce their saved decisions (for bots that search, a
    sample), and prints the first difference.
    """
    from wistar_env.benchmark.protocol.copies import check_entries
    from wistar_env.benchmark.protocol.entries import read_entry
    from wistar_env.benchmark.protocol.seals import check_sealed
    from wistar_env.benchmark.protocol.verification import verify as verify_entry

    known = [(file, read_entry(file)) for file in _entry_files(entries)]
    if seal is not None:
        check_sealed(seal, known)
    check_entries(known)
    found = []
    with Bars() as progress:
        for file, entry in known:
            found.append(
                verify_entry(
                    file,
                    rerun_bots=rerun_bots,
                    update_rules=update_rules,
                    trusted=trust or (),
                    on_progress=progress.begin(file.stem, entry.games),
                )
            )
    sealed = "" if seal is None else f"; its seed is the one that {seal} commits to"
    for (file, entry), verified in zip(known, found, strict=True):
        print(f"{entry.status}: {file}\n  {verified}{sealed}")


def _entry_files(paths: "Sequence[Path]") -> list[Path]:
    """Return the given files, and result files in the given folders, without duplicates."""
    from wistar_env.benchmark.protocol.seals import SEAL, SECRET

    files: dict[str, Path] = {}
    for each in paths:
        inside = [
            file for file in sorted(each.glob("*.json")) if not file.name.endswith((SEAL, SECRET))
        ]
        if each.is_dir() and not inside:
            raise typer.BadParameter(f"{each} is a folder without result files (*.json)")
        files |= {os.path.realpath(file): file for file in inside or [each]}
    return [*files.values()]


@bench_app.command("seal")
def make_seal(
    name: Annotated[str, typer.Argument(help="The name of the contest.")],
    folder: Annotated[
        Path, typer.Option(file_okay=False, help="Folder for the seal and its secret file.")
    ] = Path(),
) -> None:
    """Draw the secret seed of a contest, and write a seal: a hash that commits to the seed.

    Publish the seal before bots are submitted, and keep the secret until all games are played.
    """
    from wistar_env.benchmark.protocol.seals import make_seal as make

    public, secret = make(folder, name)
    print(f"publish {public}\nkeep {secret}; wistar bench reveal {secret} ends the contest")


@bench_app.command("reveal")
def reveal_seal(
    file: Annotated[
        Path, typer.Argument(dir_okay=False, help="The secret file that 'wistar bench seal' wrote.")
    ],
) -> None:
    """Write a contest's secret seed into its seal, so that anyone can check the seed."""
    from wistar_env.benchmark.protocol.seals import reveal

    print(f"publish {reveal(file)} again, with the results")


def _print_entries(entries: "Sequence[Entry]", title: str) -> None:
    from wistar_env.benchmark.report import share_text
    from wistar_env.text.text_table import TextTable

    replied = any(entry.measured.unread_replies is not None for entry in entries)
    cells = [
        (
            entry.task,
            f"{entry.games:,}",
            _interval(entry.numbers.margin, "z.1f"),
            _interval(entry.numbers.win_rate, ".1%"),
            f"{entry.numbers.score.value:.1f}",
            f"{entry.measured.ms_per_decision:.2g}",
            *([share_text(entry.measured.unread_replies)] if replied else []),
        )
        for entry in entries
    ]
    groups = [["games", "margin"], ["wins", "score"], ["ms a decision"]]
    groups += [["unread replies"]] if replied else []
    print_tables([TextTable(title, ["task"], groups, cells)])


def _interval(found: "Interval", form: str) -> str:
    if found.low is None or found.high is None:
        return format(found.value, form)
    return f"{found.value:{form}} ({found.low:{form}} to {found.high:{form}})"
