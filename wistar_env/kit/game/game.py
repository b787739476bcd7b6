"""``Game``: one game as a Python object, the base class of all games."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, ClassVar, Final, Self

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer, mapping
from wistar_env.errors import GameOverError, IllegalActionError, ReplayError, RulesError
from wistar_env.kit.game import position_string, saving
from wistar_env.kit.game.action_reader import ActionLike, read_action
from wistar_env.kit.game.compiled_game import compiled_game, compiled_step, compiled_views
from wistar_env.kit.game.error_messages import not_legal
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.game.position import AT_FAULT, AT_MOVER, Position
from wistar_env.kit.game.presentation import Presentation
from wistar_env.kit.game.presented import Presented

MAX_SEED: Final = 2**63 - 1


def seed_after(seed: int) -> int:
    """Return the default seed of the game after one with this seed, 0 to MAX_SEED."""
    return int(compiled_game().next_seed(seed))


def replay_step(game: "Game", action: int, number: int) -> None:
    """Play an action of a saved game; ``number`` counts from 1, for messages.

    Raises ReplayError if the action is not legal, as may happen with other rules or data.
    """
    try:
        game.step(action)
    except (GameOverError, TypeError, ValueError) as error:
        raise ReplayError(f"action number {number} cannot be replayed: {error}") from error


class Game(Position):
    """One game, at one of its decisions.

    Each game derives a class from this one, with ``spec`` and optionally ``decision`` and
    ``describe``. Make a game with ``new``, ``from_string`` or ``from_bytes``. The deciding seat
    picks one of ``legal_actions()``, and ``step`` plays that action and runs to the next decision,
    until ``finished``. Automata act within ``step``. Texts and pictures come from its
    ``presentation``, such as ``game.presentation.render()``.

    Two games are equal if their positions are, including future randomness. ``copy.deepcopy``,
    ``pickle`` and ``clone`` give games that continue identically.

    Attributes
    ----------
    spec
        The declaration of the game.
    presentation
        How pages, replays, commands and prompts show the game; by default, as plain text.
    """

    presentation: ClassVar[Presented[Presentation]] = Presented(Presentation)

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]

    @classmethod
    def new(
        cls,
        num_players: int = 2,
        seed: int = 0,
        *,
        data: Any = None,
        options: Mapping[str, Any] | None = None,
        **named: Any,
    ) -> Self:
        """Start a game and run to its first decision.

        Parameters
        ----------
        num_players
            ``spec.min_players`` to ``spec.max_players``.
        seed
            0 to 2**63 - 1. The same seed and actions give the same game everywhere.
        data
            An argument of ``spec.open_data``, None for the bundled data.
        options
            Options of the game by name; None stands for the default.
        **named
            Options of the game as keyword arguments; see ``spec.options``.

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
        spec.check_keywords(named)
        given = {**mapping("options", options), **named}
        seed = integer("seed", seed, 0, MAX_SEED)
        spec.check_options(num_players, given)
        return cls._begin(num_players, seed, data, given)

    @classmethod
    def _begin(cls, num_players: int, seed: int, data: Any, options: Mapping[str, Any]) -> Self:
        """Start a game whose options may be ranges, from which the seed draws values."""
        spec = cls.spec
        chosen = spec.make_options(num_players, 1, options)
        opened = spec.opened(data)
        legal = np.zeros(1 + spec.num_actions, np.int16)
        game = cls(opened, np.zeros(1, spec.record), legal, seed)
        seats, automata = spec.seats_of(num_players)
        compiled_game().new_game(
            game._rules, game._common, 0, seats, automata, chosen.view(np.int16), seed, game._legal
        )
        game._check_fault()
        return game

    @property
    def turn(self) -> tuple[Any, ...]:
        """A key that is equal for consecutive decisions in one turn of a seat."""
        return self.seat, self.presentation.stage

    def step(self, action: ActionLike) -> int:
        """Play an action of the deciding seat, and advance to the next decision.

        Returns
        -------
        int
            The seat that decides next; -1 when the game is over.

        Raises
        ------
        IllegalActionError
            If the action is not legal now; nothing has changed.
        GameOverError
            If the game is finished.
        RulesError
            If the game cannot continue; valid data rule this out.
        TypeError
            If the action is not an integer.
        """
        number = action if type(action) is int else read_action(self, action)
        if 0 <= number < self.spec.num_actions and compiled_step()(
            self._rules, self._common, 0, number, self._legal
        ):
            return self._words[AT_MOVER]
        self._check_fault()
        if self.finished:
            raise GameOverError("the game is finished; no action is possible")
        raise IllegalActionError(not_legal(self, number))

    def chance_outcomes(self, action: ActionLike | None = None) -> list[tuple[Fraction, Self]]:
        """Return every position that chance can lead to, each with its exact probability.

        The rules run once for each combination of random draws. Equal positions are merged, and
        each continues with the random generator of this game.

        Parameters
        ----------
        action
            An action of the deciding seat; None for the possible starts of a game with the same
            player count, data and options.

        Raises
        ------
        TooLargeError
            If there are more than 100,000 combinations of draws, or the rules draw otherwise than
            with ``wistar_env.compiled.streams.below``.
        IllegalActionError, GameOverError, RulesError, TypeError
            As ``step``.
        """
        from wistar_env.kit.chance import scripted

        rules = scripted(self._rules)
        if action is not None:
            return self._outcomes_of(rules, action)
        options = self.spec.make_options(self.num_players, 1, self.options).view(np.int16)
        seats, automata = self.num_seats, self.num_seats - self.num_players

        def begin(game: Self) -> None:
            compiled_game().new_game(
                rules, game._common, 0, seats, automata, options, 0, game._legal
            )

        return self._collected(begin, lambda: f"the beginning of {self.spec.title}")

    def _outcomes_of(
        self, rules: npt.NDArray[Any], action: ActionLike
    ) -> list[tuple[Fraction, Self]]:
        """Return every position that an action can lead to, each with its exact probability."""
        number = action if type(action) is int else read_action(self, action)
        if number not in self._legal[1 : self._legal[0] + 1].tolist():
            self.clone().step(number)  # raises

        def play(game: Self) -> None:
            compiled_step()(rules, game._common, 0, number, game._legal)

        return self._collected(play, lambda: f"{self.describe(number)!r} in {self.spec.title}")

    def _collected(
        self, play: Callable[[Self], None], what: Callable[[], str]
    ) -> list[tuple[Fraction, Self]]:
        """Run ``play`` in a copy for each combination of draws; return the distinct outcomes."""
        from wistar_env.kit.chance import every_way

        found: dict[bytes, tuple[Fraction, Self]] = {}
        reached = self

        def run() -> None:
            nonlocal reached
            reached = self.clone()
            play(reached)

        for chance in every_way(run, what):
            reached._check_fault()
            reached._common["rng"] = self._common["rng"]
            key = reached._games.tobytes()
            known = found.get(key)
            found[key] = (chance, reached) if known is None else (known[0] + chance, known[1])
        return [*found.values()]

    def _check_fault(self) -> None:
        """Raise RulesError if the rules reported a fault, so that the game cannot continue."""
        if self._words[AT_FAULT]:
            seed = "unknown" if self._seed is None else self._seed
            raise RulesError(
                f"the game with seed {seed} cannot continue after {self.num_decisions} decisions"
                f"{self._fault_in_words()}; played with {self._data.name}"
            )

    def _fault_in_words(self) -> str:
        """Return the end of the message for a game that cannot continue."""
        return f": fault {self._words[AT_FAULT]}"

    def clone(self) -> Self:
        """Return a copy that continues identically."""
        games = np.frombuffer(bytearray(self._games.tobytes()), self.spec.record)
        return type(self)(self._data, games, self._legal.copy(), self._seed)

    def determinize(self, seat: int, seed: int) -> Self:
        """Return a copy in which the information hidden from ``seat`` is resampled consistently.

        The game itself and its randomness do not change. If another seat decides, its legal actions
        depend on its resampled information.

        Raises
        ------
        RulesError
            If the rules find no hidden information consistent with what the seat saw.
        """
        seat = integer("seat", seat, 0, self.num_seats - 1)
        seed = integer("seed", seed, 0, MAX_SEED)
        game = self.clone()
        game._seed = None
        compiled_views().determinize(game._rules, game._common, 0, seat, seed, game._legal)
        if game._words[AT_FAULT] != self._words[AT_FAULT]:
            raise RulesError(
                f"the hidden information of seat {seat} could not be resampled after "
                f"{self.num_decisions} decisions{game._fault_in_words()}"
            )
        return game

    def to_bytes(self) -> bytes:
        """Return the game as bytes, with the rules version and the fingerprint of the data."""
        return saving.pack(self.spec, self._data, self._games)

    @classmethod
    def from_bytes(cls, saved: bytes, data: Any = None) -> Self:
        """Return the game that ``to_bytes`` saved.

        Even if the bytes are forged, the returned game can be played to its end, provided that
        ``spec.saves.check`` catches every invalid game. Unpickle only trusted data: a pickle can
        run any code.

        Raises
        ------
        ReplayError
            If the bytes are damaged, belong to other rules or other data, or are not a possible
            game; the message has the field, the value and the allowed values.
        """
        spec = cls.spec
        opened = spec.opened(data)
        legal = np.zeros(1 + spec.num_actions, np.int16)
        game = cls(opened, saving.unpack(spec, opened, saved), legal)
        compiled_game().legal_actions(game._rules, game._common, 0, game._legal)
        return game

    @classmethod
    def from_string(cls, text: str, data: Any = None) -> Self:
        """Return the game at a position written as one line, for papers and issues.

        ``Replay.to_string`` writes such a line, which has the seed and the actions of a game.
        Reading a line never imports code that it names.

        Parameters
        ----------
        text
            The position: ``GAME/rules=3/data=257b752f/players=1/seed=3/size=5/actions=2d0k``.
        data
            The data of the game; None for the card set that the line names, or the bundled data if
            the line names none.

        Raises
        ------
        ReplayError
            If the text is not a position, has an illegal action, or belongs to another game, other
            rules or data.
        """
        said = position_string.read(text, cls.spec, data)
        try:
            game = cls.new(said.num_players, said.seed, data=said.data, options=said.options)
        except (TypeError, ValueError) as error:
            raise ReplayError(f"the game of this position cannot be started: {error}") from error
        for number, action in enumerate(said.actions, start=1):
            replay_step(game, action, number)
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
        stage = self.presentation.stage
        when = f", {stage}" if stage else ""
        return f"<{type(self).__name__}: {players_text(self.num_players)}{when}, {now}>"

    def _repr_svg_(self) -> str | None:
        """Return the picture that a notebook shows, if the game has pictures."""
        return self.presentation._repr_svg_()
