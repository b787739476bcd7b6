"""A game that people and bots play together: seats, bot moves, hints, undo, saving.

It is independent of the user interface::

    table = Table(Game, ["you", "greedy"], seed=1)     # "you" is a person, others are bot specs
    while not table.game.finished:
        if table.yours:
            table.play(int(table.game.legal_actions()[0]))
        else:
            table.answer()
    table.save("game.jsonl")

- ``table.game`` is the position; step it through ``play`` and ``answer`` only.
- ``ask()`` is the slow part of ``answer()``; it changes nothing, so it may run in another thread.
- ``since(seat)`` summarizes what happened from that seat's last decision on.
- ``undoable()`` lists the decisions that can be undone; ``undo(number)`` goes back to one of them.
- ``hint(spec)`` asks any bot about the current decision, with the information of the deciding seat.
- ``replay()`` and ``Table.resume`` save and continue a game. Resuming builds the bots again; bots
  outside of the registry only if they are ``trusted``.
"""

from collections.abc import Collection, Mapping, Sequence
from copy import copy
from dataclasses import replace
from os import PathLike
from typing import Any, Final, Generic, Self, TypeVar

import numpy as np

from wistar_env.arguments import span
from wistar_env.errors import BotError, ReplayError
from wistar_env.explanations import Explanation
from wistar_env.kit.bots import Batch, Player, View, asked, blamed
from wistar_env.kit.bots.registry import load
from wistar_env.kit.bots.trust import NamesInFile
from wistar_env.kit.game import Game
from wistar_env.kit.replays import Replay
from wistar_env.kit.search.tree_search import Mcts
from wistar_env.play.chances import advice
from wistar_env.play.history import (
    HistoryEntry,
    carry_out,
    last_own,
    since_last_decision,
    undoable,
    unrevealed,
)
from wistar_env.play.review import reviewer
from wistar_env.seeds import FOR_DECISION, FOR_RESET, one_way

#: The player name of a person.
YOU: Final = "you"

GameT = TypeVar("GameT", bound=Game)


class Table(Generic[GameT]):
    """A running game.

    Parameters
    ----------
    game
        The class of the game.
    players
        Per seat, ``"you"`` for a person or the spec of a bot (``wistar_env.kit.bots.registry``).
    seed, options, data
        As for ``Game.new``.
    seats_apart
        The seats of people at separate screens, who must not see each other's hidden information. A
        bot may stand in for one of them. Empty if all people share a screen.

    Attributes
    ----------
    game
        The position.
    players
        The player in each seat.
    viewer
        The seat from whose perspective the game is shown: the only person's seat. None, which shows
        all hands, if no person or several people play, or ``seats_apart`` is not empty.
    seats_apart
        The seats of people at separate screens.

    Raises
    ------
    BotError
        If a bot cannot be found or built.
    TypeError, ValueError
        As for ``Game.new``.
    """

    def __init__(
        self,
        game: type[GameT] | str,
        players: Sequence[str],
        seed: int,
        options: Mapping[str, Any] | None = None,
        data: Any = None,
        *,
        seats_apart: Collection[int] = (),
    ) -> None:
        num_players = len(players)
        replay = Replay(game, num_players, seed, options or {}, data, players=tuple(players))
        spec = replay.game.spec
        if not spec.min_players <= num_players <= spec.max_players:
            raise ValueError(
                f"a game of {spec.title} has {span(spec.min_players, spec.max_players)} players, "
                f"found {num_players}"
            )
        self._begin(replace(replay, options=replay.start().options), seats_apart)

    def _begin(self, replay: Replay[GameT], seats_apart: Collection[int]) -> None:
        assert replay.players is not None
        self.players = replay.players
        self.seats_apart = tuple(seats_apart)
        people = [seat for seat, player in enumerate(self.players) if player == YOU]
        self.viewer = people[0] if len(people) == 1 and not seats_apart else None
        self._replay = replace(replay, actions=[], explanations={})
        self._names = self._replay.seat_names
        self._bots = {spec: self._bot(spec) for spec in {*self.players} - {YOU}}
        self.game = self._replay.start()
        self._histories: dict[int | None, list[HistoryEntry]] = {
            viewer: [] for viewer in (self.viewer, *self.seats_apart)
        }
        self._undoable: list[int] | None = None

    def _bot(self, spec: str) -> Player:
        player = load(spec, self._replay.game.spec.bots.classes)
        with blamed(f"bot {spec!r} cannot be reset"):
            player.reset(one_way(FOR_RESET, self._replay.seed, self.players.index(spec)))
        return player

    @classmethod
    def resume(
        cls,
        replay: Replay[GameT],
        trusted: Collection[str] = (),
        *,
        seats_apart: Collection[int] = (),
    ) -> "Table[GameT]":
        """Return a table at the end of a replay, from ``Table.replay`` or elsewhere.

        Parameters
        ----------
        replay
            The game and its players.
        trusted
            Specs of bots outside of the registry that may be built: see
            ``kit.bots.trust.NamesInFile``.
        seats_apart
            As for ``Table``.

        Raises
        ------
        BotError
            If a bot cannot be found or built.
        ReplayError
            If the replay names no players, or an action is not legal.
        TrustError
            If a bot is outside of the registry and not trusted.
        """
        if replay.players is None:
            raise ReplayError("the replay does not name its players")
        bots = (player for player in replay.players if player != YOU)
        NamesInFile("the replay", trusted).bots(bots, replay.game.spec)
        replay.resume()  # raises if the replay is invalid
        table = cls.__new__(cls)
        table._begin(replay, seats_apart)
        for number, action in enumerate(replay.actions):
            table.advance(action, replay.explanations.get(number))
        return table

    @property
    def yours(self) -> bool:
        """Whether a person is to move."""
        return not self.game.finished and self.players[self.game.seat] == YOU

    @property
    def position(self) -> int:
        """The number of actions played."""
        return len(self._replay.actions)

    @property
    def history(self) -> list[HistoryEntry]:
        """The game so far as ``viewer`` sees it, one entry per action."""
        return self.history_of(self.viewer)

    def history_of(self, viewer: int | None) -> list[HistoryEntry]:
        """Return the game so far as ``viewer`` or one of ``seats_apart`` sees it."""
        return self._histories[viewer]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats, as used in sentences."""
        return self._names

    def play(self, action: int, explanation: Explanation | None = None) -> tuple[str, ...]:
        """Play an action for the seat to move; return what happened, in sentences.

        Raises
        ------
        IllegalActionError, GameOverError
            If it is not legal; nothing has changed.
        """
        entry = self.advance(action, explanation)
        return self.game.presentation.narrate(entry.events, self.names)

    def advance(self, action: int, explanation: Explanation | None = None) -> HistoryEntry:
        """Play an action as ``play`` does; return its history entry as ``viewer`` sees it."""
        entries = carry_out(self.game, action, [*self._histories])
        self._undoable = None
        for history, entry in zip(self._histories.values(), entries, strict=True):
            history.append(entry)
        self._replay.actions.append(int(action))
        if explanation is not None and explanation.has_details:
            self._replay.explanations[self.position - 1] = explanation
        return entries[0]

    def copy(self) -> Self:
        """Return an independent table at the same position, with the same bots."""
        table = copy(self)
        table.game = self.game.clone()
        table._histories = {viewer: [*entries] for viewer, entries in self._histories.items()}
        table._replay = self.replay()
        return table

    def ask(self) -> Explanation:
        """Return the action of the bot to move, with its explanation; nothing changes.

        Raises
        ------
        BotError
            If the bot raises, or no bot is to move.
        """
        seat = self.game.seat
        spec = YOU if self.game.finished else self.players[seat]
        if spec == YOU:
            raise BotError("no bot is to move; check Table.yours first")
        return self._explanation(spec, self._bots[spec], seat)

    def answer(self) -> tuple[str, ...]:
        """Let the bot to move play; return what happened, in sentences.

        Raises
        ------
        BotError
            If the bot raises or returns an illegal action, or no bot is to move.
        """
        explanation = self.ask()
        if explanation.action not in self.game.legal_actions():
            spec = self.players[self.game.seat]
            raise BotError(f"bot {spec!r} returned action {explanation.action}, which is not legal")
        return self.play(explanation.action, explanation)

    def hint(self, spec: str) -> Explanation:
        """Return a bot's explanation of the current decision, from what the deciding seat knows.

        The values of a search are chances of winning: see ``wistar_env.play.chances``.

        Raises
        ------
        BotError
            If the bot cannot be found or built, or raises.
        ValueError
            If the game is over.
        """
        if self.game.finished:
            raise ValueError("the game is over; there is nothing to decide")
        player = load(spec, self.game.spec.bots.classes)
        nobody = self.game.spec.max_seats  # its seeds differ from those of the bots in the game
        with blamed(f"bot {spec!r} cannot be reset"):
            player.reset(one_way(FOR_RESET, self._replay.seed, nobody))
        if isinstance(player, Mcts):
            drawn = self._chance(nobody)
            known = View(self.game, self.game.seat).determinize(drawn)
            return advice(reviewer(spec, self.game.spec), known, drawn)
        return self._explanation(spec, player, nobody)

    def _chance(self, asking: int) -> int:
        """Return a bot's seed for the current decision; ``asking``: its seat, or another number."""
        return one_way(FOR_DECISION, self._replay.seed, asking, self.position)

    def _explanation(self, spec: str, player: Player, asking: int) -> Explanation:
        chances = np.array([self._chance(asking)], np.int64)
        batch = Batch((View(self.game, self.game.seat),), chances)
        with blamed(f"bot {spec!r} failed"):
            return asked(player, batch)[0]

    def undoable(self) -> list[int]:
        """Return the decisions that can be undone, as the number of actions before each.

        These are the decisions of the current turn; at its first decision, the seat's last one, if
        only bots decided since and nothing hidden was revealed to the seat. With people at separate
        screens, only decisions of the current turn after the last one that revealed something to
        the seat.
        """
        if self._undoable is None:
            here = undoable(self.history, self.game)
            if self.seats_apart:
                self._undoable = unrevealed(self._replay, here)
            else:
                own = None if here else self._last_own()
                self._undoable = here if own is None else [own]
        return [*self._undoable]

    def _last_own(self) -> int | None:
        """Return the index of the deciding seat's last decision; None if it cannot be undone."""
        seats = [entry.seat for entry in self.history]
        bots = {seat for seat, player in enumerate(self.players) if player != YOU}
        return last_own(self._replay, self.game, seats, bots)

    def undo(self, to: int) -> None:
        """Go back to a decision that can be undone, and drop all actions from it on.

        Raises
        ------
        ValueError
            If ``to`` is not in ``undoable()``.
        """
        allowed = self.undoable()
        if to not in allowed:
            raise ValueError(f"decision {to} cannot be undone; allowed now: {allowed}")
        self.game = self._replay.at(to)
        self._undoable = None
        for history in self._histories.values():
            del history[to:]
        del self._replay.actions[to:]
        self._replay.explanations = {k: v for k, v in self._replay.explanations.items() if k < to}

    def since(self, seat: int) -> list[str]:
        """Return a summary of what happened from a seat's last decision on."""
        return since_last_decision(self.history, seat, self.names)

    def replay(self) -> Replay[GameT]:
        """Return the game so far, with the explanations of the bots."""
        saved = self._replay
        return replace(saved, actions=saved.actions.copy(), explanations=saved.explanations.copy())

    def save(self, path: str | PathLike[str]) -> None:
        """Write the game so far to a file; ``Table.resume(Replay.load(path))`` continues it."""
        self.replay().save(path)
