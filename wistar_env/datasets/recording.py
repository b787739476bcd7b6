"""Let bots play games, and record seeds and actions."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.arguments import integer, mapping
from wistar_env.benchmark.fingerprints import identify
from wistar_env.benchmark.results import versions, write_whole
from wistar_env.benchmark.run_shards import ShardNumber, shards_in
from wistar_env.datasets.dataset import answers
from wistar_env.datasets.description import NAME, Description, read_description
from wistar_env.errors import BotError, ReplayError
from wistar_env.kit.bots import Player, blamed
from wistar_env.kit.bots.registry import load
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.replays.shards import Shard
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.seeds import FOR_DATASET, FOR_RESET, one_way
from wistar_env.system import locks
from wistar_env.system.atomic_files import remove_unfinished
from wistar_env.system.ray_tasks import in_order

#: Games in one file, which are played in parallel.
SHARD_SIZE: Final = 1000
_AUTOMATON: Final = -1


def record(
    folder: str | Path,
    game: type[Game] | str,
    bots: Sequence[str] = ("greedy",),
    games: int = 1000,
    num_players: int | None = None,
    *,
    options: Mapping[str, Any] | None = None,
    data: str | list[str] | None = None,
    seed: int = 0,
    num_threads: int = 1,
    shard: ShardNumber | None = None,
    ray: str | None = None,
    on_progress: Callable[[int], None] = lambda games: None,
) -> Description:
    """Record games of bots in a folder, or resume an interrupted recording.

    Games already recorded in the folder's shards (see ``shard``) are copied instead of played.

    Parameters
    ----------
    folder
        The folder, created if missing. If it has fewer games than requested, the missing ones are
        added.
    game
        The game: see ``kit.game.registry.find_game``.
    bots
        Specs of bots: one bot for all seats, or one for each player, with rotating seats.
    games
        The number of games.
    num_players
        The player count of each game; None means the fewest allowed.
    options, data, num_threads
        As for ``BatchGame``, but ``data`` must be given by name.
    seed
        The seed of the run; bots cannot infer the seeds of games.
    shard
        Record only this shard of the files, to a separate folder such as ``FOLDER-3-of-8``; None
        records all files.
    ray
        The address of a Ray cluster that plays the games, see ``ray_tasks``; None uses this machine
        without Ray.
    on_progress
        Called with the number of recorded games, at the start and after each file.

    Returns
    -------
    Description
        The description of the folder.

    Raises
    ------
    BotError
        If a bot cannot be found or fails, or the number of bots is wrong.
    DataError
        If ``data`` is invalid.
    ReplayError
        If the folder has other games, or more than requested, there are fewer files than shards, or
        another process is writing to the folder.
    TypeError, ValueError
        If another argument is wrong.
    """
    found = find_game(game)
    spec, folder = found.spec, Path(folder)
    players = players_of(found, num_players, mapping("options", options))
    if len(bots) not in (1, players):
        raise BotError(f"give one bot, or {players} bots, one for each player; found {len(bots)}")
    wanted = Description(
        game=spec.name,
        num_players=players,
        options=dict(mapping("options", options)),
        data=data,
        data_fingerprint=DataSets(spec, data).fingerprint.hex(),
        rules_version=spec.rules_version,
        seed=integer("seed", seed, 0, 2**63 - 1),
        bots={bot: identify(bot, spec).fingerprint for bot in dict.fromkeys(bots)},
        players=list(bots),
        games=integer("games", games, 1, 10**9),
        shard_size=SHARD_SIZE,
        versions=versions(),
    )
    if shard is not None:
        if shard.count > len(wanted.files):
            raise ReplayError(
                f"{games} games fill {len(wanted.files)} files of {SHARD_SIZE} games, but "
                f"{shard.count} shards need a file each; use fewer shards"
            )
        folder = shard.folder_of(folder)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        with locks.held(folder.absolute() / ".lock"):
            remove_unfinished(folder)
            _write(folder, found, wanted, num_threads, shard or ShardNumber(1, 1), ray, on_progress)
    except BlockingIOError as holder:
        raise ReplayError(
            f"{folder} is being written by {holder}: wait until that process ends, or name another "
            "folder"
        ) from None
    return wanted


def players_of(game: type[Game] | str, num_players: int | None, options: Mapping[str, Any]) -> int:
    """Return the player count of games; None means the fewest that the game allows.

    Raises TypeError, ValueError if the game does not support this player count, or these
    options.
    """
    spec = find_game(game).spec
    wanted = spec.min_players if num_players is None else num_players
    players = integer("num_players", wanted, spec.min_players, spec.max_players)
    spec.make_options(players, 1, options)
    return players


def _write(
    folder: Path,
    game: type[Game],
    wanted: Description,
    num_threads: int,
    shard: ShardNumber,
    ray: str | None,
    on_progress: Callable[[int], None],
) -> None:
    """Write the description, and play and write the missing files of a shard.

    If it is the whole recording, files in the folders of its shards are copied first.
    """
    if (folder / NAME).exists():
        there = read_description(folder)
        if differences := wanted.differences(there):
            raise ReplayError(f"{folder} holds other games ({differences}); name another folder")
        if there.games > wanted.games:
            raise ReplayError(
                f"{folder} already holds {there.games} games, more than the {wanted.games} "
                "requested; name another folder"
            )
        _forget_part(folder, there, wanted)
    write_whole(folder / NAME, wanted.to_json())
    if shard.count == 1:
        _copy_shards(folder, wanted)
    written = sum(len(wanted.numbers(k)) for k in _written(folder, wanted))
    on_progress(written)
    files = list(enumerate(wanted.files))[shard.number - 1 :: shard.count]
    missing = [number for number, name in files if not (folder / name).exists()]
    work = partial(_play_file, game, wanted, num_threads if ray is None else 1)
    played: Iterator[Shard] = map(work, missing) if ray is None else in_order(work, missing, ray)
    for number in missing:
        next(played).save(folder / wanted.files[number])
        written += len(wanted.numbers(number))
        on_progress(written)


def _play_file(game: type[Game], wanted: Description, num_threads: int, number: int) -> Shard:
    players = [load(bot, game.spec.bots.classes) for bot in wanted.players]
    return _played(game, players, wanted, wanted.numbers(number), num_threads)


def _written(folder: Path, description: Description) -> list[int]:
    files = enumerate(description.files)
    return [number for number, name in files if (folder / name).exists()]


def _copy_shards(folder: Path, wanted: Description) -> None:
    """Copy missing files from the folders of shards next to a folder."""
    folder = folder.absolute()
    for beside in shards_in(folder.parent, folder.name):
        there = read_description(beside)
        if differences := wanted.differences(there):
            raise ReplayError(
                f"{beside} is a shard of other games ({differences}); name another folder"
            )
        for number in _written(beside, there):
            name = there.files[number]
            same = number < len(wanted.files) and there.numbers(number) == wanted.numbers(number)
            if same and not (folder / name).exists():
                Shard.load(beside / name).save(folder / name)


def _forget_part(folder: Path, before: Description, now: Description) -> None:
    """Remove the last file if it will have more games."""
    last = len(before.files) - 1
    if before.numbers(last) != now.numbers(last):
        (folder / before.files[last]).unlink(missing_ok=True)


def _played(
    game: type[Game],
    bots: Sequence[Player],
    description: Description,
    numbers: range,
    num_threads: int,
) -> Shard:
    """Play games to the end, with one bot for all seats or one bot per player."""
    batch = BatchGame(
        game,
        len(numbers),
        description.num_players,
        **description.options,
        data=description.data,
        observation=None,
        autoreset_mode=AutoresetMode.DISABLED,
        num_threads=num_threads,
    )
    # Seeds differ from those of evaluation, so the same run seed can be used for both.
    drawn = [one_way(FOR_DATASET, description.seed, number) for number in numbers]
    seeds = np.array(drawn, np.uint64)
    for place, bot in enumerate(bots):
        with blamed(f"bot {description.players[place]!r} failed at reset"):
            bot.reset(one_way(FOR_RESET, description.seed, numbers[0], place))
    seating = _seating(batch, len(bots), numbers)
    step, taken = batch.reset(seeds), []
    lengths = np.zeros(len(numbers), np.int64)
    while not step.done.all():
        actions = _answers(batch, bots, description.players, seating, step.seat)
        lengths += ~step.done
        taken.append(actions.astype(np.int16))
        step = batch.step(actions)
    of_game = np.array(taken, np.int16).reshape(len(taken), len(numbers)).T
    seats, total = batch.num_seats, batch.spec.scores.total_column
    return Shard(
        seeds=seeds,
        lengths=lengths,
        actions=of_game[np.arange(len(taken)) < lengths[:, None]],
        players=seating,
        scores=batch.final_scores[:, :seats, total].astype(np.int64),
        ranks=batch.final_ranks[:, :seats].astype(np.int16),
    )


def _seating(batch: BatchGame, bots: int, numbers: range) -> npt.NDArray[np.int16]:
    """Return the index of the bot in each seat of each game, -1 for automata; seats rotate."""
    seating = np.full((len(numbers), batch.num_seats), _AUTOMATON, np.int16)
    players = np.arange(batch.num_players)
    seating[:, : len(players)] = (players + np.array(numbers)[:, None]) % bots
    return seating


def _answers(
    batch: BatchGame,
    bots: Sequence[Player],
    names: Sequence[str],
    seating: npt.NDArray[np.int16],
    seats: npt.NDArray[np.int64],
) -> npt.NDArray[np.int64]:
    """Return the actions of all running games, each chosen by the bot whose turn it is."""
    deciding = np.where(seats < 0, _AUTOMATON, seating[np.arange(len(seats)), seats])
    actions = np.zeros(len(seats), np.int64)
    for place, (bot, name) in enumerate(zip(bots, names, strict=True)):
        which = np.flatnonzero(deciding == place)
        if not len(which):
            continue
        actions[which] = answers(batch, bot, name, which)
    return actions
