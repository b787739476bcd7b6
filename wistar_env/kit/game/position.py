"""``Position``: what can be read from one game, without changing it."""

import operator
from collections.abc import Sequence
from typing import Any, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.kit.game import word_offsets as at
from wistar_env.kit.game.compiled_game import (
    compiled_game,
    compiled_observe_and_mask,
    compiled_views,
)
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize, frame_size
from wistar_env.kit.game.hooks import GameHooks
from wistar_env.kit.game.plain_view import plain_frame, plain_text
from wistar_env.kit.head import heads
from wistar_env.kit.layout import Described, FloatVector, Layout

#: The viewer that sees everything.
_EVERYTHING: Final = -1
_FLOAT: Final = np.dtype(np.float32)
_BYTE: Final = np.dtype(np.int8)


class Position(GameHooks):
    """The position of one game: its record, and everything that is computed from it.

    ``Game`` derives from it and adds what starts, plays, copies and saves games.
    """

    __slots__ = ("_data", "_games", "_heads", "_layout", "_legal", "_rules", "_seed", "_words")

    def __init__(
        self,
        data: GameData,
        games: npt.NDArray[Any],
        legal: npt.NDArray[np.int16],
        seed: int | None = None,
    ) -> None:
        self._data = data
        self._rules = data.rules
        self._games = games
        self._heads = heads(games)
        self._legal = legal
        self._seed = seed  # for messages only; None if it is not known, or not to be
        self._words: memoryview[int] = memoryview(games.view(np.int16))  # type: ignore[arg-type]
        self._layout: Layout | None = None

    @property
    def num_seats(self) -> int:
        """Seats, those of automata included."""
        return self._words[at.SEATS]

    @property
    def num_players(self) -> int:
        """Players: the seats without those of automata."""
        return self._words[at.SEATS] - self._words[at.AUTOMATA]

    @property
    def num_automata(self) -> int:
        """The number of seats that the rules play; they are the last ones."""
        return self._words[at.AUTOMATA]

    @property
    def finished(self) -> bool:
        """Whether the game is over and all is scored."""
        return self._words[at.FINISHED] == 1

    @property
    def seat(self) -> int:
        """The seat that decides; 0 when the game is finished."""
        return max(0, self._words[at.MOVER])

    @property
    def decision(self) -> str:
        """Name of the open decision, if the game has names; empty when the game is finished."""
        return ""

    @property
    def moment(self) -> str:
        """The current part of the game, such as ``"round 3"``; may be empty."""
        return ""

    @property
    def num_decisions(self) -> int:
        """Decisions that were taken so far."""
        return int(self._heads["decisions"][0])

    @property
    def data(self) -> GameData:
        """The data that the game is played with."""
        return self._data

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state: an array of shape (1,) and dtype ``spec.record``.

        It is the game itself, not a copy, and holds what players may not see. If you change it, go
        on with ``from_bytes(game.to_bytes())``, which checks it and finds the legal actions.
        """
        return self._games

    @property
    def heads(self) -> npt.NDArray[Any]:
        """The record as the kit reads it: shape (1,), dtype ``wistar_env.kit.head.HEAD``."""
        return self._heads

    @property
    def layout(self) -> Layout:
        """Layout of what ``observe`` returns."""
        if self._layout is None:
            self._layout = self.spec.observation_layout(self.num_players)
        return self._layout

    def legal_actions(self) -> npt.NDArray[np.int16]:
        """Return the ids of the legal actions, sorted; empty when the game is finished."""
        return np.sort(self._legal[1 : self._legal[0] + 1])

    def action_mask(self) -> npt.NDArray[np.int8]:
        """Return an int8 array of shape (num_actions,): 1 where an action is legal."""
        mask = np.empty(self.spec.num_actions, _BYTE)
        compiled_game().write_mask(self._legal, mask)
        return mask

    def observe(self, seat: int) -> FloatVector:
        """Return what ``seat`` sees: float32, shape ``(layout.size,)``, values 0 to 1."""
        return self.observe_and_mask(seat)[0]

    def observe_and_mask(self, seat: int) -> tuple[FloatVector, npt.NDArray[np.int8]]:
        """Return what ``seat`` sees, and its legal actions as a mask: all 0 unless it decides."""
        if not 0 <= seat < self._words[at.SEATS]:
            integer("seat", seat, 0, self.num_seats - 1)
        layout = self._layout or self.layout
        out = np.empty(layout.size, _FLOAT)
        mask = np.empty(self.spec.num_actions, _BYTE)
        compiled_observe_and_mask()(
            self._rules,
            self._heads,
            0,
            seat,
            self._legal,
            layout._limit,
            layout._scale,
            out,
            mask,
        )
        return out, mask

    def state(self) -> FloatVector:
        """Return the whole unhidden state: float32, values 0 to 1, layout ``spec.state_layout``."""
        layout = self.spec.state_layout(self.num_players)
        out = np.empty(layout.size, _FLOAT)
        compiled_views().observe(
            self._rules, self._heads, 0, _EVERYTHING, layout._limit, layout._scale, out
        )
        return out

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return f"action {operator.index(action)}"

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation of this game holds, by the names of its blocks."""
        return self.layout.describe(observation, self.axis_words)

    def axis_words(self, axis: str) -> list[str]:
        """Return the words along an axis of the observation; numbers by default."""
        lengths = {
            name: length
            for block in self.layout.blocks
            for name, length in zip(block.axes, block.shape, strict=True)
        }
        return [str(k) for k in range(lengths[axis])]

    def report(self) -> dict[str, int]:
        """Return what ``spec.report`` names; before the end 0, but for ``spec.report_at_start``."""
        spec = self.spec
        report = np.zeros(1, spec.report)
        if self.finished:
            compiled_views().write_report(self._rules, self._heads, 0, report.view(np.uint8))
        else:
            for name in spec.report_at_start:
                report[name] = self._games[name]
        return {name: int(report[name][0]) for name in report.dtype.names or ()}

    def score_table(self) -> npt.NDArray[np.int16]:
        """Return the scores as if the game ended now.

        Returns
        -------
        array
            int16, shape (num_seats, k): a row for each seat, columns ``spec.score_columns``.
        """
        spec = self.spec
        out = np.zeros(spec.max_seats * spec.table_columns, np.int16)
        compiled_views().score(self._rules, self._heads, 0, out)
        return out.reshape(spec.max_seats, -1)[: self.num_seats, : len(spec.score_columns)]

    def scores(self) -> list[dict[str, int]]:
        """Return for each seat the points by ``spec.score_columns``, as if the game ended now."""
        rows = self.score_table().tolist()
        return [dict(zip(self.spec.score_columns, row, strict=True)) for row in rows]

    def points(self) -> list[int]:
        """Return the current points of each seat, without the final scoring."""
        out = np.zeros(self.num_seats, np.int16)
        compiled_views().points(self._rules, self._heads, 0, out)
        return out.tolist()

    def ranks(self) -> list[int]:
        """Return the place of each seat, as if the game ended now: 1 is the best."""
        out = np.zeros(self.num_seats, np.int16)
        compiled_views().rank(self._rules, self._heads, 0, out)
        return out.tolist()

    def ranking(self) -> list[int]:
        """Return the seats, best first; those that share a place in their order."""
        ranks = self.ranks()
        return sorted(range(self.num_seats), key=lambda seat: ranks[seat])

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, as ``seat`` sees it (default: the deciding seat)."""
        return plain_text(self, self.seat if seat is None else seat)

    def frame(
        self, seat: int | None = None, done: Sequence[str] = (), size: FrameSize = FRAME_SIZE
    ) -> npt.NDArray[np.uint8]:
        """Return the position as pixels, as ``seat`` sees it (default: who decides).

        Parameters
        ----------
        seat
            Whose view it is.
        done
            The last actions in sentences, to be shown.
        size
            Width and height in pixels.

        Returns
        -------
        array
            uint8, shape (height, width, 3).

        Raises
        ------
        TypeError, ValueError
            If the size is not two integers from 16 to 8192.
        """
        shown = self.seat if seat is None else seat
        return plain_frame(self, shown, done, frame_size(size))

    def __repr__(self) -> str:
        now = "finished" if self.finished else f"seat {self.seat} decides"
        if not self.finished and self.decision:
            now += f" {self.decision!r}"
        moment = f", {self.moment}" if self.moment else ""
        return f"<{type(self).__name__}: {self.num_players} players{moment}, {now}>"
