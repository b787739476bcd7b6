"""The operations of users on the games of a server: new games, actions, undo, hints.

``live_games`` loads and stores the games, ``bot_moves`` lets bots move.
"""

import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from http import HTTPStatus
from typing import Any, Final

from wistar_env.arguments import shown
from wistar_env.errors import IllegalActionError, ReplayError
from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game, position_string
from wistar_env.kit.replays import Replay
from wistar_env.kit.replays.replay import read_lines
from wistar_env.play.attempts import Attempt, attempt
from wistar_env.play.review import reviewer
from wistar_env.play.server.analyses import Analyses
from wistar_env.play.server.bot_moves import BotMoves
from wistar_env.play.server.bot_threads import BotThreads
from wistar_env.play.server.live_game import AWAY, LiveGame
from wistar_env.play.server.live_games import LiveGames, move_of, specs_of
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.opponents import YOU, hint_spec
from wistar_env.play.server.problems import RejectedError
from wistar_env.play.server.request_limits import Limits
from wistar_env.play.server.requests import ActionRequest, NewGame, Player, check_new_game
from wistar_env.play.server.responses import Asks
from wistar_env.play.server.reviews import Review, Reviews
from wistar_env.play.server.rows import DamagedError, Row
from wistar_env.play.server.seats import seat_of, with_secrets
from wistar_env.play.server.store import Store
from wistar_env.play.server.tutorials import exercise_of, opened
from wistar_env.play.server.visits import Visit
from wistar_env.play.table import Table
from wistar_env.play.turn_plan import rest_of_turn, step_of_turn

#: JavaScript represents smaller integers exactly.
_SEEDS: Final = 2**53
#: Seconds without a change after which anybody may delete a game by link.
_RESTS: Final = 30 * 24 * 3600


def _stale(number: int, found: int) -> RejectedError:
    return RejectedError(
        HTTPStatus.CONFLICT,
        f"the request is for decision {number}, but the game is at decision {found}; reload",
    )


def _rests(row: Row) -> bool:
    """Return whether a game has been idle for so long that anybody may delete it."""
    return time.time() - row.changed > _RESTS


class GameService:
    """All games of a server.

    ``offers``: the games that the server plays, the default one first. The database may also have
    games of other names, which are listed but cannot be loaded.
    """

    def __init__(self, store: Store, limits: Limits, offers: Iterable[Offer]) -> None:
        self.store = store
        self.limits = limits
        self.offers = {offer.name: offer for offer in offers}
        self._threads = BotThreads(limits)
        self.reviews = Reviews(self._threads, limits.searches + limits.waiting)
        self.analyses = Analyses(limits)
        self._games = LiveGames(store, limits.games, self.offers)
        self._bots = BotMoves(self._games, self._threads)

    def resume_bots(self) -> None:
        """Resume the bots that were to move when the server stopped, in the background."""
        self._bots.resume()

    def offer(self, name: str | None) -> Offer:
        """Return the game with a name; the default game for None.

        Raises RejectedError if this server does not play it.
        """
        if name is None:
            return next(iter(self.offers.values()))
        if name not in self.offers:
            raise RejectedError(
                HTTPStatus.UNPROCESSABLE_ENTITY,
                f"game must be one of {', '.join(self.offers)}, found {name!r}",
            )
        return self.offers[name]

    def offer_of_file(self, text: bytes) -> Offer:
        """Return this server's game that an uploaded replay names, otherwise the default game."""
        with suppress(ValueError):
            name = read_lines(text.decode("utf-8")).get("game")
            if isinstance(name, str) and name in self.offers:
                return self.offers[name]
        return self.offer(None)

    def close(self) -> None:
        """Stop bots and searches, wait for those that are running, and close the database."""
        self._bots.stop()
        self.reviews.stop()
        self.analyses.close()
        self._threads.close()
        self.store.close()

    # Games

    def create(self, request: NewGame, *, tutorial: bool = False) -> tuple[Visit, dict[int, str]]:
        """Start a game, with lessons if ``tutorial`` is set.

        Return the caller's visit, and the secrets of seats by link, which are not stored.
        """
        offer = self.offer(request.game)
        try:
            check_new_game(offer, request)
        except ValueError as error:
            raise RejectedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
        seed = secrets.randbelow(_SEEDS) if request.seed is None else request.seed
        asked: list[dict[str, Any]] = [
            {
                "who": player.who,
                "seconds": player.seconds if player.who == "mcts" else None,
                "simulations": player.simulations if player.who == "mcts" else None,
            }
            for player in request.seats
        ]
        yours = next((seat for seat, player in enumerate(asked) if player["who"] == YOU), None)
        seats, given = with_secrets(asked)
        kind = "watch" if yours is None else "play"
        specs = specs_of(offer, {"kind": kind, "seats": seats})
        table = Table(offer.game, specs, seed, request.options, offer.data, seats_apart=given)
        live = self._games.add(kind, seats, table, tutorial=tutorial)
        self._bots.ask(live)
        return Visit.of(live, given.get(yours) if yours is not None else None), given

    def begin_lesson(self, offer: Offer, name: str) -> Visit:
        """Start a game at the position of a lesson, one of those after the tutorial."""
        exercise = exercise_of(offer.game, name)
        table = Table.resume(opened(offer, exercise))
        seats = [{"who": who, "seconds": None, "simulations": None} for who in exercise.seats]
        return Visit.of(self._games.add("play", seats, table, lesson=name), None)

    def import_replay(self, replay: Replay[Any]) -> LiveGame:
        """Store an uploaded replay.

        Raises ReplayError if one of its actions is not legal.
        """
        # No bot plays it now, and a spec in an uploaded file must not be built.
        names = [{"who": name, "seconds": None} for name in replay.players or ()]
        replay.players = (YOU,) * replay.num_players
        return self._games.add("replay", names, Table.resume(replay))

    def import_position(self, text: str) -> LiveGame:
        """Store the game up to a position in one line.

        Raises ReplayError if it is not a position of one of the server's games, with the server's
        data.
        """
        name, _ = position_string.read_parts(text)
        if name not in self.offers:
            raise ReplayError(
                f"this server plays {', '.join(self.offers)}, but the position is of {shown(name)}"
            )
        offer = self.offers[name]
        return self.import_replay(Replay.from_string(text, offer.data, offer.game))

    def game(self, game: str) -> LiveGame:
        """Return the current state of a game.

        Raises RejectedError if it does not exist, is of a game or against a bot that the server
        does not offer, or was played with another version or other data. Raises DamagedError if it
        cannot be read.
        """
        return self._games.game(game)

    def visit(self, game: str, secret: str | None) -> Visit:
        """Return the current state of a game as somebody sees it; raise what ``game`` raises.

        Raises RejectedError if the game is played by link, and ``secret`` belongs to none of its
        links, or is missing before the game is over.
        """
        return Visit.of(self.game(game), secret)

    def remove(self, game: str, secret: str | None = None) -> None:
        """Delete a game; only its players may delete a game by link before its end.

        Anybody may delete a game that is damaged, idle for 30 days, or not played by this server.
        Raises RejectedError if it does not exist, or ``secret`` belongs to no seat.
        """
        with suppress(DamagedError):  # anybody may delete a damaged game
            row = self.store.row(game)
            if row is not None and self._games.plays(row) and not _rests(row):
                seat_of(row.settings, secret, finished=bool(row.summary["finished"]))
        self._games.remove(game)
        self.reviews.forget(game)
        self.analyses.forget(game)

    def act(self, visit: Visit, request: ActionRequest) -> Asks:
        """Play or plan the user's actions in order, until another decision is open.

        If one is illegal, none is played. With ``plan``, they are only planned if the turn goes on
        and nothing is revealed; otherwise all actions planned before are played with them. If there
        are some, the request must be ``confirmed`` if the turn ends, or something is revealed in a
        game by link, unless its action is the one that ends turns.

        Returns why the request must be confirmed, in which case nothing has changed; otherwise an
        empty string.
        """
        live = visit.live
        with live.turn:
            self._require_your_turn(visit, request.number)
            before, table = visit.table.game, visit.table.copy()
            asked = before.seat, before.decision
            for action in (request.action, *request.then):
                if table.game.finished or (table.game.seat, table.game.decision) != asked:
                    break
                try:
                    table.advance(action)
                except IllegalActionError as error:
                    raise RejectedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error
            if request.plan:
                step = step_of_turn(before, table.replay().actions[visit.table.position :])
                if step == "stays":
                    self._games.save_draft(live, table)
                    return ""
                asks: Asks = "ends" if step == "ends" else "reveals" if live.by_link else ""
                ending = request.action == before.presentation.turn_actions.end
                if asks and visit.planned and not request.confirmed and not ending:
                    return asks
            self._play(live, table)
        self._bots.ask(live)
        return ""

    def play_rest(self, visit: Visit, number: int, *, plan: bool) -> None:
        """Play the rest of the user's turn, as far as it needs no choice.

        With ``plan``, it is only planned, unless it ends the turn.
        """
        live = visit.live
        with live.turn:
            self._require_your_turn(visit, number)
            table = visit.table.copy()
            rest = rest_of_turn(table.game)
            if not rest.actions:
                raise RejectedError(
                    HTTPStatus.CONFLICT, "the rest of the turn needs a choice; send an action"
                )
            for action in rest.actions:
                table.advance(action)
            if plan and not rest.ends:
                self._games.save_draft(live, table)
            else:
                self._play(live, table)
        self._bots.ask(live)

    def _play(self, live: LiveGame, table: Table[Any]) -> None:
        """Store the actions that only a copy of the table has; the copy replaces the table."""
        actions = table.replay().actions[live.table.position :]
        self._games.replace_table(live, table, [move_of(action, None) for action in actions])

    def again(self, visit: Visit) -> tuple[Visit, dict[int, str]]:
        """Start a game with the players and options of an existing game, and a new seed.

        Links get new secrets, as in ``create``.
        """
        settings = visit.live.row.settings
        if settings["kind"] == "replay":
            raise RejectedError(
                HTTPStatus.CONFLICT, "a replay cannot be played again; start a new game"
            )
        if visit.live.by_link and visit.seat is None:
            raise RejectedError(
                HTTPStatus.CONFLICT, "only the players of this game can play it again"
            )
        seats = [
            Player(
                who=YOU if visit.live.by_link and seat == visit.seat else player["who"],
                **{
                    name: player[name]
                    for name in ("seconds", "simulations")
                    if player.get(name) is not None
                },
            )
            for seat, player in enumerate(settings["seats"])
        ]
        return self.create(NewGame(game=settings["game"], seats=seats, options=settings["options"]))

    def seat_bot(self, visit: Visit, seat: int) -> None:
        """Let a bot play for the person of a seat by link, who must be the visitor or away."""
        live = visit.live
        with live.turn:
            self._require_link(live, seat)
            if seat not in (visit.seat, *live.away, *live.stand_ins):
                raise RejectedError(
                    HTTPStatus.CONFLICT,
                    f"a bot may take over seat {seat} {AWAY:.0f} s after its player's last request "
                    f"or the server's start; {live.absence(seat):.0f} s have passed",
                )
            self._games.seat_bots(live, sorted({*live.stand_ins, seat}))
        self._bots.ask(live)

    def seat_person(self, visit: Visit, seat: int) -> None:
        """Give a seat by link back to its person, at this person's request."""
        live = visit.live
        with live.turn:
            self._require_link(live, seat)
            if seat != visit.seat:
                raise RejectedError(
                    HTTPStatus.FORBIDDEN,
                    f"seat {seat} is not yours: only its player can take it back",
                )
            self._games.seat_bots(live, sorted({*live.stand_ins} - {seat}))
            live.turn.notify_all()

    def _require_link(self, live: LiveGame, seat: int) -> None:
        if seat not in live.by_link:
            raise RejectedError(
                HTTPStatus.CONFLICT,
                f"seat {seat} is not played by link; seats played by link: {live.by_link}",
            )
        if live.table.game.finished:
            raise RejectedError(HTTPStatus.CONFLICT, "the game is over; reload")

    def undo(self, visit: Visit, number: int, to: int) -> None:
        """Undo the user's decision ``to`` and all actions after it."""
        live = visit.live
        with live.turn:
            self._require_your_turn(visit, number)
            allowed = visit.table.undoable()
            if to not in allowed:
                raise RejectedError(
                    HTTPStatus.UNPROCESSABLE_ENTITY,
                    f"decision {to} cannot be undone; allowed now: {allowed}",
                )
            table = visit.table.copy()
            table.undo(to)
            if to >= live.table.position and visit.planned:
                self._games.save_draft(live, table)
            else:
                self._games.save(live, table.game, to)
                live.table = table

    def position(self, visit: Visit, number: int) -> Game:
        """Return a copy of the game at the user's decision."""
        live = visit.live
        with live.turn:
            self._require_your_turn(visit, number)
            position: Game = visit.table.game.clone()
            return position

    def hint(self, visit: Visit, number: int, simulations: int) -> Explanation:
        """Return a search's explanation of the user's decision."""
        live = visit.live
        with live.turn:
            self._require_your_turn(visit, number)
            table = visit.table.copy()  # another tab may change the game during the search
        return self._threads.hint(partial(table.hint, hint_spec(simulations)))

    def attempt(self, game: str, number: int, action: int) -> tuple[LiveGame, Review, Attempt]:
        """Judge an answer to an exercise, which is a decision of a reviewed game."""
        live = self.game(game)
        found = self.reviews.find(game)
        wanted = [each for each in found.decisions if each.number == number] if found else []
        if found is None or not found.page or not wanted:
            raise RejectedError(
                HTTPStatus.CONFLICT, f"decision {number} is not reviewed: review the game first"
            )
        replay, [reviewed] = live.table.replay(), wanted

        def judge() -> Attempt:
            return attempt(replay, reviewer(found.search, replay.game.spec), reviewed, action)

        try:
            return live, found, self._threads.hint(judge)
        except ReplayError as error:
            raise RejectedError(HTTPStatus.UNPROCESSABLE_ENTITY, str(error)) from error

    def step(self, visit: Visit, number: int) -> None:
        """Let the bot to move play, in a watched game or after a bot has failed."""
        live = visit.live
        with live.turn:
            if number != live.table.position:
                raise _stale(number, live.table.position)
            if live.awaits not in ("step", "bots"):
                raise RejectedError(HTTPStatus.CONFLICT, "no bot is to move in this game")
            live.error = ""
        self._bots.ask(live, requested=True)

    def wait(self, live: LiveGame, seconds: float) -> None:
        """Wait until no bot is choosing its action or queued, or the timeout has passed."""
        with live.turn:
            live.turn.wait_for(lambda: not self.thinks(live), seconds)

    def thinks(self, live: LiveGame) -> bool:
        """Return whether a bot is choosing its action, or is queued to do so."""
        return self._bots.thinks(live)

    def _require_your_turn(self, visit: Visit, number: int) -> None:
        live = visit.live
        if live.kind != "play":
            raise RejectedError(
                HTTPStatus.CONFLICT, "this game is watched or a replay: nobody can act in it"
            )
        if number != visit.table.position:
            raise _stale(number, visit.table.position)
        if not visit.decides:
            reason = "the game is over" if live.table.game.finished else "it is not your turn"
            raise RejectedError(HTTPStatus.CONFLICT, f"{reason}; reload")
