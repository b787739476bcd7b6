"""``Game``: one game as a Python object; each game is a class that derives from it."""

import operator
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, mapping
from wistar_env.compiled.records import offset
from wistar_env.errors import GameOverError, IllegalActionError, RulesError
from wistar_env.kit.game import saving
from wistar_env.kit.game.compiled_game import compiled_game, compiled_views
from wistar_env.kit.game.data_set import GameData
from wistar_env.kit.game.error_messages import no_action, not_legal
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize, frame_size
from wistar_env.kit.game.hooks import GameHooks
from wistar_env.kit.game.plain_view import plain_frame, plain_text
from wistar_env.kit.head import HEAD, heads
from wistar_env.kit.layout import Described, FloatVector, Layout

MAX_SEED: Final = 2**63 - 1

#: Who sees everything.
_EVERYTHING: Final = -1
_FLOAT: Final = np.dtype(np.float32)
_BYTE: Final = np.dtype(np.int8)
#: Indices of numbers of the head in a record read as 16-bit words: in Python, reading a word takes
#: a tenth of the time of a field of a structured array.
_FAULT, _FINISHED, _SEATS, _AUTOMATA, _MOVER = (
    offset(HEAD, name) // 2 for name in ("fault", "finished", "seats", "automata", "mover")
)


def seed_after(seed: int) -> int:
    """Return the seed of the game that follows where no other seed is given, 0 to MAX_SEED."""
    return int(compiled_game().next_seed(seed))


class Game(GameHooks):
    """One game, at one of its decisions.

    A game is a class that derives from this one, with ``spec`` and, where it has words for them,
    ``decision``, ``describe`` and the like. Make one with ``new`` or ``from_bytes``. The seat that
    decides picks one of ``legal_actions()``, and ``step`` plays it up to the next decision, until
    ``finished``. What automata do is part of ``step``.

    Two games are equal if they are at the same point of the same game, randomness to come
    included. ``copy.deepcopy``, ``pickle`` and ``clone`` give games that continue identically.

    Attributes
    ----------
    spec
        What the game declares.
    """

    __slots__ = ("_data", "_games", "_heads", "_layout", "_legal", "_rules", "_seed", "_words")
    __hash__ = None  # type: ignore[assignment]

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

    @classmethod
    def new(
        cls,
        num_players: int = 2,
        seed: int = 0,
        *,
        data: Any = None,
        options: Mapping[str, Any] | None = None,
    ) -> Self:
        """Start a game and go to its first decision.

        Parameters
        ----------
        num_players
            ``spec.min_players`` to ``spec.max_players``.
        seed
            0 to 2**63 - 1. The same seed and actions give the same game everywhere.
        data
            What ``spec.open_data`` opens, None for the bundled data.
        options
            The game's own options by name: see ``spec.option_names``.

        Raises
        ------
        TypeError
            If an argument has the wrong type.
        ValueError
            If an argument is out of range.
        DataError
            If the data are not valid.
        """
        spec = cls.spec
        num_players = integer("num_players", num_players, spec.min_players, spec.max_players)
        seed = integer("seed", seed, 0, MAX_SEED)
        chosen = spec.make_options(num_players, 1, mapping("options", options))
        opened = spec.opened(data)
        legal = np.zeros(1 + spec.num_actions, np.int16)
        game = cls(opened, np.zeros(1, spec.record), legal, seed)
        seats, automata = spec.seats_of(num_players)
        compiled_game().new_game(
            game._rules, game._heads, 0, seats, automata, chosen.view(np.uint8), seed, game._legal
        )
        game.check_sound()
        return game

    @classmethod
    def check_options(cls, num_players: int, options: Mapping[str, Any]) -> None:
        """Check the options of one game.

        Raises
        ------
        TypeError, ValueError
            If an option is unknown or wrong.
        """
        cls.spec.make_options(num_players, 1, options)

    @property
    def num_seats(self) -> int:
        """Seats, those of automata included."""
        return self._words[_SEATS]

    @property
    def num_players(self) -> int:
        """Players: the seats without those of automata."""
        return self._words[_SEATS] - self._words[_AUTOMATA]

    @property
    def num_automata(self) -> int:
        """How many of the last seats the rules play."""
        return self._words[_AUTOMATA]

    @property
    def finished(self) -> bool:
        """Whether the game is over and all is scored."""
        return self._words[_FINISHED] == 1

    @property
    def seat(self) -> int:
        """The seat that decides; 0 when the game is finished."""
        return max(0, self._words[_MOVER])

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

    def legal_actions(self) -> npt.NDArray[np.int16]:
        """Return the ids of the legal actions, sorted; empty when the game is finished."""
        return np.sort(self._legal[1 : self._legal[0] + 1])

    def action_mask(self) -> npt.NDArray[np.int8]:
        """Return an int8 array of shape (num_actions,): 1 where an action is legal."""
        mask = np.empty(self.spec.num_actions, _BYTE)
        compiled_game().write_mask(self._legal, mask)
        return mask

    def step(self, action: SupportsIndex) -> None:
        """Carry out an action of the seat that decides, and go on to the next decision.

        Raises
        ------
        IllegalActionError
            If the action is not legal now; nothing has changed.
        GameOverError
            If the game is finished.
        RulesError
            If the game cannot go on, which no valid data should lead to.
        TypeError
            If the action is no integer.
        """
        self.play(action)

    def play(self, action: SupportsIndex) -> int:
        """Do what ``step`` does; return the seat that decides next, -1 when the game is over."""
        number = action if type(action) is int else self._whole(action)
        if 0 <= number < self.spec.num_actions and compiled_game().step(
            self._rules, self._heads, 0, number, self._legal
        ):
            return self._words[_MOVER]
        self.check_sound()
        if self.finished:
            raise GameOverError("the game is finished; no action is possible")
        raise IllegalActionError(not_legal(self, number))

    def _whole(self, action: object) -> int:
        """Return an action as Python's integer; one that is out of range is an illegal action."""
        if not isinstance(action, bool):
            try:
                return operator.index(cast(SupportsIndex, action))
            except TypeError:
                pass
        if self.finished:
            raise GameOverError("the game is finished; no action is possible")
        raise TypeError(no_action(self, action))

    def check_sound(self) -> None:
        """Raise RulesError if a bound of the rules was passed, so that the game cannot go on."""
        if self._words[_FAULT]:
            seed = "unknown" if self._seed is None else self._seed
            raise RulesError(
                f"the game with seed {seed} cannot continue after {self.num_decisions} decisions"
                f"{self._fault_in_words()}; data: {self._data.name}"
            )

    def _fault_in_words(self) -> str:
        """Return the end of the message for a game that cannot go on."""
        return f": fault {self._words[_FAULT]}"

    def clone(self) -> Self:
        """Return a copy that continues identically."""
        games = np.frombuffer(bytearray(self._games.tobytes()), self.spec.record)
        return type(self)(self._data, games, self._legal.copy(), self._seed)

    def determinize(self, seat: int, seed: int) -> Self:
        """Return a copy in which the information hidden from ``seat`` is resampled consistently.

        The game itself and its randomness do not change. If another seat decides, its legal actions
        follow from its resampled information; declining may be the only one.
        """
        seat = integer("seat", seat, 0, self.num_seats - 1)
        seed = integer("seed", seed, 0, MAX_SEED)
        game = self.clone()
        game._seed = None
        compiled_views().determinize(game._rules, game._heads, 0, seat, seed, game._legal)
        return game

    def to_bytes(self) -> bytes:
        """Return the game as bytes, with the rules version and a mark of the data."""
        return saving.pack(self.spec, self._data, self._games)

    @classmethod
    def from_bytes(cls, saved: bytes, data: Any = None) -> Self:
        """Return the game that ``to_bytes`` saved.

        Even if the bytes are forged, the returned game can be played to its end, as far as
        ``spec.check_games`` ensures it. Unpickle only trusted data: a pickle can run any code.

        Raises
        ------
        ReplayError
            If the bytes are damaged, belong to other rules or to other data than ``data``, or are
            no possible game; the message has the field, the value and the allowed values.
        """
        spec = cls.spec
        opened = spec.opened(data)
        legal = np.zeros(1 + spec.num_actions, np.int16)
        game = cls(opened, saving.unpack(spec, opened, saved), legal)
        compiled_game().legal_actions(game._rules, game._heads, 0, game._legal)
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self).from_bytes, (self.to_bytes(), self._data))

    def __copy__(self) -> Self:
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, type(self)):
            return NotImplemented
        same_data = self._data.fingerprint == other._data.fingerprint
        return same_data and self._games.tobytes() == other._games.tobytes()

    def __repr__(self) -> str:
        now = "finished" if self.finished else f"seat {self.seat} decides"
        if not self.finished and self.decision:
            now += f" {self.decision!r}"
        moment = f", {self.moment}" if self.moment else ""
        return f"<{type(self).__name__}: {self.num_players} players{moment}, {now}>"

    @property
    def layout(self) -> Layout:
        """Layout of what ``observe`` returns."""
        if self._layout is None:
            self._layout = self.spec.observation_layout(self.num_players)
        return self._layout

    def observe(self, seat: int) -> FloatVector:
        """Return what ``seat`` sees: float32, shape ``(layout.size,)``, values 0 to 1."""
        return self.observe_and_mask(seat)[0]

    def observe_and_mask(self, seat: int) -> tuple[FloatVector, npt.NDArray[np.int8]]:
        """Return what ``seat`` sees, and its legal actions as a mask: all 0 unless it decides."""
        if not 0 <= seat < self._words[_SEATS]:
            integer("seat", seat, 0, self.num_seats - 1)
        layout = self._layout or self.layout
        out = np.empty(layout.size, _FLOAT)
        mask = np.empty(self.spec.num_actions, _BYTE)
        compiled_views().observe_and_mask(
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
            What was just done, in sentences, to be shown.
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
