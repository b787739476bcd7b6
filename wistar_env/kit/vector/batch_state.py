"""The games of a batch with their data, options and reward; saving and loading them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.errors import NotStartedError
from wistar_env.kit.batch import steps
from wistar_env.kit.batch.rows import ALL_SEATS, Command
from wistar_env.kit.envs.env_config import ids_of
from wistar_env.kit.envs.history import history_of
from wistar_env.kit.envs.infos import Info
from wistar_env.kit.game import Game
from wistar_env.kit.game.save_checks import check_saved
from wistar_env.kit.rewards.custom import RewardLike, spec_of
from wistar_env.kit.rewards.spec import is_dense
from wistar_env.kit.vector.buffers import BatchBuffers, copied
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.kit.vector.rows import check_options, check_rows
from wistar_env.kit.vector.seeds import Seeds, seeds_for


@dataclass(frozen=True, kw_only=True)
class BatchSettings:
    """The arguments of a batch."""

    game: type[Game]  # the game: a class that derives from ``Game``
    num_games: int  # games in the batch, 1 to 4,194,304
    num_players: int  # a player count of the game
    options: Mapping[str, Any]  # the options of the games, by the names in ``spec.option_names``
    # The name of a reward, or weights of features as ``Shaping`` or ``Weighted``; see
    # ``wistar_env.kit.rewards``.
    reward: RewardLike
    # An argument of ``spec.open_data``, None for the bundled data; or several, also as
    # ``DataSets``.
    data: Any
    # ``"float32"`` (values 0 to 1), ``"uint8"`` (counts), ``"sparse"`` (nonzero counts with their
    # indices) or None.
    observation: str | None
    autoreset: bool  # whether the next game starts in the step in which one ends
    skips: bool  # whether games that end before the caller decides are skipped
    num_threads: int  # threads that share the games; 0 uses all cores
    requested_seat: int  # the learner's seat, or one of the codes of ``wistar_env.kit.batch.rows``
    compact_actions: bool  # whether to number actions without ids that cannot occur
    history: int  # the number of latest actions that tokens cover


class BatchState(BatchBuffers):
    """The state of a batch: its games, with their data, options and reward.

    ``settings``: the arguments of the batch. ``data_sets``: its opened data.
    """

    def __init__(self, settings: BatchSettings, data_sets: DataSets) -> None:
        game, spec, players = settings.game, settings.game.spec, settings.num_players
        reward_spec = spec_of(settings.reward, spec)
        learner = settings.requested_seat != ALL_SEATS
        ids = ids_of(spec, players, data_sets.sets, settings.compact_actions)
        super().__init__(
            spec,
            settings.num_games,
            players,
            settings.observation,
            ids,
            learner=learner,
            history=history_of(spec, players, ids, settings.history),
        )
        self._game = game
        self._reward_spec = reward_spec
        self.autoreset = settings.autoreset
        self._skipped: dict[int, tuple[Info, ...]] = {}
        self.data_sets = data_sets
        self.rows["requested_seat"] = settings.requested_seat
        self.set_options(settings.options)
        self._sets = np.zeros(self.num_games if len(data_sets) > 1 else 1, np.int16)
        self._context.set(
            dense=int(is_dense(reward_spec)),
            autoreset=int(self.autoreset),
            skips=int(settings.skips),
            num_sets=len(data_sets),
        )
        self._context.set_arrays(
            tables=data_sets.rules,
            set_ends=data_sets.ends,
            sets=self._sets,
            reward_spec=reward_spec,
        )

    def set_options(self, options: Mapping[str, Any]) -> None:
        """Set the options of the games that begin from now on.

        Raises TypeError, ValueError if an option is unknown or invalid.
        """
        self.options[:] = self.spec.make_options(self.num_players, self.num_games, options)

    def next_seeds(self, seed: Seeds) -> npt.NDArray[np.uint64]:
        """Return a seed for each game: see ``wistar_env.kit.vector.seeds``."""
        return seeds_for(seed, self.num_games, self.rows["seed"] if self._begun else None)

    def check_started(self) -> None:
        """Raise NotStartedError before the first reset, or after an error during a step."""
        if not self.started:
            raise NotStartedError(
                "the last reset or step failed or was interrupted, so games cannot continue; call "
                "reset()"
                if self._begun
                else "call reset() first"
            )

    def game(self, i: int) -> Game:
        """Return a copy of game ``i``.

        Raises NotStartedError before the first reset. Raises TypeError, ValueError if there is no
        such game.
        """
        self.check_started()
        return self.peek(integer("i", i, 0, self.num_games - 1)).clone()

    def peek(self, i: int) -> Game:
        """Return game ``i`` itself, not a copy; it must not be modified."""
        data = self.data_sets.sets[self.set_of_game[i]]
        return self._game(data, self.records[i : i + 1], self.legal[i], int(self.rows["seed"][i]))

    @property
    def set_of_game(self) -> npt.NDArray[np.int16]:
        """The index of each game's data set; with several sets, not a copy."""
        return self._sets if len(self.data_sets) > 1 else np.zeros(self.num_games, np.int16)

    def find_decisions(self) -> None:
        """Recompute the deciding seat and the legal actions of each game."""
        steps.find_decisions(self._context.record)

    def save(self) -> dict[str, npt.NDArray[Any]]:
        """Return a copy of the state of all games.

        Raises NotStartedError before the first reset.
        """
        self.check_started()
        return {name: array.copy() for name, array in self._saved().items()}

    def _saved(self) -> dict[str, npt.NDArray[Any]]:
        return {
            "records": self.records,
            "rows": self.rows,
            "options": self.options,
            "reports": self.reports,
            "final_scores": self.final_scores,
            "reward_states": self.reward_states,
            "reward": self._reward_spec,
            **({"logs": self.logs} if self.logs.size else {}),
        }

    def load(self, saved: dict[str, npt.NDArray[Any]]) -> None:
        """Load games that ``save`` returned.

        If the batch that saved them had another reward, reward states are reset.

        Raises ValueError if the number of games or players differs, or games are over although the
        batch has autoreset. Raises ReplayError if a game cannot be continued, which is never true
        of the result of ``save``.
        """
        own = self._saved()
        checked = {name: copied(name, saved.get(name), own[name]) for name in own}
        records = checked["records"]
        self._check_players(records)
        over = (records["finished"] == 1) | (checked["rows"]["cut"] == 1)
        if self.autoreset and over.any():
            raise ValueError(
                "saved games: some of the games are over, but this batch restarts games in the "
                "step that ends them; load the games with the autoreset_mode that they were saved "
                "with"
            )
        self._check_records(checked)
        self._check_rows(checked, running=True)
        self.started, self._begun = False, True  # until the next run
        saved_reward = checked.pop("reward")
        for name, array in checked.items():
            own[name][:] = array
        if saved_reward.tobytes() != self._reward_spec.tobytes():
            steps.reset_reward_states(self._context.record)
        self._skipped.clear()
        self.find_decisions()
        self.commands[:] = Command.SHOW

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Check and restore a state; recompute legal actions and deciding seats.

        The checks do not make pickles safe: unpickling runs code, so unpickle only what you trust.

        Raises ValueError if an array is missing, or has the wrong shape or dtype. Raises
        ReplayError if a game cannot be continued.
        """
        checked = self.checked_state(state)
        self._check_players(checked["records"])
        self._check_rows(checked, running=checked["started"])
        if checked["started"]:
            self._check_records(checked)
        super().__setstate__(checked)
        if self.started:
            self.find_decisions()

    def _check_players(self, records: npt.NDArray[Any]) -> None:
        """Raise ValueError if games are of another player count."""
        seats, automata = self.num_seats, self.automata
        if (records["seats"] != seats).any() or (records["automata"] != automata).any():
            raise ValueError(
                f"saved games: all games must have {self.num_players} players, as in this batch, "
                f"found {sorted({*(records['seats'] - records['automata']).tolist()})}"
            )

    def _check_rows(self, state: dict[str, Any], *, running: bool) -> None:
        """Raise ReplayError if games cannot be continued or, without ``running``, restarted."""
        requested_seat = int(self.rows["requested_seat"][0])
        check_options(self.spec, self.num_players, state["options"], state["reports"])
        check_rows(
            self.spec,
            state["rows"],
            self.num_seats,
            requested_seat,
            others=requested_seat != ALL_SEATS,
            running=running,
        )

    def _check_records(self, state: dict[str, Any]) -> None:
        """Raise ReplayError if games cannot be continued with the data drawn from their seeds."""
        records, sets = state["records"], self.data_sets
        if len(sets) == 1:
            check_saved(self.spec, sets.single, records, "game {} of the batch")
            return
        for i, number in enumerate(sets.of_seeds(state["rows"]["seed"]).tolist()):
            check_saved(self.spec, sets.sets[number], records[i : i + 1], f"game {i} of the batch")
