"""Players in training games: the learning network, its snapshots, bots and a teacher."""

from collections.abc import Sequence
from itertools import count
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from wistar_env.errors import BotError
from wistar_env.kit.batch.rows import COMPILED
from wistar_env.kit.bots.registry import NO_BOTS, GameBots, load, parse
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.game import GameData
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.opponents import Opponents
from wistar_env.training.openings import Openings
from wistar_env.training.rollouts import GREEDY, LEARNER, OUTSIDE, RANDOM

#: Compiled bots, by name.
COMPILED_BOTS: Final = MappingProxyType({"greedy": GREEDY, "random": RANDOM})


def _network_of(name: str, bots: GameBots) -> str:
    """Return the file of a bot ``network:FILE``; empty for other bots and networks that sample."""
    spec = parse(name, bots)
    is_network = name.partition(":")[0] == "network" and not spec.named
    return str(spec.positional[0]) if is_network and len(spec.positional) == 1 else ""


class PlayerPool:
    """Assigns a player to each seat: the learning network, a snapshot of it, or a bot.

    Parameters
    ----------
    network
        The network that learns.
    num_envs, seed
        Number of games, and seed of the assignment.
    num_snapshots
        Snapshots to keep; a new one replaces the oldest.
    bots
        Names of bots, as for ``wistar arena``: those of ``COMPILED_BOTS``, and ``network:FILE``,
        play in compiled code; any other is called for all games that wait for it.
    self_play_share
        Fraction of games in which the learning network plays all seats.
    sets
        The data sets of the games; None for the bundled one.
    threads
        Number of threads that compute the networks for the data sets.
    num_players
        The player count; None for the smallest of the network.
    openings, opening_share, opening_decisions
        Names of bots that play openings, the fraction of games with an opening, and its maximum
        decisions per player: see ``Openings``.

    Attributes
    ----------
    num_learners
        Number of seats without automata.
    bots
        The numbers of the bots in ``seats``.
    networks
        The networks of the learning player: one for each data set.
    records
        The records of the networks: first the learning network, one per data set, then each
        snapshot, then each bot that is a network.
    seats
        Players by game and seat: 0 is the learning network; snapshots start at 1, bots that are
        networks at ``first_network_bot``; other bots are negative.
    first_network_bot
        The lowest number of a bot that is a network, which plays its most probable actions.

    Raises
    ------
    BotError
        If a bot does not exist.
    NetworkError
        If the network of a bot cannot be used, or is for another game or player count.
    """

    def __init__(
        self,
        network: Network | SharedNetwork,
        num_envs: int,
        seed: int,
        num_snapshots: int = 8,
        bots: Sequence[str] = ("greedy",),
        self_play_share: float = 0.5,
        sets: Sequence[GameData] | None = None,
        threads: int = 1,
        num_players: int | None = None,
        openings: Sequence[str] = (),
        opening_share: float = 0.0,
        opening_decisions: int = 0,
    ) -> None:
        self._threads = threads
        num_players = num_players or network.player_counts[0]
        self._seed, self._self_play_share = seed, self_play_share
        self.network, self._num_players = network, num_players
        spec = network.game.spec
        others = [name for name in (*bots, *openings) if name not in COMPILED_BOTS]
        files = [file for name in others if (file := _network_of(name, spec.bots.classes))]
        self._asked = [name for name in others if not _network_of(name, spec.bots.classes)]
        self._outside = Opponents(self._asked, spec.bots.classes) if self._asked else None
        self.first_network_bot = 1 + num_snapshots
        networks, asked = count(self.first_network_bot), count(OUTSIDE, -1)
        codes = [
            COMPILED_BOTS[name]
            if name in COMPILED_BOTS
            else next(networks if _network_of(name, spec.bots.classes) else asked)
            for name in (*bots, *openings)
        ]
        # Draws of opponents depend on this order: compiled bots, networks, then other bots.
        self.bots = sorted(codes[: len(bots)], key=lambda code: (code <= OUTSIDE, code > 0))
        if self._outside:
            self._outside.reset(seed)
        seats, automata = spec.seats_of(num_players)
        self.num_learners = seats - automata
        self.snapshots = [network.copy() for _ in range(num_snapshots)]
        self._sets = sets or [spec.open_data(None)]
        # Networks for many sets are large, and with a single learner no snapshot plays.
        of_others = self._sets if self.num_learners > 1 else []
        self._of_snapshots = [each.networks_for(of_others, num_players) for each in self.snapshots]
        self.networks = network.networks_for(self._sets, num_players)
        self.refresh()
        self._of_bots = [self._opened(file) for file in files]
        by_player = (self.networks, *self._of_snapshots, *self._of_bots)
        first, *rest = [each for of_sets in by_player for each in of_sets]
        self.records = first.records(*rest)
        self.snapshots_taken = 0
        self.seats = np.full((num_envs, MAX_SEATS), LEARNER, np.int16)
        longest = opening_decisions * self.num_learners
        drawn = codes[len(bots) :], opening_share, longest
        self._openings = Openings(*drawn, num_envs, self.num_learners, seed)

    def _opened(self, file: str) -> list[Network]:
        """Return the network in a file for each data set."""
        found = load_network(file, self.network.game, self._num_players)
        return [found.for_players(self._num_players, data) for data in self._sets]

    def restore(self, snapshots_taken: int, seats: NDArray[Any]) -> None:
        """Restore the number of snapshots and the players by seat, and recompute the networks.

        Raises ValueError if a player does not exist.
        """
        others = [*range(1, self.first_network_bot), *COMPILED_BOTS.values(), *self.bots]
        known = [LEARNER, *(others if self.num_learners > 1 else [])]
        if seats.shape != self.seats.shape or not np.isin(seats, known).all():
            raise ValueError(
                f"the saved state has unknown opponents: players must be among {known}, in shape "
                f"{self.seats.shape}, found {np.unique(seats)} in shape {seats.shape}"
            )
        self.snapshots_taken, self.seats[:] = snapshots_taken, seats
        for snapshot, networks in zip(self.snapshots, self._of_snapshots, strict=True):
            self._rewrite(snapshot, networks)
        self.refresh()

    def refresh(self) -> None:
        """Recompute the networks that play the games from the learning network's weights."""
        self._rewrite(self.network, self.networks)

    def _rewrite(self, network: Network | SharedNetwork, networks: list[Network]) -> None:
        """Recompute the networks for the data sets, bit-identically on every machine."""
        with threadpool_limits(1):  # matrix products depend on the number of threads
            network.rewrite(networks, self._sets, self._threads)

    def take_snapshot(self) -> None:
        """Save the current weights as a snapshot, if any are kept."""
        if not self.snapshots:
            return
        slot = self.snapshots_taken % len(self.snapshots)
        self.snapshots[slot].weights[:] = self.network.weights
        self._rewrite(self.snapshots[slot], self._of_snapshots[slot])
        self.snapshots_taken += 1

    def assign(self, game: int, seed: int) -> None:
        """Draw the players of a game from the game's seed."""
        self.seats[game] = LEARNER
        num_players = self.num_learners
        rng = np.random.default_rng((self._seed, seed))
        available = min(self.snapshots_taken, len(self.snapshots))
        others = [*range(1, available + 1), *self.bots]
        if num_players > 1 and others and rng.random() >= self._self_play_share:
            self.seats[game, :num_players] = rng.choice(others, num_players)
            self.seats[game, rng.integers(num_players)] = LEARNER

    def playing(self, batch: BatchGame) -> NDArray[np.int16]:
        """Return the players by game and seat: ``seats``, or the bots of a current opening."""
        return self._openings.players(self.seats, batch.seed, batch.records["decisions"])

    def ask(self, batch: BatchGame, seats: NDArray[np.int16], actions: NDArray[np.int64]) -> None:
        """Write the actions of bots that are not compiled, in the games in which they decide.

        Raises BotError if a bot fails, or chooses an action that is not legal.
        """
        if self._outside is None:
            return
        deciding = batch.records["mover"]
        players = np.where(deciding == NOBODY, LEARNER, seats[np.arange(len(batch)), deciding])
        for k, code in enumerate(self._outside.codes.tolist()):
            which = np.flatnonzero(players == OUTSIDE - k)
            if len(which):
                actions[which] = self._outside.answer(batch.decisions(which), code)
                self._check_legal(batch, which, actions[which], self._asked[k])

    @staticmethod
    def _check_legal(
        batch: BatchGame, which: NDArray[np.int64], actions: NDArray[np.int64], name: str
    ) -> None:
        """Raise BotError if a bot chose an action that is not legal."""
        legal, count = batch.legal_actions[which], batch.num_legal[which]
        found = (legal == actions[:, None]) & (np.arange(legal.shape[1]) < count[:, None])
        for i in np.flatnonzero(~found.any(axis=1)).tolist():
            among = ", ".join(map(str, sorted(legal[i, : count[i]].tolist())))
            raise BotError(f"bot {name} chose {actions[i]}; legal actions are {among}")


class Teacher:
    """A bot to imitate.

    ``name``: ``"greedy"``, a bot of the game, or ``module:Class``, as for ``wistar arena``.
    Raises BotError if the bot does not exist.
    """

    def __init__(self, name: str, bots: GameBots = NO_BOTS) -> None:
        self._name = name
        self._player = None if name in COMPILED else load(name, bots)

    def choose(self, batch: BatchGame, actions: NDArray[np.int64]) -> None:
        """Write the bot's action in each game into ``actions``."""
        if self._player is None:
            batch.choose(self._name, actions)
            return
        actions[:] = self._player.act(batch.decisions())
