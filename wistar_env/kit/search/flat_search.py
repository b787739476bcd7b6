"""``Flat``: flat Monte Carlo search."""

from threading import Event

import numpy as np

from wistar_env.arguments import integer
from wistar_env.kit.common_fields import common_fields
from wistar_env.kit.game import Game
from wistar_env.kit.limits import MAX_LEGAL_SIZE
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.flat import begin_halving, run_rounds, sort_by_value
from wistar_env.kit.search.searcher import CHUNK, UNLIMITED, Searcher, search_settings


class Flat(Searcher):
    """Flat Monte Carlo search: sequential halving of the legal actions, with rollouts by greedy.

    Parameters
    ----------
    rollouts
        Approximate number of rollouts per decision.
    rollout_depth
        Rollout length in decisions before the position is evaluated; None plays to the end.
    threads, prior_temperature, win_weight, score_scale
        As for ``Mcts``.
    width
        Number of actions to try, those with the highest priors; None tries all.
    """

    def __init__(
        self,
        rollouts: int = 100,
        threads: int = 1,
        prior_temperature: float = 1.0,
        win_weight: float = 0.1,
        score_scale: float | None = None,
        rollout_depth: int | None = None,
        width: int | None = None,
    ) -> None:
        self.rollouts = integer("rollouts", rollouts, 1, UNLIMITED)
        self.width = UNLIMITED if width is None else integer("width", width, 2, UNLIMITED)
        settings = search_settings(prior_temperature, win_weight, score_scale, rollout_depth)
        super().__init__(1, threads, 1, None, {False: settings})

    def _run(
        self, buffers: SearchBuffers, game: Game, seed: np.uint64, tree: int, stopped: Event
    ) -> None:
        at = (game.data.rules, common_fields(game.record), 0, buffers.record)
        order = np.zeros(MAX_LEGAL_SIZE, np.int64)
        count = min(begin_halving(*at, seed, order), self.width)
        phases = (count - 1).bit_length()
        while count > 1:
            rounds, chunk = max(1, self.rollouts // (phases * count)), max(1, CHUNK // count)
            for done in range(0, rounds, chunk):
                run_rounds(*at, order, count, min(chunk, rounds - done))
                if stopped.is_set():
                    return
            sort_by_value(buffers.record, order, count)
            count = (count + 1) // 2
