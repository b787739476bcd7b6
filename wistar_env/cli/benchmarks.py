"""``wistar ladder``, ``arena`` and ``report``: compare bots by many games."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from wistar_env.cli.command import Bars, app, print_tables, resumable
from wistar_env.cli.game_options import (
    GameCommand,
    GameOptions,
    parse_game_options,
    rejecting_options,
)
from wistar_env.cli.parameters import (
    DEFAULT_GAME,
    Batch,
    Bots,
    BotTimeout,
    Data,
    DataOfFile,
    Fresh,
    GameName,
    GameOfFile,
    Games,
    Out,
    Ray,
    SaveReplays,
    Seed,
    Shard,
    Trust,
    Workers,
    count_option,
    is_number,
    parse_shard,
    printed,
)

if TYPE_CHECKING:
    from collections.abc import Mapping

    from rich.console import RenderableType

    from wistar_env.benchmark.paired import Difference
    from wistar_env.benchmark.ratings import Ratings
    from wistar_env.benchmark.report import Line
    from wistar_env.benchmark.results import ResultRow
    from wistar_env.benchmark.work_units import Plan


def parse_levels(text: str) -> list[int]:
    """Parse levels such as ``0-9`` or ``0,3,6-8``, without duplicates."""
    from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL

    levels: list[int] = []
    for part in text.split(","):
        first, dash, last = (piece.strip() for piece in part.partition("-"))
        if not is_number(first) or (dash and not is_number(last)):
            raise typer.BadParameter(
                f"levels must look like 0-9 or 0,3,6, found {text!r}", param_hint="--levels"
            )
        low, high = int(first), int(last or first)
        if not low <= high <= HIGHEST_LEVEL:
            raise typer.BadParameter(
                f"levels must be 0 to {HIGHEST_LEVEL}, ranges ascending, found {part.strip()!r}",
                param_hint="--levels",
            )
        levels += range(low, high + 1)
    return list(dict.fromkeys(levels))


def _run(
    plan: "Plan",
    games: int,
    out: Path | None,
    *,
    shard: str | None,
    fresh: bool,
    workers: int | None,
    ray: str | None,
    save_replays: int,
) -> "tuple[Path, list[ResultRow]] | None":
    """Play a plan and return its file and rows; for a shard, only play it and return None."""
    kind = plan.header.kind
    path = out or Path("results") / f"{kind}-{plan.header.digest()}.jsonl"
    if shard is None:
        rows = _play(plan, path, fresh=fresh, workers=workers, ray=ray, save_replays=save_replays)
        return path, rows
    from wistar_env.benchmark.run_shards import shard_of

    part = parse_shard(shard)
    plan, path = shard_of(plan, part, games), part.file_of(path)
    _play(plan, path, fresh=fresh, workers=workers, ray=ray, save_replays=save_replays)
    merging = printed("report", "FILES", *_trusting(plan))
    print(f"shard {part}: {path}; when all shards exist, {merging} merges them")
    return None


def _trusting(plan: "Plan") -> list[str]:
    """Return the ``--trust`` options that the bots of a run need."""
    from wistar_env.kit.bots.trust import foreign, trust_options

    bots = (bot for unit in plan.units for bot in unit.bots)
    return trust_options(foreign(bots, plan.game.spec.bots.classes))


def _play(
    plan: "Plan",
    path: Path,
    *,
    fresh: bool,
    workers: int | None,
    ray: str | None,
    save_replays: int,
) -> "list[ResultRow]":
    from wistar_env.benchmark.results import Results
    from wistar_env.benchmark.work_units import compile_first, run
    from wistar_env.system.cpu import available_cores

    folder = path.with_suffix(".replays")
    plan = plan.with_replays(folder, save_replays)
    with Results.open(path, plan.header, plan.key_of, fresh=fresh) as results:
        if saved := len(plan.rows(results)):
            print(f"{saved} of {len(plan)} games are saved in {path}; resuming")

        def left() -> str:
            saved = f"{len(plan.rows(results))} of {len(plan)} games are saved in {path}"
            return f"interrupted: {saved}; repeat the command to resume"

        with resumable(left):
            compile_first(plan.game)
            with Bars() as progress:
                run(
                    plan,
                    results,
                    workers=workers or available_cores(),
                    ray=ray,
                    on_progress=progress.begin(plan.header.kind, len(plan)),
                )
        if save_replays:
            files = sum(len(unit.replay_files) for unit in plan.units)
            data = plan.units[0].data
            show = printed("replay", "FILE", data=None if data is None else Path(data))
            print(f"replays: {files} in {folder}; {show} shows one")
        return plan.rows(results)


def _report(
    lines: "list[Line]",
    differences: "list[Difference]",
    title: str,
    path: Path,
    ratings: "Ratings | None" = None,
) -> None:
    from wistar_env.benchmark.paired import paired_tables
    from wistar_env.benchmark.plots import save
    from wistar_env.benchmark.report import breakdown_tables, main_table

    tables: list[RenderableType] = [
        *breakdown_tables(lines),
        main_table(lines, title),
        *paired_tables(differences, lines[0].bot),
    ]
    if ratings is not None:
        from wistar_env.benchmark.ratings import ratings_table

        tables.append(ratings_table(ratings))
    print_tables(tables)
    print(f"games: {path}")
    print("plots: " + ", ".join(str(file) for file in save(lines, title, path, ratings)))


def _reject(options: "Mapping[str, object]", title: str) -> None:
    """Reject options that do not apply to the ladder of a game."""
    for name, value in options.items():
        if value:
            raise typer.BadParameter(
                f"this option does not apply to the ladder of {title}", param_hint=name
            )


@app.command(cls=GameCommand)
def ladder(
    bots: Bots,
    game: GameName = DEFAULT_GAME,
    options: Annotated[
        str,
        typer.Option(
            help="In games other than Rats of Wistar, their options (see 'wistar games') as "
            "NAME=VALUE (or --NAME VALUE), separated by commas."
        ),
    ] = "",
    levels: Annotated[
        str | None,
        typer.Option(
            "--levels",
            "--level",
            help="Levels of Rat-o-bot, such as 0-9 or 0,3,6. Default: all.",
        ),
    ] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(
            "--opponent",
            help="In games other than Rats of Wistar, an opponent; repeatable. Default: the "
            "opponents that the game declares.",
        ),
    ] = None,
    players: Annotated[
        int | None,
        typer.Option(
            help="In games other than Rats of Wistar, players per game. Default: the smallest "
            "number allowed."
        ),
    ] = None,
    games: Annotated[
        int, count_option("Games per bot and opponent, each with its own seed.", 1, 1_000_000)
    ] = 500,
    seed: Seed = 1,
    batch: Batch = 25,
    workers: Workers = None,
    bot_timeout: BotTimeout = None,
    data: Data = None,
    out: Out = None,
    fresh: Fresh = False,
    save_replays: SaveReplays = 0,
    shard: Shard = None,
    ray: Ray = None,
) -> None:
    """Play the same games with every bot against opponents of increasing strength.

    In Rats of Wistar the opponents are the levels of Rat-o-bot, the automaton of the solo game. In
    other games they are bots: one bot fills all other seats, and the rated bot plays each game from
    every seat.

    Prints a table, and saves one line of JSON per game and a plot (PNG, SVG). To resume an
    interrupted run, repeat the command; to add games, raise --games.
    """
    from wistar_env.benchmark import ladder as ladder_
    from wistar_env.benchmark import opponent_ladder
    from wistar_env.kit.game.registry import find_game

    played = find_game(game)
    settings: dict[str, Any] = {
        "games": games,
        "seed": seed,
        "batch": batch,
        "data": str(data) if data else None,
        "bot_timeout": bot_timeout,
        "options": parse_game_options(options),
    }
    with rejecting_options():
        if ladder_.has_levels(played):
            _reject({"--opponent": opponents, "--players": players}, played.spec.title)
            plan = ladder_.plan(bots, levels=parse_levels(levels or "0-9"), **settings)
        else:
            _reject({"--levels": levels}, played.spec.title)
            plan = opponent_ladder.plan(
                played, bots, opponents=opponents or (), players=players, **settings
            )
    done = _run(
        plan,
        games,
        out,
        shard=shard,
        fresh=fresh,
        workers=workers,
        ray=ray,
        save_replays=save_replays,
    )
    if done is not None:
        _show_ladder(plan, games, *done)


def _show_ladder(plan: "Plan", games: int, path: Path, rows: "list[ResultRow]") -> None:
    from wistar_env.benchmark.paired import compare_ladder
    from wistar_env.benchmark.report import summarise_ladder

    settings, seed, spec = plan.header.settings, plan.header.seed, plan.game.spec
    if "levels" in settings:
        title = f"Ladder, {games} games per level, seed {seed}"
    else:
        rotations = f"{games} games in {settings['players']} rotations an opponent"
        title = f"Ladder of {spec.title}, {rotations}, seed {seed}"
    lines = summarise_ladder(rows, spec.scores.points_text)
    _report(lines, compare_ladder(rows), title, path)


@app.command(cls=GameCommand)
def arena(
    bots: Bots,
    game: GameName = DEFAULT_GAME,
    options: GameOptions = "",
    players: Annotated[
        int | None,
        typer.Option(
            help="Players per game; the last bot also plays any seats left over. Default: one "
            "seat per bot."
        ),
    ] = None,
    anchor: Annotated[
        str | None,
        typer.Option(
            help="The bot whose rating is 0. Default: greedy if it plays, else the first bot."
        ),
    ] = None,
    games: Games = 500,
    seed: Seed = 1,
    batch: Batch = 25,
    workers: Workers = None,
    bot_timeout: BotTimeout = None,
    data: Data = None,
    out: Out = None,
    fresh: Fresh = False,
    save_replays: SaveReplays = 0,
    shard: Shard = None,
    ray: Ray = None,
) -> None:
    """Play bots against each other; each game is repeated with every rotation of the seats.

    With --players N, every combination of N bots, out of at most 12, plays the same games. The
    output is that of 'wistar ladder', plus ratings on the Elo scale.
    """
    from wistar_env.benchmark import arena as arena_
    from wistar_env.benchmark.ratings import anchor_place
    from wistar_env.kit.game.registry import find_game

    played = find_game(game)
    anchor_place(bots, anchor)
    given = parse_game_options(options)
    with rejecting_options():
        plan = arena_.plan(
            played,
            bots,
            games=games,
            seed=seed,
            batch=batch,
            players=players,
            data=str(data) if data else None,
            bot_timeout=bot_timeout,
            options=given,
        )
    done = _run(
        plan,
        games,
        out,
        shard=shard,
        fresh=fresh,
        workers=workers,
        ray=ray,
        save_replays=save_replays,
    )
    if done is not None:
        _show_arena(plan, games, *done, anchor)


def _show_arena(
    plan: "Plan", games: int, path: Path, rows: "list[ResultRow]", anchor: str | None = None
) -> None:
    from wistar_env.benchmark.arena import tables
    from wistar_env.benchmark.paired import compare_arena
    from wistar_env.benchmark.ratings import anchor_place, rate, save_ratings
    from wistar_env.benchmark.report import summarise_arena

    settings, seed, spec = plan.header.settings, plan.header.seed, plan.game.spec
    bots = [bot for bot, _ in settings["bots"]]
    seats = settings["players"]
    meeting = len(tables(len(bots), seats))
    at_tables = f" at {meeting} tables" if meeting > 1 else ""
    what = "Arena" if spec.name == DEFAULT_GAME else f"Arena of {spec.title}"
    title = f"{what}, {games} games in {seats} rotations{at_tables}, seed {seed}"
    ratings = rate(rows, bots, anchor_place(bots, anchor), seed)
    lines = summarise_arena(rows, bots, spec.scores.points_text)
    _report(lines, compare_arena(rows, bots), title, path, ratings)
    print(f"ratings: {save_ratings(ratings, plan.header.digest(), seed, path)}")


@app.command()
def report(
    files: Annotated[list[Path], typer.Argument(help="The results files of all parts of a run.")],
    game: GameOfFile = None,
    data: DataOfFile = None,
    trust: Trust = None,
    out: Out = None,
) -> None:
    """Merge the parts of a ladder or an arena, played with --shard, and print the run's tables.

    The merged file is byte-identical to that of a run without --shard. The bots must be installed
    and unchanged. To continue from the merged file, repeat the ladder or arena without --shard.
    """
    from wistar_env.benchmark.run_shards import merge, write

    folder = str(data) if data else None
    plan, rows, games = merge(files, game=game, data=folder, trusted=trust or ())
    path = out or Path("results") / f"{plan.header.kind}-{plan.header.digest()}.jsonl"
    write(plan, rows, path)
    if plan.header.kind == "arena":
        _show_arena(plan, games, path, rows)
    else:
        _show_ladder(plan, games, path, rows)
