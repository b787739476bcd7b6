"""``Position``: read-only access to one game."""

import operator
from typing import Any, ClassVar, Final, SupportsIndex

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.compiled.records import offset
from wistar_env.kit.common_fields import COMMON, OPTIONS_FIELD, common_fields
from wistar_env.kit.game.compiled_game import (
    compiled_game,
    compiled_observe_and_mask,
    compiled_views,
)
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.options import values_of
from wistar_env.kit.game.spec import GameSpec
from wistar_env.kit.layout import FloatVector, Layout

#: Indices of the common fields in a record viewed as 16-bit words: in Python, reading a word takes
#: a tenth of the time of reading a field of a structured array.
AT_FAULT: Final = offset(COMMON, "fault") // 2
_AT_FINISHED: Final = offset(COMMON, "finished") // 2
_AT_SEATS: Final = offset(COMMON, "seats") // 2
_AT_AUTOMATA: Final = offset(COMMON, "automata") // 2
AT_MOVER: Final = offset(COMMON, "mover") // 2
#: The viewer that sees everything.
_EVERYTHING: Final = -1
_FLOAT: Final = np.dtype(np.float32)
_BYTE: Final = np.dtype(np.int8)


class Position:
    """The position of one game: its record, and everything computed from it.

    ``Game`` derives from this class and adds starting, playing, copying and saving.
    """

    spec: ClassVar[GameSpec]

    __slots__ = ("_common", "_data", "_games", "_layout", "_legal", "_rules", "_seed", "_words")

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
        self._common = common_fields(games)
        self._legal = legal
        self._seed = seed  # for messages only; None if unknown or hidden
        self._words: memoryview[int] = memoryview(games.view(np.int16))  # type: ignore[arg-type]
        self._layout: Layout | None = None

    @property
    def num_seats(self) -> int:
        """The number of seats, including automata."""
        return self._words[_AT_SEATS]

    @property
    def num_players(self) -> int:
        """The player count: the number of seats without automata."""
        return self._words[_AT_SEATS] - self._words[_AT_AUTOMATA]

    @property
    def finished(self) -> bool:
        """Whether the game is over and fully scored."""
        return self._words[_AT_FINISHED] == 1

    @property
    def seat(self) -> int:
        """The deciding seat; 0 when the game is finished."""
        return max(0, self._words[AT_MOVER])

    @property
    def decision(self) -> str:
        """The name of the current decision; empty if it has none, or the game is finished."""
        return ""

    @property
    def num_decisions(self) -> int:
        """The number of decisions made so far."""
        return int(self._common["decisions"][0])

    @property
    def data(self) -> GameData:
        """The data that the game is played with."""
        return self._data

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state: an array of shape (1,) and dtype ``spec.record``.

        This is the game itself, not a copy, including hidden information. If you change it,
        continue with ``from_bytes(game.to_bytes())``, which checks it and finds the legal actions.
        """
        return self._games

    @property
    def options(self) -> dict[str, Any]:
        """The options with which the game began, as JSON values."""
        return values_of(self.spec.options, self.num_players, self._games)

    @property
    def layout(self) -> Layout:
        """The layout of the array that ``observe`` returns."""
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
        """Return the observation of ``seat``: float32, shape ``(layout.size,)``, values 0 to 1."""
        return self.observe_and_mask(seat)[0]

    def observe_and_mask(self, seat: int) -> tuple[FloatVector, npt.NDArray[np.int8]]:
        """Return the observation of ``seat`` and its action mask: all 0 unless it decides."""
        if not 0 <= seat < self._words[_AT_SEATS]:
            integer("seat", seat, 0, self.num_seats - 1)
        layout = self._layout or self.layout
        out = np.empty(layout.size, _FLOAT)
        mask = np.empty(self.spec.num_actions, _BYTE)
        compiled_observe_and_mask()(
            self._rules,
            self._common,
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
        """Return the full state with nothing hidden: float32, values 0 to 1.

        Its layout is ``spec.observation.state_layout(num_players)``.
        """
        layout = self.spec.observation.state_layout(self.num_players)
        out = np.empty(layout.size, _FLOAT)
        compiled_views().observe(
            self._rules, self._common, 0, _EVERYTHING, layout._limit, layout._scale, out
        )
        return out

    def describe(self, action: SupportsIndex) -> str:
        """Return an action in words."""
        return f"action {operator.index(action)}"

    def report(self) -> dict[str, int]:
        """Return the fields of ``spec.report``; before the end, all except options are 0."""
        spec = self.spec
        report = np.zeros(1, spec.report.record)
        if self.finished:
            compiled_views().write_report(self._rules, self._common, 0, report.view(np.uint8))
        else:
            for name in spec.report_at_start:
                report[name] = self._games[OPTIONS_FIELD][name]
        return {name: int(report[name][0]) for name in spec.report.names}

    def scores(self) -> list[dict[str, int]]:
        """Return each seat's points by ``spec.score_columns``, as if the game ended now."""
        spec = self.spec
        out = np.zeros((spec.max_seats, spec.scores.table_columns), np.int16)
        compiled_views().score(self._rules, self._common, 0, out.reshape(-1))
        rows = out[: self.num_seats, : len(spec.score_columns)].tolist()
        return [dict(zip(spec.score_columns, row, strict=True)) for row in rows]

    def ranks(self) -> list[int]:
        """Return the rank of each seat, as if the game ended now: 1 is the best."""
        out = np.zeros(self.num_seats, np.int16)
        compiled_views().rank(self._rules, self._common, 0, out)
        return out.tolist()
