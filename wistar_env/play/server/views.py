"""Responses about a game, from the perspective of its viewer."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from wistar_env.explanations import Explanation
from wistar_env.games.rats_of_wistar import Game
from wistar_env.gate import MAX_SEATS
from wistar_env.play.history import HistoryEntry, since_last_decision
from wistar_env.play.server import responses
from wistar_env.play.server.game_service import GameService
from wistar_env.play.server.live_game import LiveGame, your_seat
from wistar_env.play.server.opponents import OPPONENTS, YOU, opponents_for, title_of
from wistar_env.play.server.store import Row
from wistar_env.render.svg import picture
from wistar_env.scene import Scene
from wistar_env.story import breakdown, choice_details

_STATUSES: Final[Mapping[str, responses.ListStatus]] = MappingProxyType(
    {"you": "yours", "bots": "thinking", "step": "step"}
)
_MAX_NAME_LENGTH: Final = 24
_STYLE: Final = re.compile(r"<style>.*?</style>", re.DOTALL)


def _name(chair: dict[str, Any]) -> str:
    """Return the name of a chair's player; for a replay, the name in the file."""
    who = str(chair["who"])
    if who == YOU:
        return "You"
    if who in OPPONENTS:
        return title_of(who, chair["seconds"])
    # A file may contain any characters; a picture may not.
    shown = "".join(letter if letter.isprintable() else "?" for letter in who[:_MAX_NAME_LENGTH])
    return shown if len(who) <= _MAX_NAME_LENGTH else f"{shown}…"


def _names(settings: dict[str, Any]) -> list[str]:
    """Return the names of the seats of a game."""
    chairs, solo = settings["chairs"], settings["num_players"] == 1
    names = [_name(chair) for chair in chairs]
    names = names or [f"Player {seat}" for seat in range(settings["num_players"])]
    for name in {name for name in names if names.count(name) > 1}:
        places = [seat for seat, each in enumerate(names) if each == name]
        for number, seat in enumerate(places, start=1):
            names[seat] = f"{name} ({number})"
    return [*names, "Rat-o-bot"] if solo else names


def _title(names: list[str], level: int | None) -> str:
    shown = [f"Rat-o-bot, level {level}" if name == "Rat-o-bot" else name for name in names]
    return f"{', '.join(shown[:-1])} and {shown[-1]}"


def _level(settings: dict[str, Any]) -> int | None:
    return sum(settings["tracks"]) if settings["tracks"] else None


def _result(names: list[str], summary: Mapping[str, Any]) -> str:
    if not summary["finished"]:
        return ""
    winner, totals = summary["winner"], summary["totals"]
    verb = "win" if names[winner] == "You" else "wins"
    points = " : ".join(str(each) for each in totals)
    return f"{names[winner]} {verb}, {points} VP"


def entry(row: Row) -> responses.Entry:
    """Return the entry of a game in the list."""
    names, level, summary = _names(row.settings), _level(row.settings), row.summary
    over: responses.ListStatus = "finished" if summary["finished"] else "kept"
    return responses.Entry(
        id=row.id,
        kind=row.settings["kind"],
        title=_title(names, level),
        players=row.settings["num_players"],
        level=level,
        status=_STATUSES.get(summary["awaits"], over),
        round=summary["round"],
        decisions=summary["decisions"],
        created=row.created,
        changed=row.changed,
        result=_result(names, summary),
    )


def options(version: str) -> responses.GameOptions:
    """Return the options of a new game."""
    kinds = [
        responses.BotKind(
            name=name,
            title=each.title,
            about=each.about,
            thinks=each.thinks,
            players=[n for n in range(1, MAX_SEATS + 1) if name in opponents_for(n)],
        )
        for name, each in OPPONENTS.items()
    ]
    return responses.GameOptions(version=version, bots=kinds)


def _status(service: GameService, live: LiveGame) -> responses.Status:
    if live.table.game.finished:
        return "finished"
    if service.thinks(live):
        return "thinking"
    if live.error:
        return "stopped"
    return _STATUSES.get(live.awaits, "kept")


def state(service: GameService, live: LiveGame, *, narrow: bool) -> responses.State:
    """Return a game from the perspective of its viewer."""
    with live.turn:
        row, history, error, viewer = live.row, [*live.table.history], live.error, live.viewer
        game, status = live.table.game.clone(), _status(service, live)
        undo = live.table.undoable() if status == "yours" else []
        actions = [*live.table.replay().actions]
        shows_seed = live.kind == "replay" or game.finished
    names, level, you = _names(row.settings), _level(row.settings), your_seat(row.settings)
    scene = _scene(game, viewer, names, yours=status == "yours")
    return responses.State(
        id=row.id,
        kind=row.settings["kind"],
        title=_title(names, level),
        revision=row.revision,
        number=len(history),
        status=status,
        error=error,
        chairs=[responses.Chair(name=name, you=seat == you) for seat, name in enumerate(names)],
        you=you,
        level=level,
        round=game.round,
        decision=_decision(scene),
        news=since_last_decision(history, you, names) if history and you is not None else [],
        log=_log(history, names),
        undo=[responses.UndoPoint(number=k, text=game.describe(actions[k])) for k in undo],
        scores=_scores(game) if game.finished else [],
        seed=str(row.settings["seed"]) if shows_seed else None,
        picture=_drawn(scene, narrow=narrow),
    )


def _scene(game: Game, viewer: int | None, names: list[str], *, yours: bool) -> Scene:
    """Return the scene of a position; its choices are empty unless the user is to move."""
    scene = replace(game.scene(viewer), names=tuple(names))
    if yours or scene.decision is None:
        return scene
    return replace(scene, decision=replace(scene.decision, choices=()))


def _drawn(scene: Scene, *, narrow: bool) -> str:
    """Return the board without styles and fonts: those are in the page's style sheet."""
    return _STYLE.sub("", picture(scene, narrow=narrow, with_fonts=False))


def _decision(scene: Scene) -> responses.Decision | None:
    decision = scene.decision
    if decision is None:
        return None
    choices = [
        responses.Choice(action=each.action, text=each.text, effect=choice_details(scene, each))
        for each in decision.choices
    ]
    return responses.Decision(seat=decision.seat, name=decision.name, choices=choices)


def _log(history: list[HistoryEntry], names: list[str]) -> list[responses.Line]:
    return [
        responses.Line(number=k, seat=each.seat, round=each.round, text=each.lines(names))
        for k, each in enumerate(history)
    ]


def _scores(game: Game) -> list[responses.Score]:
    found = breakdown(game)
    return [
        responses.Score(
            seat=seat,
            parts=[responses.Part(name=name, vp=vps[seat]) for name, vps in found.rows],
            total=found.totals[seat],
        )
        for seat in found.ranking
    ]


def position(live: LiveGame, number: int, *, narrow: bool) -> responses.Position:
    """Return a game before one of its actions, or at its end."""
    with live.turn:
        replay, viewer, history = live.table.replay(), live.viewer, [*live.table.history]
        explanation = replay.explanations.get(number) if live.fully_visible else None
    names = _names(live.row.settings)
    game = replay.at(number)
    at_end = number == len(history)
    return responses.Position(
        number=number,
        round=game.round,
        decision=game.decision,
        seat=None if game.finished else game.seat,
        next="" if at_end else " ".join(history[number].lines(names)),
        explanation=_options(game, explanation) if explanation else [],
        picture=_drawn(_scene(game, viewer, names, yours=False), narrow=narrow),
    )


def _options(game: Game, explanation: Explanation) -> list[responses.ExplainedOption]:
    total = sum(option.visits or 0 for option in explanation.options)
    return [
        responses.ExplainedOption(
            action=option.action,
            text=game.describe(option.action),
            visits=option.visits,
            share=option.visits / total if option.visits is not None and total else None,
            probability=option.probability,
            value=option.value,
        )
        for option in explanation.options
    ]


def hint(game: Game, number: int, explanation: Explanation) -> responses.Hint:
    """Return a search's evaluation of the current decision."""
    return responses.Hint(
        number=number,
        simulations=sum(option.visits or 0 for option in explanation.options),
        value=explanation.value,
        options=_options(game, explanation),
    )
