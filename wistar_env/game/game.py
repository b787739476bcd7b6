"""``Game``: one game of Rats of Wistar as a Python object."""

import operator
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, SupportsIndex, cast

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.components import Components, Folder, open_components
from wistar_env.errors import GameOverError, IllegalActionError, RulesError
from wistar_env.game import saving
from wistar_env.game.error_messages import cannot_go_on, no_action, not_legal
from wistar_env.gate.entries import core, encoder
from wistar_env.kit.head import heads
from wistar_env.rules import word_offsets as at
from wistar_env.rules.actions import LEGAL_SIZE, NUM_ACTIONS
from wistar_env.rules.decisions import NAMES
from wistar_env.rules.difficulty import Tracks, resolve_tracks
from wistar_env.rules.state import GAME
from wistar_env.spaces.observation import (
    Described,
    FloatVector,
    Layout,
    observation_layout,
    state_layout,
)
from wistar_env.tables.limits import MAX_SEATS, TRACKS

# Playing shows nothing: what does is imported when somebody asks for it.
if TYPE_CHECKING:
    from wistar_env.scene import Scene

MAX_SEED: Final = 2**63 - 1

_SCORE_COLUMNS: Final = 16
_FLOAT: Final = np.dtype(np.float32)
_BYTE: Final = np.dtype(np.int8)


def seed_after(seed: int) -> int:
    """Return the seed of the game that follows where no other seed is given, 0 to MAX_SEED."""
    return int(core().next_seed(seed))


class Game:
    """One game, at one of its decisions.

    Make one with ``Game.new`` or ``Game.from_bytes``. The seat that decides picks one of
    ``legal_actions()``, ``step`` carries it out and goes on to the next decision, until
    ``finished``. In a solo game seat 0 is the human player and seat 1 is Rat-o-bot, whose turns
    are part of ``step``.

    Two games are equal if they are at the same point of the same game, randomness to come
    included. ``copy.deepcopy``, ``pickle`` and ``clone`` give games that continue identically.
    """

    __slots__ = ("_components", "_games", "_heads", "_layout", "_legal", "_seed", "_words")
    __hash__ = None  # type: ignore[assignment]

    def __init__(
        self,
        components: Components,
        games: npt.NDArray[Any],
        legal: npt.NDArray[np.int16],
        seed: int | None = None,
    ) -> None:
        self._components = components
        self._games = games
        self._legal = legal
        self._seed = seed  # for messages only; None if it is not known, or not to be
        self._words: memoryview[int] = memoryview(games.view(np.int16))  # type: ignore[arg-type]
        self._layout: Layout | None = None
        self._heads: npt.NDArray[Any] | None = None

    @classmethod
    def new(
        cls,
        num_players: int = 2,
        seed: int = 0,
        level: int | None = None,
        tracks: Tracks | None = None,
        data: Folder | None = None,
    ) -> "Game":
        """Start a game and go to its first decision.

        Parameters
        ----------
        num_players
            1 to 4; 1 is the solo game against Rat-o-bot.
        seed
            0 to 2**63 - 1. The same seed and actions give the same game everywhere.
        level
            Solo only: difficulty 0 to 9; the seed picks one of its Track card combinations. 3 if
            neither this nor tracks are given.
        tracks
            Solo only: difficulty indices 0 to 3 of the Structure, Tool and Automaton Track card;
            no two may differ by 2 or more (BOT-12).
        data
            A folder of data files to play with instead of the bundled ones, or the ``components``
            of a game. The folder is read now; what is changed in it later, this game does not see.

        Raises
        ------
        TypeError
            If an argument has the wrong type.
        ValueError
            If an argument is out of range, or level or tracks are out of place or do not agree.
        DataError
            If the data folder is not valid.
        """
        num_players = integer("num_players", num_players, 1, MAX_SEATS)
        seed = integer("seed", seed, 0, MAX_SEED)
        chosen = resolve_tracks(num_players, level, tracks, seed)
        components = open_components(data)
        game = cls(components, np.zeros(1, GAME), np.zeros(LEGAL_SIZE, np.int16), seed)
        indices = np.array(chosen or (0,) * TRACKS, np.int16)
        seats, solo = max(2, num_players), int(num_players == 1)
        core().new_game(components._tables, game._games, 0, seats, solo, seed, indices, game._legal)
        game.check_sound()
        return game

    @property
    def num_seats(self) -> int:
        """Seats, 2 to 4, Rat-o-bot's included."""
        return self._words[at.SEATS]

    @property
    def num_players(self) -> int:
        """Players, 1 to 4; 1 is the solo game."""
        return 1 if self._words[at.AUTOMATA] else self._words[at.SEATS]

    @property
    def finished(self) -> bool:
        """Whether the game is over and all is scored."""
        return self._words[at.FINISHED] == 1

    @property
    def round(self) -> int:
        """The round, 1 to 5; 0 while starting hands are chosen."""
        return self._words[at.ROUND]

    @property
    def seat(self) -> int:
        """The seat that decides; 0 when the game is finished."""
        depth = self._words[at.DEPTH]
        return self._words[at.SEAT_OF_TOP + depth * at.ENTRY_WORDS] if depth else 0

    @property
    def decision(self) -> str:
        """Name of the open decision, such as ``"dig rooms"``; empty when the game is finished."""
        depth = self._words[at.DEPTH]
        if self.finished or not depth:
            return ""
        return NAMES[self._words[at.KIND_OF_TOP + depth * at.ENTRY_WORDS]]

    @property
    def tracks(self) -> Tracks | None:
        """Difficulty indices of Rat-o-bot's Track cards; None without Rat-o-bot."""
        if not self._words[at.AUTOMATA]:
            return None
        structure, tool, automaton = (int(k) for k in self._games["bot"]["indices"][0])
        return (structure, tool, automaton)

    @property
    def level(self) -> int | None:
        """Difficulty of Rat-o-bot, 0 to 9; None without Rat-o-bot."""
        tracks = self.tracks
        return None if tracks is None else sum(tracks)

    @property
    def vp(self) -> list[int]:
        """VP on the track of each seat: what was scored so far, without the final scoring."""
        end = at.VP + self.num_seats * at.PLAYER_WORDS
        return [self._words[word] for word in range(at.VP, end, at.PLAYER_WORDS)]

    @property
    def components(self) -> Components:
        """Tables and names of the data folder that the game is played with."""
        return self._components

    @property
    def record(self) -> npt.NDArray[Any]:
        """The state: an array of shape (1,) and dtype ``wistar_env.rules.state.GAME``.

        It is the game itself, not a copy, and holds what players may not see.
        """
        return self._games

    @property
    def heads(self) -> npt.NDArray[Any]:
        """The record as the kit reads it: shape (1,), dtype ``wistar_env.kit.head.HEAD``."""
        if self._heads is None:
            self._heads = heads(self._games)
        return self._heads

    def legal_actions(self) -> npt.NDArray[np.int16]:
        """Return the ids of the legal actions, sorted; empty when the game is finished."""
        return np.sort(self._legal[1 : self._legal[0] + 1])

    def action_mask(self) -> npt.NDArray[np.int8]:
        """Return an int8 array of shape (NUM_ACTIONS,): 1 where an action is legal."""
        mask = np.empty(NUM_ACTIONS, _BYTE)
        encoder().write_mask(self._legal, mask)
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
        if 0 <= number < NUM_ACTIONS and core().step(
            self._components._tables, self._games, 0, number, self._legal
        ):
            return self._words[at.MOVER]
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
        if self._words[at.FAULT]:
            raise RulesError(cannot_go_on(self, self._seed))

    def clone(self) -> "Game":
        """Return a copy that continues identically."""
        games = np.frombuffer(bytearray(self._games.tobytes()), GAME)
        return Game(self._components, games, self._legal.copy(), self._seed)

    def determinize(self, seat: int, seed: int) -> "Game":
        """Return a copy in which all that ``seat`` cannot know is drawn anew, consistently.

        The game itself and its randomness stay as they are. If another seat decides, its legal
        actions are those of what it was dealt; declining may be the only one.
        """
        seat = integer("seat", seat, 0, self.num_seats - 1)
        seed = integer("seed", seed, 0, MAX_SEED)
        game = self.clone()
        game._seed = None
        core().determinize(self._components._tables, game._games, 0, seat, seed)
        core().legal_actions(self._components._tables, game._games, 0, game._legal)
        return game

    def to_bytes(self) -> bytes:
        """Return the game as bytes, with the rules version and a mark of the data."""
        return saving.pack(self._components, self._games)

    @classmethod
    def from_bytes(cls, saved: bytes, data: Folder | None = None) -> "Game":
        """Return the game that ``to_bytes`` saved.

        Whoever made the bytes, the game that is returned can be played to its end. Pickles are
        another matter, of games as of anything: unpickling does what the pickle says, so unpickle
        nothing that you would not run.

        Raises
        ------
        ReplayError
            If the bytes are damaged, belong to other rules or to other data than ``data``, or are
            those of no game that could be; the message has the field, what was found and what is
            allowed.
        """
        components = open_components(data)
        game = cls(components, saving.unpack(components, saved), np.zeros(LEGAL_SIZE, np.int16))
        core().legal_actions(components._tables, game._games, 0, game._legal)
        return game

    def __reduce__(self) -> tuple[Any, ...]:
        return (Game.from_bytes, (self.to_bytes(), self._components.folder))

    def __copy__(self) -> "Game":
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Game":
        return self.clone()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        same_data = self._components.fingerprint == other._components.fingerprint
        return same_data and self._games.tobytes() == other._games.tobytes()

    def __repr__(self) -> str:
        now = "finished" if self.finished else f"seat {self.seat} decides {self.decision!r}"
        return f"<Game: {self.num_players} players, round {self.round}, {now}>"

    @property
    def layout(self) -> Layout:
        """Layout of what ``observe`` returns."""
        if self._layout is None:
            self._layout = observation_layout(self.num_players)
        return self._layout

    def observe(self, seat: int) -> FloatVector:
        """Return what ``seat`` sees: float32, shape ``(layout.size,)``, values 0 to 1."""
        return self.observe_and_mask(seat)[0]

    def observe_and_mask(self, seat: int) -> tuple[FloatVector, npt.NDArray[np.int8]]:
        """Return what ``seat`` sees, and its legal actions as a mask: all 0 unless it decides."""
        if not 0 <= seat < self._words[at.SEATS]:
            integer("seat", seat, 0, self.num_seats - 1)
        layout = self._layout or self.layout
        out = np.empty(layout.size, _FLOAT)
        mask = np.empty(NUM_ACTIONS, _BYTE)
        encoder().observe_and_mask(
            self._components._tables,
            self._games,
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
        """Return the whole unhidden state: float32, values 0 to 1, layout ``state_layout``."""
        layout = state_layout(self.num_players)
        out = np.empty(layout.size, _FLOAT)
        compiled = encoder()
        compiled.observe(
            self._components._tables,
            self._games,
            0,
            compiled.EVERYTHING,
            layout._limit,
            layout._scale,
            out,
        )
        return out

    def describe(self, action: SupportsIndex) -> str:
        """Say in words what an action means."""
        return self._components.actions.describe(action)

    def describe_observation(self, observation: FloatVector) -> dict[str, Described]:
        """Say in words what an observation of this game holds, by the names of its blocks."""
        return self.layout.describe(observation, self._components.labels)

    def scores(self) -> list[dict[str, int]]:
        """Return for each seat the VP by category and ``"total"``, as if the game ended now."""
        from wistar_env.rules.categories import CATEGORIES

        out = np.zeros((MAX_SEATS, _SCORE_COLUMNS), np.int16)
        core().score(self._components._tables, self._games, 0, out)
        rows = out[: self.num_seats, : len(CATEGORIES)].tolist()
        return [dict(zip(CATEGORIES, row, strict=True)) for row in rows]

    def ranking(self) -> list[int]:
        """Return the seats, best first: by total VP, then the earlier in the turn order (GEN-08).

        In a solo game a tie is lost (BOT-118).
        """
        ranks = np.zeros(MAX_SEATS, np.int16)
        core().rank(self._components._tables, self._games, 0, ranks)
        return sorted(range(self.num_seats), key=ranks.tolist().__getitem__)

    def winner(self) -> int:
        """Return the seat that wins, or would win if the game ended now."""
        return self.ranking()[0]

    def scene(self, seat: int | None, done: Sequence[str] = ()) -> "Scene":
        """Return the position as plain data: what ``seat`` may see, or with None all hands.

        Parameters
        ----------
        seat
            The seat to which it is shown, or None.
        done
            What was just done, in sentences: it becomes part of the scene.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat.
        """
        from wistar_env.scene.board import scene_of

        if seat is not None:
            seat = integer("seat", seat, 0, self.num_seats - 1)
        totals: list[tuple[int, dict[str, int]]] = []
        if self.finished:
            scores = self.scores()
            totals = [(k, scores[k]) for k in self.ranking()]
        legal = self.legal_actions().tolist()
        return scene_of(self._components, self._games[0], seat, legal, totals, done)

    def render(self, seat: int | None = None) -> str:
        """Return the position as text, with the hand of ``seat`` (default: who decides)."""
        from wistar_env.render.text import page

        return page(self.scene(self.seat if seat is None else seat))

    def svg(
        self,
        seat: int | None = None,
        *,
        width: float = 1200,
        narrow: bool = False,
        done: Sequence[str] = (),
    ) -> str:
        """Return the position as an SVG document, as ``seat`` sees it (default: who decides).

        Parameters
        ----------
        seat
            The seat whose hand it shows. ``wistar_env.render.svg.picture(game.scene(None))`` shows
            all hands.
        width
            Pixels from the left to the right.
        narrow
            Lay everything below each other, for a phone.
        done
            What was just done, in sentences, to be shown.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat, or the width is not above 0.
        """
        from wistar_env.render.svg import picture

        scene = self.scene(self.seat if seat is None else seat, done)
        return picture(scene, width=width, narrow=narrow)

    def png(
        self,
        seat: int | None = None,
        *,
        width: int = 1200,
        narrow: bool = False,
        done: Sequence[str] = (),
    ) -> bytes:
        """Return what ``svg`` returns as a PNG file: the same pixels on every machine.

        Raises
        ------
        TypeError, ValueError
            As ``svg``; also if the width is no integer from 1 to 8192.
        """
        from wistar_env.render.png import png

        return png(self.svg(seat, narrow=narrow, done=done), width)

    def _repr_svg_(self) -> str:
        return self.svg()
