"""Play-outs: games played to their ends after some actions, to check a search's values of them.

Each play-out draws one determinization for all actions, which reduces the variance of their
differences.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from wistar_env.arguments import integer
from wistar_env.compiled.jit import entry
from wistar_env.compiled.scratch import zeros
from wistar_env.compiled.streams import FOR_DETERMINIZE, FOR_SEARCH, following, number_of, stream
from wistar_env.compiled.types import DoubleTable, Seed, ShortArray
from wistar_env.errors import IllegalActionError
from wistar_env.kit.common_fields import GameArray, common_fields
from wistar_env.kit.game import MAX_SEED, Game
from wistar_env.kit.game_calls import copy_game, deciding, play_on, reshuffle_hidden
from wistar_env.kit.limits import MAX_LEGAL_SIZE, MAX_SEATS
from wistar_env.kit.networks.network import Network
from wistar_env.kit.policies.greedy import KNOWN
from wistar_env.kit.rules_interface import TablesArray
from wistar_env.kit.search.buffers import SearchBuffers
from wistar_env.kit.search.context import Searches, scratch_of
from wistar_env.kit.search.leaf_evaluation import rollout, store_root
from wistar_env.kit.search.searcher import determinized

#: Maximum decisions of a play-out, more than any game has.
_TO_THE_END: Final = 10**6


@entry
def _play_out(
    tables: TablesArray,
    games: GameArray,
    searches: Searches,
    seed: Seed,
    actions: ShortArray,
    won: DoubleTable,
) -> None:
    """Write the wins of the deciding seat after each action, a row for each determinization."""
    t, g, s = tables[0], games[0], searches[0]
    legal, values = zeros(MAX_LEGAL_SIZE, np.int16), zeros(MAX_SEATS, np.float64)
    seat, known = deciding(g), scratch_of(s)[KNOWN]
    s.rng_state = stream(seed, FOR_SEARCH)
    store_root(t, g, s)
    for row in range(len(won)):
        s.rng_state = following(s.rng_state)
        for k in range(len(actions)):
            copy_game(t, scratch_of(s), KNOWN, g)
            reshuffle_hidden(t, known, seat, stream(s.rng_state, FOR_DETERMINIZE))
            play_on(t, known, int(actions[k]), legal)
            rollout(t, known, s, legal, values)
            won[row, k] = values[seat]


def play_outs(
    game: Game, actions: Sequence[int], number: int, network: Network | None, seed: int = 0
) -> NDArray[np.float64]:
    """Return the wins of the deciding seat in play-outs after some actions.

    Each play-out resamples the information hidden from that seat.

    Parameters
    ----------
    game
        The position; it is not changed.
    actions
        Legal actions.
    number
        Play-outs after each action.
    network
        Plays the most probable actions for all seats; None lets ``greedy`` play.
    seed
        0 to 2**63 - 1.

    Returns
    -------
    Wins, float64[number, len(actions)]: 1, 0, or a fraction for a shared first place.

    Raises
    ------
    IllegalActionError
        If an action is not legal.
    RulesError
        If the rules found no hidden information that agrees with what the deciding seat saw.
    NetworkError
        If the network is for another game, or another player count.
    """
    seed, number = integer("seed", seed, 0, MAX_SEED), integer("number", number, 1, 2**30)
    legal = game.legal_actions()
    if not np.isin(actions, legal).all():
        raise IllegalActionError(f"actions must be among {legal.tolist()}, found {[*actions]}")
    if network is not None:
        network = network.for_game(game)
    determinized(game, seed)
    buffers = SearchBuffers(1, network, game.spec, win_weight=1.0, rollout_depth=_TO_THE_END)
    won = np.zeros((number, len(actions)))
    start = np.uint64(number_of(seed, FOR_SEARCH))
    played = np.array(actions, np.int16)
    _play_out(game.data.rules, common_fields(game.record), buffers.record, start, played, won)
    return won
