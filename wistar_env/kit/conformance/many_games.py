"""Checks of every position of many random games, in parallel and compiled.

This finds faults that few games have: it compares all numbers with their declared ranges, all legal
actions with the range of action ids, and all final scores with the declared sum.
"""

from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from wistar_env.compiled.jit import entry, pointer
from wistar_env.compiled.scratch import empty
from wistar_env.compiled.streams import FOR_MANY_CHOICES, below, stream
from wistar_env.compiled.types import LongArray, Seed, ShortTable
from wistar_env.errors import ReplayError
from wistar_env.kit import game_calls
from wistar_env.kit.common_fields import FINE, GameArray, common_fields
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.game.save_checks import check_fields
from wistar_env.kit.limits import MAX_COLUMNS, MAX_DECISIONS, MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.rules_interface import TablesArray

#: The number of games for each game that the other checks play.
GAMES: Final = 250
#: Games are played until this many positions, or bytes of positions, were compared.
_POSITIONS: Final = 100_000
_BYTES: Final = 500_000_000
#: Codes that ``advance`` writes instead of an action.
_OVER: Final = -1
_NONE_LEGAL: Final = -2
_NO_ACTION: Final = -3
_TWICE: Final = -4
_FAULT: Final = -5
_PROBLEMS: Final = {
    _NONE_LEGAL: "the deciding seat has no legal action",
    _NO_ACTION: "a legal action is not in the range 0 to {last}",
    _TWICE: "a legal action is listed twice",
    _FAULT: "the rules stopped the game with a fault",
}
#: Maximum number of actions that a message lists.
_MOST_LISTED: Final = 60


@entry
def advance(
    rules: TablesArray,
    games: GameArray,
    actions: LongArray,
    scores: ShortTable,
    seen: LongArray,
    first: int,
    seed: Seed,
) -> int:
    """Begin games, or play an action of each that continues; return how many continue.

    Parameters
    ----------
    rules, games
        The rules, and the games.
    actions
        The actions to play; replaced by random next actions, or by a code of this module.
    scores
        Receives the score tables of games that end.
    seen
        Scratch memory: one number per action.
    first
        The seed of the first game if games begin; -1 if they continue.
    seed
        Seed of the choices.
    """
    t = rules[0]
    legal = empty(MAX_LEGAL_SIZE, np.int16)
    left = 0
    seen[:] = 0
    for i in range(len(games)):
        g = games[i]
        if first >= 0:
            game_calls.begin(t, g, np.uint64(first + i), pointer(legal))
        elif actions[i] < 0:
            continue
        else:
            game_calls.play_on(t, g, int(actions[i]), pointer(legal))
        if g.fault != FINE:
            actions[i] = _FAULT
            continue
        if g.finished == 1:
            game_calls.score_game(t, g, pointer(scores[i]))
            actions[i] = _OVER
            continue
        n = int(legal[0])
        x = stream(seed + np.uint64(i), FOR_MANY_CHOICES)
        actions[i] = int(legal[1 + below(x, n)]) if n > 0 else _NONE_LEGAL
        for k in range(1, n + 1):
            action = int(legal[k])
            if not 0 <= action < len(seen):
                actions[i] = _NO_ACTION
                break
            if seen[action] == i + 1:
                actions[i] = _TWICE
            seen[action] = i + 1
        left += actions[i] >= 0
    return left


class _ManyGames:
    """Games that are played in parallel, and the actions that were played.

    ``case``: the game. ``first``: the seed of the first game. ``count``: the number of games.
    """

    def __init__(self, case: Case, first: int, count: int) -> None:
        one = case.new(first)
        self.case, self.first, self.rules = case, first, one.data.rules
        self.games: npt.NDArray[Any] = np.repeat(one.record, count)
        self.scores = np.zeros((count, MAX_SEATS * MAX_COLUMNS), np.int16)
        self._actions = np.zeros(count, np.int64)
        self._history: list[npt.NDArray[np.int64]] = []

    def play(self) -> int:
        """Play all games to their ends and compare all positions; return the number of positions.

        Raises AssertionError if a position does not fit the declaration.
        """
        spec, chance, compared = self.case.game.spec, np.random.default_rng(self.first), 0
        playing, left, first = np.ones(len(self.games), np.bool_), 1, self.first
        seen = np.zeros(spec.num_actions, np.int64)
        while left:
            seed = np.uint64(chance.integers(2**62))
            left = advance(
                self.rules,
                common_fields(self.games),
                self._actions,
                self.scores,
                seen,
                first,
                seed,
            )
            self._compare(np.flatnonzero(playing))
            compared += int(playing.sum())
            self._history.append(self._actions.copy())
            playing, first = self._actions >= 0, -1
            assert len(self._history) <= MAX_DECISIONS, (
                f"a game is not over after {MAX_DECISIONS} decisions: "
                f"{self._where(int(playing.argmax()))}"
            )
        if spec.scores.zero_sum:
            self._compare_sums()
        return compared

    def _compare(self, playing: npt.NDArray[np.int64]) -> None:
        for code, problem in _PROBLEMS.items():
            for i in playing[self._actions[playing] == code][:1]:
                last = self.case.game.spec.num_actions - 1
                raise AssertionError(f"{problem.format(last=last)}: {self._where(i)}")
        try:
            check_fields(self.case.game.spec, self.games[playing], "{}")
        except ReplayError as error:
            number, _, problem = str(error).partition(" cannot be continued: ")
            raise AssertionError(f"{problem}: {self._where(playing[int(number)])}") from error

    def _where(self, i: int | np.integer[Any]) -> str:
        """Return the seed of a game, its decision number and, if they are few, its actions."""
        actions = [int(each[i]) for each in self._history if each[i] >= 0]
        played = f", after the actions {actions}" if len(actions) <= _MOST_LISTED else ""
        return f"seed {self.first + int(i)}, decision {len(actions)}{played}"

    def _compare_sums(self) -> None:
        of, seats = self.case.game.spec.scores, int(self.games["seats"][0])
        table = self.scores[:, : seats * of.table_columns].reshape(len(self.games), seats, -1)
        totals = table[:, :, of.total_column].astype(np.int64)
        for i in np.flatnonzero(totals.sum(axis=1))[:1]:
            raise AssertionError(
                f"the final scores {totals[i].tolist()} add up to {totals[i].sum()}, but "
                f"ScoreSpec(zero_sum=True) requires 0: {self._where(i)}"
            )


def many_games_fit_the_declaration(case: Case) -> str:
    """Check all numbers, legal actions and final scores of many random games; say how many."""
    if numba.config.DISABLE_JIT:
        return f"{case.games} games, {_ManyGames(case, case.seed, case.games).play():,} positions"
    count, played, compared = GAMES * case.games, 0, 0
    most = min(_POSITIONS, _BYTES // case.game.spec.record.itemsize)
    while not played or compared < most:
        compared += _ManyGames(case, case.seed + played, count).play()
        played += count
    return f"{played:,} games, {compared:,} positions"
