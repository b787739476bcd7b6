"""The last actions of all seats as integer tokens, for policies with a memory: ``History``.

Tokens are int16 of shape (length, 2), a row for each action, the latest in the last row. Rows of
zeros come before the first action. The meaning of each column:

=============  ====================================================================
column         values
=============  ====================================================================
0, ``SEAT``    0: no action; 1: the observing seat; 2: the seat after it by number ...
1, ``ACTION``  0: no action; 1 + id: the action
=============  ====================================================================

All actions are public except sealed choices, which seats make simultaneously and in secret
(``kit.sealed``): those of other seats have no row.
Ids are those of the environment, compact if ``compact_actions`` is set.
"""

from copy import copy
from typing import Final, Self, TypeAlias

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from wistar_env.arguments import integer
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.compact_actions import CompactActions
from wistar_env.kit.sealed import sealed_word

#: Columns of tokens.
SEAT, ACTION = range(2)
COLUMNS: Final = 2
#: The token of the action of id 0.
FIRST_ACTION: Final = 1
#: The most actions that an observation can have.
MAX_LENGTH: Final = 4096

Tokens: TypeAlias = npt.NDArray[np.int16]


class History:
    """The actions of a game, as far as each seat may know them.

    Parameters
    ----------
    spec
        The declaration of the game.
    num_players
        The player count.
    ids
        The ids of the actions.
    length
        The number of actions in tokens.

    Attributes
    ----------
    space
        The space of tokens.
    num_logs
        Number of distinct histories: one, or one per seat if the game has sealed choices.
    """

    def __init__(self, spec: GameSpec, num_players: int, ids: CompactActions, length: int) -> None:
        self._ids, self._length = ids, length
        self._has_sealed = sealed_word(spec.record) > 0
        self._num_seats = spec.seats_of(num_players)[0]
        self.num_logs = self._num_seats if self._has_sealed else 1
        high = np.array([self._num_seats, FIRST_ACTION + len(ids) - 1], np.int16)
        self.space = spaces.Box(0, np.tile(high, (length, 1)), dtype=np.int16)
        #: Seat, action token and whether it is sealed, for each action.
        self._rows: list[tuple[int, int, bool]] = []
        self._opened = 0, False

    def clear(self) -> None:
        """Forget all actions, before a game begins."""
        self._rows = []

    def open(self, game: Game) -> None:
        """Remember the deciding seat, and whether its choice is sealed, before it plays."""
        is_sealed = self._has_sealed and bool(game.record["sealed_open"][0])
        self._opened = game.seat, is_sealed

    def add(self, action: int) -> None:
        """Add the action of the decision passed to ``open``; ``action`` is an id of the game."""
        seat, is_sealed = self._opened
        self._rows.append((seat, FIRST_ACTION + int(self._ids.compact[action]), is_sealed))

    def tokens(self, seat: int) -> Tokens:
        """Return the tokens of the last actions, as far as a seat may know them."""
        found, rows = np.zeros((self._length, COLUMNS), np.int16), self._rows
        if self._has_sealed:
            rows = [row for row in rows if row[0] == seat or not row[2]]
        if rows := rows[-self._length :]:
            seats, actions, _ = np.array(rows, np.int16).T
            last = found[-len(rows) :]
            last[:, SEAT] = 1 + (seats - seat) % self._num_seats
            last[:, ACTION] = actions
        return found

    def resampled(self, seat: int) -> Self:
        """Return a copy without the sealed choices of others, which a seat cannot know."""
        other = copy(self)
        other._rows = [row for row in self._rows if row[0] == seat or not row[2]]
        return other

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        other = copy(self)
        other._rows = self._rows.copy()
        return other


def history_of(
    spec: GameSpec, num_players: int, ids: CompactActions, length: int
) -> History | None:
    """Return an empty history for an environment; None if the length is 0.

    Raises
    ------
    TypeError, ValueError
        If the length is invalid.
    """
    length = integer("history", length, 0, MAX_LENGTH)
    return History(spec, num_players, ids, length) if length else None
