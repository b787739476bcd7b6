"""Responses about a game, from the perspective of its viewer."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from types import MappingProxyType
from typing import Final, Literal

from wistar_env.explanations import Explanation
from wistar_env.kit.game import Game
from wistar_env.kit.game.breakdown import Breakdown
from wistar_env.kit.game.presentation_parts import MenuItem, Question
from wistar_env.play.history import HistoryEntry, since_last_decision, undoable
from wistar_env.play.server import boards, responses
from wistar_env.play.server.game_service import GameService
from wistar_env.play.server.hint_points import Points
from wistar_env.play.server.names import (
    names_of,
    players_in_words,
    result_in_words,
    title_of_game,
    win_in_words,
)
from wistar_env.play.server.offers import Offer
from wistar_env.play.server.reference import anchor
from wistar_env.play.server.requests import Layout
from wistar_env.play.server.rows import DamagedError, Row
from wistar_env.play.server.seats import seats_by_link
from wistar_env.play.server.store import Store
from wistar_env.play.server.tutorials import course, exercise_lesson, lesson
from wistar_env.play.server.visits import Visit
from wistar_env.play.turn_plan import changes, rest_of_turn

_STATUSES: Final[Mapping[str, Literal["yours", "thinking", "step"]]] = MappingProxyType(
    {"you": "yours", "bots": "thinking", "step": "step"}
)


def entry(offers: Mapping[str, Offer], row: Row) -> responses.Entry:
    """Return a stored game's entry in the list of games, on a server with these offers."""
    settings, summary = row.settings, row.summary
    name = str(settings.get("game"))
    game = offers[name].game if name in offers else None
    over: responses.ListStatus = "finished" if summary["finished"] else "kept"
    return responses.Entry(
        id=row.id,
        kind=settings["kind"],
        game=name,
        title=title_of_game(game, settings, names_of(game, settings))
        if game
        else f"{name}: {players_in_words(settings)}",
        players=settings["num_players"],
        status=_list_status(row, over) if game else "other",
        progress=summary["progress"],
        decisions=summary["decisions"],
        created=row.created,
        changed=row.changed,
        result=result_in_words(game, names_of(game, settings), summary)
        if game
        else f"opens with wistar serve --game {name}",
    )


def _list_status(row: Row, over: responses.ListStatus) -> responses.ListStatus:
    awaits = row.summary["awaits"]
    if awaits == "you" and seats_by_link(row.settings):
        return "link"
    return _STATUSES.get(awaits, over)


def games(offers: Mapping[str, Offer], store: Store, max_games: int) -> responses.Games:
    """Return the list of games, with damaged ones listed separately so that they can be deleted."""
    rows, damaged = store.rows()
    entries = []
    for row in rows:
        try:
            entries.append(entry(offers, row))
        except (LookupError, TypeError, ValueError) as error:
            # The game does not know these options or winners.
            damaged.append(DamagedError(row.id, str(error)))
    return responses.Games(
        games=entries,
        damaged=[responses.DamagedGame(id=each.game, detail=str(each)) for each in damaged],
        max_games=max_games,
    )


#: Number of pieces that introduce a game.
_SHOWN: Final = 3


def options(offers: Mapping[str, Offer], offer: Offer, version: str) -> responses.GameOptions:
    """Return the options of a new game, and the offered games."""
    game = offer.game
    tutorial = game.presentation.tutorial()
    numbers_of_players = range(game.spec.min_players, game.spec.max_players + 1)
    kinds = [
        responses.BotKind(
            name=name,
            title=each.title,
            about=each.about,
            thinks=each.thinks,
            players=[*numbers_of_players],
        )
        for name, each in offer.opponents.items()
    ]
    return responses.GameOptions(
        version=version,
        games=[
            responses.OfferedGame(name=name, title=offer.game.spec.title)
            for name, offer in offers.items()
        ],
        game=game.spec.name,
        title=game.spec.title,
        footer=game.presentation.footer,
        players=[*numbers_of_players],
        marks=[*game.presentation.seat_marks(game.spec.max_players)],
        tutorial=tutorial is not None,
        # A tutorial begins with this decision.
        about=tutorial.lessons[0].text.partition("\n")[0] if tutorial else "",
        pieces=[each.name for each in islice(game.presentation.gallery(offer.data), _SHOWN)],
        lessons=course(game),
        numbers=[*_numbers(offer, numbers_of_players)],
        bots=[kind for kind in kinds if kind.players],
    )


def _numbers(offer: Offer, players: Iterable[int]) -> Iterator[responses.NumberOption]:
    for option in offer.game.spec.options:
        if option.default is not None:
            yield responses.NumberOption(
                name=option.name,
                label=option.label or option.name,
                hint=f"{option.help[:1].upper()}{option.help[1:]}.",
                low=option.low,
                high=option.high,
                default=offer.options.get(option.name, option.default),
                players=[number for number in players if option.is_for(number)],
            )


def _status(service: GameService, visit: Visit) -> responses.Status:
    live = visit.live
    if live.table.game.finished:
        return "finished"
    if service.thinks(live):
        return "thinking"
    if live.error:
        return "stopped"
    if live.awaits == "you" and not visit.decides:
        return "waiting"
    return _STATUSES.get(live.awaits, "kept")


def state(
    service: GameService, visit: Visit, layout: Layout, asks: responses.Asks = ""
) -> responses.State:
    """Return a game as a visitor sees it."""
    live, you = visit.live, visit.seat
    with live.turn:
        row, history, error, viewer = live.row, [*visit.history], live.error, visit.viewer
        game, status = visit.table.game.clone(), _status(service, visit)
        stand_ins, away = live.stand_ins, live.away
        planned, revision = visit.planned, visit.revision
        undo = visit.table.undoable() if status == "yours" else []
        shows_seed = live.revealed
    names, by_link = names_of(type(game), row.settings, you), live.by_link
    start = _known(layout, len(history), revision)
    found = game.presentation.breakdown() if game.finished else None
    return responses.State(
        id=row.id,
        kind=row.settings["kind"],
        game=game.spec.name,
        title=title_of_game(type(game), row.settings, names),
        revision=revision,
        number=len(history),
        status=status,
        error=error,
        seats=[
            responses.Player(
                name=name,
                you=seat == you,
                colour=game.presentation.seat_colours[seat][0],
                by_link=seat in by_link,
                stand_in=seat in stand_ins,
                away=seat in away,
            )
            for seat, name in enumerate(names)
        ],
        you=you,
        progress=game.presentation.progress_in_words,
        decision=decision(game, yours=status == "yours"),
        news=since_last_decision(history, you, names) if you is not None else [],
        log_start=start,
        log=_log(history, names, start),
        undo=[responses.UndoPoint(number=k, text=" ".join(history[k].lines(names))) for k in undo],
        scores=[] if found is None else _scores(found),
        result="" if found is None else final(names, found),
        seed=str(row.settings["seed"]) if shows_seed else None,
        scoreboard=boards.scoreboard(game, viewer),
        held=boards.held(game, viewer),
        due=game.presentation.due_in_words(viewer),
        turn=_turn(visit, game, history) if status == "yours" else None,
        rules=_rules_of(game),
        planned=planned,
        asks=asks,
        lesson=_lesson(visit, game, history) if status in ("yours", "finished") else None,
        picture=boards.picture(game, viewer, names, layout, yours=status == "yours"),
        sheet=boards.sheet(game, viewer, names, layout, yours=status == "yours"),
    )


def _turn(visit: Visit, game: Game, history: Sequence[HistoryEntry]) -> responses.Turn | None:
    """Return the changes in your turn, and the rest of it.

    None before its first action, or if no action ends the turn and none is planned.
    """
    own = undoable(history, game)
    if not own or (game.presentation.turn_actions.end is None and not visit.planned):
        return None
    plan, start = rest_of_turn(game), visit.table.replay().at(own[0])
    rest = responses.TurnRest(
        actions=plan.actions,
        text="; ".join(item.text for item in plan.items),
        ends=plan.ends,
        changes=_changes(game, plan.before_end, game.seat),
    )
    return responses.Turn(
        changes=_changes(start, game, game.seat), rest=rest if len(plan.items) > 1 else None
    )


def _changes(before: Game, after: Game, seat: int) -> list[responses.Change]:
    return [responses.Change(name=name, by=by) for name, by in changes(before, after, seat)]


def _rules_of(game: Game) -> str:
    """Return the address of the rules about the current decision."""
    topic = f"#{anchor(game.presentation.rules_topic)}" if game.presentation.rules_topic else ""
    return f"/rules/{game.spec.name}?players={game.num_players}{topic}"


def _lesson(visit: Visit, game: Game, history: Sequence[HistoryEntry]) -> responses.Lesson | None:
    """Return the text of a tutorial or a later lesson at your decision; None if there is none."""
    live, you = visit.live, visit.seat
    if exercise := live.row.settings.get("lesson"):
        return exercise_lesson(game, exercise)
    tutorial = type(game).presentation.tutorial()
    if not live.row.settings.get("tutorial") or tutorial is None or you is None:
        return None
    if game.finished:
        return None
    actions = visit.table.replay().actions[: len(history)]
    return lesson(game, tutorial, history, actions, you)


def _known(layout: Layout, number: int, revision: int) -> int:
    """Return how many of the log's actions the client already has.

    Every action increments number and revision; undoing one increments only the revision. If their
    difference is unchanged, nothing was undone.
    """
    if layout.known is None:
        return 0
    known, seen = layout.known
    return known if known <= number and seen - known == revision - number else 0


def decision(game: Game, *, yours: bool) -> responses.Decision | None:
    """Return the current decision; its choices are empty unless the user is to move."""
    if game.finished:
        return None
    menu = game.presentation.menu() if yours else []
    asked = game.presentation.question if yours else Question(game.decision)
    return responses.Decision(
        seat=game.seat,
        name=game.decision,
        question=asked.text,
        due=asked.due,
        proposal=[*asked.proposal],
        choices=[responses.Choice(**each._asdict()) for each in menu],
        forced=_is_forced(game, menu),
    )


def _is_forced(game: Game, menu: Sequence[MenuItem]) -> bool:
    """Return whether there is only one choice, which does not end the turn by declining."""
    if len(menu) != 1 or not menu[0].declines:
        return len(menu) == 1
    after = game.clone()
    after.step(menu[0].action)
    return not after.finished and (after.seat, after.turn) == (game.seat, game.turn)


def _log(history: list[HistoryEntry], names: list[str], start: int) -> list[responses.Line]:
    """Return the log from the action with the index ``start`` on."""
    return [
        responses.Line(number=k, seat=each.seat, stage=each.stage, text=each.lines(names))
        for k, each in enumerate(history[start:], start)
    ]


def _scores(found: Breakdown) -> list[responses.Score]:
    return [
        responses.Score(
            seat=seat,
            parts=[responses.Part(name=name, points=points[seat]) for name, points in found.rows],
            total=found.totals[seat],
        )
        for seat in found.ranking
    ]


def final(names: Sequence[str], found: Breakdown) -> str:
    """Return the winners and their points."""
    return (
        f"{win_in_words(names, found.winners)} with {found.totals[found.ranking[0]]} {found.unit}"
    )


def position(visit: Visit, number: int, layout: Layout) -> responses.Position:
    """Return a game before one of its actions, or at its end."""
    live = visit.live
    with live.turn:
        replay, viewer, history = visit.table.replay(), visit.viewer, [*visit.history]
        explanation = replay.explanations.get(number) if live.fully_visible else None
    game = replay.at(number)
    names = names_of(type(game), live.row.settings, visit.seat)
    at_end = number == len(history)
    return responses.Position(
        number=number,
        progress=game.presentation.progress_in_words,
        decision=game.decision,
        seat=None if game.finished else game.seat,
        next="" if at_end else " ".join(history[number].lines(names)),
        explanation=explained(game, explanation) if explanation else [],
        scoreboard=boards.scoreboard(game, viewer),
        held=boards.held(game, viewer),
        picture=boards.picture(game, viewer, names, layout, yours=False),
        sheet=boards.sheet(game, viewer, names, layout, yours=False),
    )


def explained(game: Game, explanation: Explanation) -> list[responses.ExplainedOption]:
    """Return an evaluation of actions, with the actions' texts."""
    total = sum(option.visits or 0 for option in explanation.options)
    words = {item.action: item.text for item in game.presentation.menu()}
    return [
        responses.ExplainedOption(
            action=option.action,
            text=words.get(option.action) or game.describe(option.action),
            visits=option.visits,
            share=option.visits / total if option.visits is not None and total else None,
            probability=option.probability,
            value=option.value,
        )
        for option in explanation.options
    ]


def hint(game: Game, number: int, explanation: Explanation, points: Points) -> responses.Hint:
    """Return a search's evaluation of the current decision."""
    return responses.Hint(
        number=number,
        simulations=sum(option.visits or 0 for option in explanation.options),
        value=explanation.value,
        points=points.now,
        unit=game.spec.scores.points_text,
        options=[
            option.model_copy(update={"points": points.after.get(option.action)})
            for option in explained(game, explanation)
        ],
    )


def reason(game: Game, action: int) -> responses.Reason:
    """Return why an action is not offered."""
    found = game.presentation.why_not(action)
    page = f"/rules/{game.spec.name}/ledger"
    return responses.Reason(
        sentence=found.sentence,
        rules=[responses.Rule(id=rule, address=f"{page}#{rule}") for rule in found.rules],
    )
