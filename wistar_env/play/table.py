"""A game that people and bots play together: who sits where, answers, hints, taking back, saving.

It knows nothing of terminals or browsers::

    table = Table(["you", "greedy"], seed=1)           # "you" is a person, all else a bot's spec
    while not table.game.finished:
        if table.yours:
            table.play(int(table.game.legal_actions()[0]))
        else:
            table.answer()
    table.save("game.jsonl")

- ``table.game`` is the position; step it through ``play`` and ``answer`` only.
- ``ask()`` is the slow part of ``answer()`` and changes nothing, so it may run beside other work.
- ``since(seat)`` tells in few words what happened since that seat decided last.
- ``undoable()`` are the decisions of the open turn, and ``undo(number)`` goes back to one of them.
- ``hint(spec)`` is what another bot thinks of the open decision, from what its seat knows.
- ``replay()`` and ``Table.resume`` save and go on; the bots are built anew then, those of your own
  only if they are ``trusted``.
"""

from collections.abc import Collection, Sequence
from os import PathLike
from typing import Final

import numpy as np

from wistar_env.bots import Batch, Player, View, asked, blamed
from wistar_env.components import Folder
from wistar_env.errors import BotError, ReplayError
from wistar_env.explanations import Explanation
from wistar_env.game import Game
from wistar_env.gate import MAX_SEATS, Tracks
from wistar_env.play.past import Past, carry_out, since_your_last, undoable
from wistar_env.registry import REGISTRY, foreign, load
from wistar_env.replay import Replay
from wistar_env.seeds import FOR_DECISION, FOR_RESET, one_way
from wistar_env.story import in_words

#: Who sits in the seat of a person.
YOU: Final = "you"


class Table:
    """A game that is being played.

    Parameters
    ----------
    players
        For each player ``"you"`` for a person or the spec of a bot (``wistar_env.registry``); one
        plays the solo game.
    seed, level, tracks, data
        As for ``Game.new``.

    Attributes
    ----------
    game
        The position.
    players
        Who sits where.
    viewer
        The seat through whose eyes the game is told: that of the only person; None, who sees all
        hands, if several people or none play.
    past
        What happened, an entry for each action.

    Raises
    ------
    BotError
        If a bot cannot be found or built.
    TypeError, ValueError
        As for ``Game.new``.
    """

    def __init__(
        self,
        players: Sequence[str],
        seed: int,
        level: int | None = None,
        tracks: Tracks | None = None,
        data: Folder | None = None,
    ) -> None:
        if not 1 <= len(players) <= MAX_SEATS:
            raise ValueError(f"a game has 1 to {MAX_SEATS} players, found {len(players)}")
        game = Game.new(len(players), seed, level, tracks, data)
        self._begin(Replay(len(players), seed, game.tracks, data, players=tuple(players)))

    def _begin(self, replay: Replay) -> None:
        assert replay.players is not None
        self.players = replay.players
        people = [seat for seat, player in enumerate(self.players) if player == YOU]
        self.viewer = people[0] if len(people) == 1 else None
        self._replay = Replay(
            replay.num_players, replay.seed, replay.tracks, replay.data, players=self.players
        )
        self._bots = {spec: self._bot(spec) for spec in {*self.players} - {YOU}}
        self.game = self._replay.start()
        self.past: list[Past] = []

    def _bot(self, spec: str) -> Player:
        player = load(spec)
        with blamed(f"bot {spec!r} cannot be reset"):
            player.reset(one_way(FOR_RESET, self._replay.seed, self.players.index(spec)))
        return player

    @classmethod
    def resume(cls, replay: Replay, trusted: Collection[str] = ()) -> "Table":
        """Return the table where a replay, of ``Table.replay`` or another one, ends.

        Parameters
        ----------
        replay
            The game, and who plays it.
        trusted
            Specs of bots outside of the registry that may be built. A replay may be of anybody,
            and building such a bot imports the module that it names.

        Raises
        ------
        BotError
            If a bot is not to be trusted, or cannot be found or built.
        ReplayError
            If it does not say who played, or an action is not legal.
        """
        if replay.players is None:
            raise ReplayError("the replay does not say who plays; it has no players")
        for spec in foreign({*replay.players} - {YOU}):
            if spec not in trusted:
                raise BotError(
                    f"the replay names the player {spec!r}, which would import and run code. A "
                    f"replay may name {YOU!r} and {', '.join(REGISTRY)}; if you trust it, resume "
                    f"it with trusted=[{spec!r}]"
                )
        replay.resume()  # which says what is wrong with it, if anything is
        table = cls.__new__(cls)
        table._begin(replay)
        for number, action in enumerate(replay.actions):
            table.play(action, replay.explanations.get(number))
        return table

    @property
    def yours(self) -> bool:
        """Whether a person decides."""
        return not self.game.finished and self.players[self.game.seat] == YOU

    @property
    def position(self) -> int:
        """How many actions were carried out."""
        return len(self.past)

    @property
    def names(self) -> tuple[str, ...]:
        """How the seats are called in sentences."""
        return self.game.scene(self.viewer).names

    def play(self, action: int, explanation: Explanation | None = None) -> tuple[str, ...]:
        """Carry out an action of whoever decides; return what happened, in sentences.

        Raises
        ------
        IllegalActionError, GameOverError
            If it is not legal; nothing has changed.
        """
        entry = carry_out(self.game, action, self.viewer)
        self.past.append(entry)
        self._replay.actions.append(int(action))
        if explanation is not None and explanation.options:
            self._replay.explanations[self.position - 1] = explanation
        return in_words(entry.deeds, self.names)

    def ask(self) -> Explanation:
        """Return what the bot that decides would play, and what it thought; nothing changes.

        Raises
        ------
        BotError
            If it fails, or a person decides.
        """
        seat = self.game.seat
        spec = YOU if self.game.finished else self.players[seat]
        if spec == YOU:
            raise BotError("no bot decides now")
        return self._explanation(spec, self._bots[spec], seat)

    def answer(self) -> tuple[str, ...]:
        """Let the bot that decides answer; return what happened, in sentences.

        Raises
        ------
        BotError
            If it fails, answers what is not legal, or a person decides.
        """
        explanation = self.ask()
        if explanation.action not in self.game.legal_actions():
            spec = self.players[self.game.seat]
            raise BotError(f"bot {spec!r} answered {explanation.action}, which is not legal")
        return self.play(explanation.action, explanation)

    def hint(self, spec: str) -> Explanation:
        """Return what a bot thinks of the open decision; it sees what the deciding seat may see.

        Raises
        ------
        BotError
            If it cannot be found or built, or fails.
        ValueError
            If the game is over.
        """
        if self.game.finished:
            raise ValueError("the game is over; there is nothing to decide")
        player = load(spec)
        with blamed(f"bot {spec!r} cannot be reset"):
            player.reset(one_way(FOR_RESET, self._replay.seed, MAX_SEATS))
        return self._explanation(spec, player, MAX_SEATS)

    def _explanation(self, spec: str, player: Player, asking: int) -> Explanation:
        chance = one_way(FOR_DECISION, self._replay.seed, asking, self.position)
        batch = Batch((View(self.game, self.game.seat),), np.array([chance], np.int64))
        with blamed(f"bot {spec!r} failed"):
            return asked(player, batch)[0]

    def undoable(self) -> list[int]:
        """Return the decisions that can be taken anew, as the number of actions before each."""
        return undoable(self.past, self.game)

    def undo(self, to: int) -> None:
        """Go back to a decision of the open turn.

        Raises
        ------
        ValueError
            If it is none of ``undoable()``.
        """
        allowed = self.undoable()
        if to not in allowed:
            raise ValueError(f"decision {to} cannot be taken anew; those of your turn: {allowed}")
        self.game = self._replay.at(to)
        del self.past[to:], self._replay.actions[to:]
        self._replay.explanations = {k: v for k, v in self._replay.explanations.items() if k < to}

    def since(self, seat: int) -> list[str]:
        """Return in few words what happened since a seat decided last."""
        return since_your_last(self.past, seat, self.names) if self.past else []

    def replay(self) -> Replay:
        """Return the game so far, with what the bots thought."""
        mine = self._replay
        return Replay(
            mine.num_players,
            mine.seed,
            mine.tracks,
            mine.data,
            mine.actions.copy(),
            mine.players,
            mine.explanations.copy(),
        )

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game so far into a file, which ``Table.resume(Replay.load(path))`` reads."""
        self.replay().save(path)
