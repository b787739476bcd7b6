"""The kit's functions for one game, for tests with only tables, records and legal actions."""

from typing import Any

import numpy as np

from wistar_env.games.rats_of_wistar.contract import bind_tables
from wistar_env.games.rats_of_wistar.spec import RATS_OF_WISTAR
from wistar_env.games.rats_of_wistar.tables.limits import MAX_SEATS
from wistar_env.kit import single_game, single_game_views
from wistar_env.kit.common_fields import common_fields

#: Tables, whose memory must not move, and the kit's record of them.
_BOUND: dict[int, tuple[Any, Any]] = {}


def bound(tables: Any) -> Any:
    """Return the kit's record of some tables."""
    if _BOUND.get(id(tables), (None, None))[0] is not tables:
        _BOUND[id(tables)] = tables, bind_tables(tables)
    return _BOUND[id(tables)][1]


def new_game(
    tables: Any,
    games: Any,
    i: int,
    players: int,
    seed: int,
    legal: Any,
    tracks: Any = (0, 0, 0),
) -> None:
    """Write a fresh game into ``games[i]``; 1 player is the solo game with these Track cards."""
    given = {"tracks": tracks} if players == 1 else {}
    options = RATS_OF_WISTAR.make_options(players, 1, given)
    seats, automata = max(players, 2), int(players == 1)
    chosen = options.view(np.int16)
    single_game.new_game(
        bound(tables), common_fields(games), i, seats, automata, chosen, seed, legal
    )


def legal_actions(tables: Any, games: Any, i: int, legal: Any) -> None:
    """Write the legal actions of a game."""
    single_game.legal_actions(bound(tables), common_fields(games), i, legal)


def step(tables: Any, games: Any, i: int, action: int, legal: Any) -> bool:
    """Play an action in a game that the test may have changed; False if it is not legal."""
    legal_actions(tables, games, i, legal)
    return single_game.step(bound(tables), common_fields(games), i, action, legal)


def determinize(tables: Any, games: Any, i: int, seat: int, seed: int, legal: Any) -> None:
    """Resample the information hidden from a seat, and write the legal actions."""
    single_game_views.determinize(bound(tables), common_fields(games), i, seat, seed, legal)


def score(tables: Any, games: Any, i: int) -> Any:
    """Return the score table of a game: int16, shape (4, 16)."""
    out = np.zeros((MAX_SEATS, 16), np.int16)
    single_game_views.score(bound(tables), common_fields(games), i, out.reshape(-1))
    return out
