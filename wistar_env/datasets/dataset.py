"""Read a dataset by replaying its games, decision by decision."""

from collections.abc import Callable, Collection, Iterator
from functools import cached_property
from pathlib import Path
from typing import Any, Final, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium.vector import AutoresetMode

from wistar_env.arguments import choice, integer, number
from wistar_env.datasets.decision_rows import Decisions
from wistar_env.datasets.description import read_description
from wistar_env.datasets.expansion import OBSERVATIONS, Teacher, game_by_game, step_by_step
from wistar_env.errors import BotError, DataError, ReplayError
from wistar_env.kit.batch.rows import COMPILED
from wistar_env.kit.bots import Player, blamed
from wistar_env.kit.bots.registry import load
from wistar_env.kit.bots.trust import NamesInFile
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.replays import Replay
from wistar_env.kit.replays.shards import Shard
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.seeds import FOR_RESET, one_way

#: A function that selects games of a file, by their indices.
_Chooser: TypeAlias = Callable[[int, npt.NDArray[np.int64]], npt.NDArray[np.int64]]
#: The default number of games that are replayed in parallel.
SIDE_BY_SIDE: Final = 1024
#: The default number of whole games that are in memory at once.
WHOLE_GAMES: Final = 256


class Dataset:
    """A folder of games written by ``record`` or ``wistar dataset``.

    Parameters
    ----------
    folder
        The folder. If its recording was interrupted, only the games written so far are read.
    game
        The class of the game, if it is not installed.
    trusted
        Data folders that may be opened if the dataset names them: see
        ``kit.bots.trust.NamesInFile``.

    Attributes
    ----------
    description
        The settings with which the games were recorded.

    Raises
    ------
    ReplayError
        If the folder is not a dataset or is damaged, or if its rules version or data differ from
        those installed.
    GameNotFoundError
        If the dataset's game is not installed.
    TrustError
        If the dataset names a data folder that is not trusted.
    """

    def __init__(
        self,
        folder: str | Path,
        game: type[Game] | str | None = None,
        trusted: Collection[str] = (),
    ) -> None:
        self.folder, self.description = Path(folder), read_description(Path(folder))
        named = NamesInFile(f"the dataset {folder}", trusted)
        self.game = find_game(game) if game else named.game(self.description.game)
        version, mine = self.description.rules_version, self.game.spec.rules_version
        if version != mine:
            raise ReplayError(
                f"{self.folder} was recorded with rules version {version}, but version {mine} is "
                "installed"
            )
        try:
            data = named.data(self.description.data, self.game.spec)
            found = DataSets(self.game.spec, data).fingerprint.hex()
        except (DataError, TypeError, ValueError) as error:
            raise ReplayError(f"{self.folder} needs data that cannot be opened: {error}") from error
        if found != self.description.data_fingerprint:
            raise ReplayError(
                f"{self.folder} was recorded with different data: their fingerprint was "
                f"{self.description.data_fingerprint}, and is now {found}"
            )
        names = self.description.files
        self._files = [k for k, name in enumerate(names) if (self.folder / name).exists()]
        self._last: tuple[int, Shard] | None = None

    def __len__(self) -> int:
        """Return the number of games."""
        return sum(len(self.description.numbers(k)) for k in self._files)

    def __repr__(self) -> str:
        return f"<Dataset: {len(self)} games of {self.game.spec.title} in {self.folder}>"

    @cached_property
    def num_decisions(self) -> int:
        """The number of decisions of all games."""
        return sum(len(self._shard(k).actions) for k in self._files)

    def _shard(self, file: int) -> Shard:
        """Return the contents of a file, cached until another file is read."""
        if self._last is None or self._last[0] != file:
            self._last = file, self._load(file)
        return self._last[1]

    def _load(self, file: int) -> Shard:
        path = self.folder / self.description.files[file]
        shard, numbers = Shard.load(path), self.description.numbers(file)
        if len(shard) != len(numbers):
            raise ReplayError(f"{path} must have {len(numbers)} games, found {len(shard)}")
        seats, _ = self.game.spec.seats_of(self.description.num_players)
        if shard.scores.shape[1] != seats:
            raise ReplayError(f"{path} must have {seats} seats, found {shard.scores.shape[1]}")
        players = shard.players[:, : self.description.num_players]
        most = len(self.description.players) - 1
        if players.size and not 0 <= players.min() <= players.max() <= most:
            raise ReplayError(
                f"{path} must have player indices from 0 to {most}, found {players.min()} to "
                f"{players.max()}"
            )
        return shard

    def shards(self) -> Iterator[tuple[range, Shard]]:
        """Yield, for each file, the numbers of its games and its contents.

        Raises
        ------
        ReplayError
            If a file is damaged.
        """
        for file in self._files:
            yield self.description.numbers(file), self._shard(file)

    def shard_of(self, number: int) -> tuple[Shard, int]:
        """Return the contents of the file that holds a game, and the game's index in it.

        Raises
        ------
        ReplayError
            If the file is damaged.
        TypeError, ValueError
            If there is no such game.
        """
        number = integer("number", number, 0, self.description.games - 1)
        file, place = divmod(number, self.description.shard_size)
        if file not in self._files:
            raise ValueError(f"game {number} is not recorded yet")
        return self._shard(file), place

    def replay(self, number: int) -> Replay[Game]:
        """Return a game as a replay, to view or save it.

        Raises
        ------
        ReplayError
            If its file is damaged.
        TypeError, ValueError
            If there is no such game.
        """
        about = self.description
        shard, place = self.shard_of(number)
        batch = self._batch("sparse", 1, 1)
        batch.reset(shard.seeds[place : place + 1])
        drawn = {name: array.tolist()[0] for name, array in batch.report.items()}
        options = {name: drawn.get(name, value) for name, value in about.options.items()}
        players = shard.players[place, : about.num_players].tolist()
        return Replay(
            self.game,
            about.num_players,
            int(shard.seeds[place]),
            options=options,
            data=batch.data_sets[int(batch.set_of_game[0])],
            actions=shard.actions_of(place).tolist(),
            players=tuple(about.players[player] for player in players),
        )

    def decisions(
        self,
        observation: str = "sparse",
        *,
        games: npt.ArrayLike | None = None,
        part: tuple[int, int] = (0, 1),
        num_games: int = SIDE_BY_SIDE,
        shuffle: int | None = None,
        num_threads: int = 1,
    ) -> Iterator[Decisions]:
        """Yield batches of decisions; a batch has at most one decision per game.

        Parameters
        ----------
        observation
            ``"sparse"``, ``"float32"`` or ``"uint8"``, as for ``BatchGame``.
        games
            The numbers of the games to read, such as a range; None reads all.
        part
            ``(k, n)``: split the games into n disjoint parts and read part k, counted from 0. Use
            the same ``games`` and ``shuffle`` for all parts.
        num_games
            The largest number of games to replay in parallel, and so of decisions in a batch.
        shuffle
            The seed for shuffling files and the games in each file; None keeps their order.
        num_threads
            As for ``BatchGame``; results do not depend on it.

        Raises
        ------
        ReplayError
            If a file is damaged, or a game differs from its record.
        TypeError, ValueError
            If an argument is wrong.
        """
        chosen, order = self._chooser(games, part), _shuffled(len(self._files), shuffle, 0)
        for place in order.tolist():
            file = self._files[place]
            which = chosen(file, _shuffled(len(self.description.numbers(file)), shuffle, 1 + file))
            if not len(which):
                continue
            shard, first = self._shard(file), self.description.numbers(file)[0]
            batch = self._batch(observation, min(num_games, len(which)), num_threads)
            yield from step_by_step(batch, observation, shard, which, first)

    def whole_games(
        self,
        observation: str = "sparse",
        *,
        games: npt.ArrayLike | None = None,
        part: tuple[int, int] = (0, 1),
        num_games: int = WHOLE_GAMES,
        num_threads: int = 1,
        teacher: str | None = None,
    ) -> Iterator[Decisions]:
        """Yield batches of whole games: decisions in order, one game after another.

        Parameters
        ----------
        observation, games, part, num_threads
            As for ``decisions``.
        num_games
            The number of games in a batch, all in memory at once; fewer at the end of a file.
        teacher
            The spec of a bot that relabels every decision: ``action`` is the bot's action instead
            of the recorded one.

        Raises
        ------
        BotError
            If the teacher cannot be found or fails.
        ReplayError
            If a file is damaged, or a game differs from its record.
        TypeError, ValueError
            If an argument is wrong.
        """
        together = integer("num_games", num_games, 1, 2**31 - 1)
        asked = None if teacher is None else self._teacher(teacher)
        chosen = self._chooser(games, part)
        for file in self._files:
            numbers = self.description.numbers(file)
            which = chosen(file, np.arange(len(numbers)))
            for first in range(0, len(which), together):
                order, shard = which[first : first + together], self._shard(file)
                if not shard.lengths[order].any():
                    continue  # all games ended before a decision
                batch = self._batch(observation, len(order), num_threads)
                yield game_by_game(batch, observation, shard, order, numbers[0], asked)

    def split(
        self, validation: float, seed: int = 0
    ) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]:
        """Split the games into training and validation games; return the numbers of both.

        The split is by game, since decisions of one game are correlated.

        Parameters
        ----------
        validation
            The share of validation games, 0 to 1.
        seed
            The seed for drawing the validation games.

        Raises
        ------
        TypeError, ValueError
            If an argument is wrong.
        """
        share = number("validation", validation, 0, 1)
        recorded = np.concatenate([np.arange(0), *map(self.description.numbers, self._files)])
        drawn = recorded[_shuffled(len(recorded), seed, 0)]
        count = round(share * len(recorded))
        return np.sort(drawn[count:]), np.sort(drawn[:count])

    def _chooser(self, games: npt.ArrayLike | None, part: tuple[int, int]) -> _Chooser:
        """Return a function that selects a file's games that are in ``games`` and in ``part``."""
        if not isinstance(part, tuple) or len(part) != 2:
            raise ValueError(f"part must be (k, n), such as (0, 4), found {part!r}")
        parts = integer("n of part", part[1], 1, 2**31 - 1)
        own = integer("k of part", part[0], 0, parts - 1)
        numbers = None if games is None else self._recorded(games)

        def chosen(file: int, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
            if numbers is not None:
                first = self.description.numbers(file)[0]
                places = places[np.isin(first + places, numbers)]
            return places[own::parts]

        return chosen

    def _recorded(self, games: npt.ArrayLike) -> npt.NDArray[np.int64]:
        """Return the numbers of games as an array; reject games that are not recorded."""
        numbers = np.asarray(games)
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
            raise TypeError(f"games must be integers of shape (k,), found {games!r}")
        size = self.description.shard_size
        missing = (numbers >= self.description.games) | ~np.isin(numbers // size, self._files)
        if missing.any():
            wrong = int(numbers[missing][0])
            raise ValueError(
                f"game {wrong} in games is not recorded; the dataset has {len(self):,} games"
            )
        return numbers

    def _teacher(self, name: str) -> Teacher:
        """Load and reset the teacher; return the function that queries it."""
        bot = load(name, self.game.spec.bots.classes)
        with blamed(f"bot {name!r} failed at reset"):
            bot.reset(one_way(FOR_RESET, self.description.seed))
        return lambda batch, rows: answers(batch, bot, name, rows)

    def _batch(self, observation: str, num_games: int, num_threads: int) -> BatchGame:
        about = self.description
        choice("observation", observation, tuple(OBSERVATIONS))
        return BatchGame(
            self.game,
            num_games,
            about.num_players,
            **about.options,
            data=about.data,
            observation=OBSERVATIONS[observation],
            autoreset_mode=AutoresetMode.DISABLED,
            num_threads=num_threads,
        )


def _shuffled(count: int, seed: int | None, purpose: int) -> npt.NDArray[np.int64]:
    if seed is None:
        return np.arange(count)
    seed = integer("shuffle", seed, 0, 2**63 - 1)
    return np.random.default_rng((seed, purpose)).permutation(count)


def answers(
    batch: BatchGame, bot: Player, name: str, which: npt.NDArray[np.int64]
) -> npt.NDArray[Any]:
    """Return a bot's actions in the given rows of a batch, computed by compiled code if possible.

    Raises BotError if the bot fails or does not return actions.
    """
    if name in COMPILED:
        return batch.choose(name)[which]
    with blamed(f"bot {name!r} failed"):
        found: npt.NDArray[Any] = np.asarray(bot.act(batch.decisions(which)))
    if found.shape != which.shape or found.dtype.kind not in "iu":
        raise BotError(
            f"bot {name!r} must return {len(which)} integers, found {found.dtype} of shape "
            f"{found.shape}"
        )
    return found
