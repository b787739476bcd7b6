"""``wistar dataset``, ``export`` and ``export-onnx``: record datasets; export them and networks."""

from pathlib import Path
from typing import Annotated

import typer

from wistar_env.cli.command import Bars, app, missing_extra, resumable
from wistar_env.cli.game_options import GameCommand, GameOptions, parse_game_options
from wistar_env.cli.parameters import (
    DEFAULT_GAME,
    Data,
    GameName,
    GameOfFile,
    Games,
    Ray,
    Seed,
    ShardOfCommand,
    Trust,
    parse_shard,
)
from wistar_env.errors import WistarError


@app.command(cls=GameCommand)
def dataset(
    folder: Annotated[Path, typer.Argument(file_okay=False, help="The folder to write.")],
    bot: Annotated[
        list[str] | None,
        typer.Option(
            help="Bot for all seats; repeat the option to give one bot per seat. Default: greedy."
        ),
    ] = None,
    games: Games = 1000,
    players: Annotated[
        int | None,
        typer.Option(min=1, max=64, help="Players per game. Default: the smallest allowed."),
    ] = None,
    options: GameOptions = "",
    data: Annotated[
        list[str] | None,
        typer.Option(
            metavar="FOLDER|CARD SET",
            help="A data folder or card set; each game draws one. Repeatable.",
        ),
    ] = None,
    seed: Seed = 1,
    game: GameName = DEFAULT_GAME,
    shard: ShardOfCommand = None,
    ray: Ray = None,
) -> None:
    """Let bots play games, and save them as a dataset.

    To resume, repeat the command; to add games, raise --games.
    """
    from wistar_env.datasets import Dataset, record
    from wistar_env.datasets.recording import players_of
    from wistar_env.kit.game.registry import find_game

    found = find_game(game)
    part = parse_shard(shard) if shard else None
    given = parse_game_options(options)
    try:
        players_of(found, players, given)
    except (TypeError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    written = folder if part is None else part.folder_of(folder)
    left = f"interrupted: complete files are in {written}; repeat the command to resume"
    with resumable(lambda: left), Bars() as progress:
        record(
            folder,
            found,
            bot or ["greedy"],
            games,
            players,
            options=given,
            data=data[0] if data and len(data) == 1 else data,
            seed=seed,
            num_threads=0,
            shard=part,
            ray=ray,
            on_progress=progress.begin("games", None if part else games),
        )
    if part is not None:
        print(
            f"shard {part}: {written}; when all shards exist, the command without "
            "--shard merges them"
        )
        return
    made = Dataset(folder, found, data or ())
    size = sum(file.stat().st_size for file in folder.glob("*.npz"))
    print(
        f"{len(made)} games, {made.num_decisions} decisions, {size / 1e6:.2f} MB in {folder}; "
        "wistar_env.datasets.Dataset reads them"
    )


@app.command()
def export(
    folder: Annotated[
        Path, typer.Argument(file_okay=False, help="The folder that 'wistar dataset' wrote.")
    ],
    parquet: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="Write Parquet files to this new folder.")
    ] = None,
    minari: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="Write a Minari dataset with this id, such as wistar/greedy-v0."
        ),
    ] = None,
    game: GameOfFile = None,
    trust: Trust = None,
) -> None:
    """Export a dataset to Parquet, with a README for Hugging Face, or to Minari.

    Needs the extra 'export'.
    """
    from wistar_env.datasets import Dataset, to_minari, to_parquet
    from wistar_env.kit.game.registry import find_game

    if parquet is None and minari is None:
        raise typer.BadParameter("give --parquet FOLDER, --minari NAME, or both")
    made = Dataset(folder, None if game is None else find_game(game), trust or ())
    try:
        left = "interrupted: incomplete files are removed; repeat the command to start again"
        with resumable(lambda: left), Bars() as progress:
            if parquet is not None:
                on_progress = progress.begin("Parquet", len(made))
                to_parquet(made, parquet, num_threads=0, on_progress=on_progress)
            if minari is not None:
                on_progress = progress.begin("Minari", len(made))
                to_minari(made, minari, num_threads=0, on_progress=on_progress)
    except ImportError as error:
        raise missing_extra("export", error, "export") from None
    except WistarError:
        raise
    except ValueError as error:
        raise typer.BadParameter(str(error)) from None
    if parquet is not None:
        print(f"{made.num_decisions} decisions in {parquet}, described in {parquet / 'README.md'}")
    if minari is not None:
        print(f"{len(made)} games in {minari}; minari.load_dataset({minari!r}) reads them")


@app.command("export-onnx")
def export_onnx(
    network: Annotated[
        str, typer.Argument(help="A network file, or the name of a bundled network.")
    ],
    file: Annotated[Path, typer.Argument(dir_okay=False, help="The ONNX file to write.")],
    players: Annotated[
        int | None,
        typer.Option(help="Players per game. Default: the fewest that the network supports."),
    ] = None,
    data: Data = None,
    game: GameOfFile = None,
) -> None:
    """Write a network as an ONNX model; the bot onnx:FILE plays it.

    Needs the extra 'onnx'.
    """
    from wistar_env.kit.game.option_text import players_text
    from wistar_env.kit.networks.loading import load_network
    from wistar_env.kit.networks.onnx_file import to_onnx

    loaded = load_network(network, game, players)
    opened = loaded.game.spec.opened(data)
    try:
        to_onnx(loaded.for_players(loaded.num_players, opened), file)
    except ModuleNotFoundError as error:
        raise missing_extra("onnx", error, "export-onnx") from None
    spec = loaded.game.spec
    chosen = "" if spec.name == DEFAULT_GAME else f" --game {spec.name}"
    print(
        f"{file}: {spec.title}, {players_text(loaded.num_players)}; "
        f"wistar ladder onnx:{file}{chosen} plays it"
    )
