"""What a browser is sent of a game: what its viewer may see, and nothing else."""

import re
from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from wistar_env.explanations import Explanation
from wistar_env.game import Game
from wistar_env.gate import MAX_SEATS
from wistar_env.play.past import Past, since_your_last
from wistar_env.play.server import responses
from wistar_env.play.server.hall import Hall
from wistar_env.play.server.held import Held, your_seat
from wistar_env.play.server.opponents import OPPONENTS, YOU, opponents_for, titled
from wistar_env.play.server.store import Row
from wistar_env.render.svg import picture
from wistar_env.scene import Scene
from wistar_env.story import breakdown, meaning

_STATUSES: Final[Mapping[str, responses.Waiting]] = MappingProxyType(
    {"you": "yours", "bots": "thinking", "step": "step"}
)
_LONGEST_NAME: Final = 24
_STYLE: Final = re.compile(r"<style>.*?</style>", re.DOTALL)


def _called(chair: dict[str, Any]) -> str:
    """Return what a chair's player is called; that of a replay by the name in the file."""
    who = str(chair["who"])
    if who == YOU:
        return "You"
    if who in OPPONENTS:
        return titled(who, chair["seconds"])
    # A file may hold anything, and not all of it may stand in a picture.
    shown = "".join(letter if letter.isprintable() else "?" for letter in who[:_LONGEST_NAME])
    return shown if len(who) <= _LONGEST_NAME else f"{shown}…"


def _names(terms: dict[str, Any]) -> list[str]:
    """Return what the seats of a game are called."""
    chairs, solo = terms["chairs"], terms["num_players"] == 1
    names = [_called(chair) for chair in chairs]
    names = names or [f"Player {seat}" for seat in range(terms["num_players"])]
    for name in {name for name in names if names.count(name) > 1}:
        places = [seat for seat, each in enumerate(names) if each == name]
        for number, seat in enumerate(places, start=1):
            names[seat] = f"{name} ({number})"
    return [*names, "Rat-o-bot"] if solo else names


def _title(names: list[str], level: int | None) -> str:
    called = [f"Rat-o-bot, level {level}" if name == "Rat-o-bot" else name for name in names]
    return f"{', '.join(called[:-1])} and {called[-1]}"


def _level(terms: dict[str, Any]) -> int | None:
    return sum(terms["tracks"]) if terms["tracks"] else None


def _result(names: list[str], summary: Mapping[str, Any]) -> str:
    if not summary["finished"]:
        return ""
    winner, totals = summary["winner"], summary["totals"]
    verb = "win" if names[winner] == "You" else "wins"
    points = " : ".join(str(each) for each in totals)
    return f"{names[winner]} {verb}, {points} VP"


def entry(row: Row) -> responses.Entry:
    """Return a game as the list shows it."""
    names, level, summary = _names(row.terms), _level(row.terms), row.summary
    over: responses.Waiting = "finished" if summary["finished"] else "kept"
    return responses.Entry(
        id=row.id,
        kind=row.terms["kind"],
        title=_title(names, level),
        players=row.terms["num_players"],
        level=level,
        status=_STATUSES.get(summary["awaits"], over),
        round=summary["round"],
        decisions=summary["decisions"],
        made=row.made,
        changed=row.changed,
        result=_result(names, summary),
    )


def terms(version: str) -> responses.Terms:
    """Return what a game can be begun with."""
    kinds = [
        responses.Kind(
            name=name,
            title=each.title,
            about=each.about,
            thinks=each.thinks,
            players=[n for n in range(1, MAX_SEATS + 1) if name in opponents_for(n)],
        )
        for name, each in OPPONENTS.items()
    ]
    return responses.Terms(version=version, bots=kinds)


def _status(hall: Hall, held: Held) -> responses.Status:
    if held.table.game.finished:
        return "finished"
    if hall.thinks(held):
        return "thinking"
    if held.trouble:
        return "stopped"
    return _STATUSES.get(held.awaits, "kept")


def state(hall: Hall, held: Held, *, narrow: bool) -> responses.State:
    """Return a game as its viewer may see it."""
    with held.turn:
        row, past, trouble, viewer = held.row, [*held.table.past], held.trouble, held.viewer
        game, status = held.table.game.clone(), _status(hall, held)
        undo = held.table.undoable() if status == "yours" else []
        actions = [*held.table.replay().actions]
        tells_seed = held.kind == "replay" or game.finished
    names, level, you = _names(row.terms), _level(row.terms), your_seat(row.terms)
    scene = _seen(game, viewer, names, yours=status == "yours")
    return responses.State(
        id=row.id,
        kind=row.terms["kind"],
        title=_title(names, level),
        revision=row.revision,
        number=len(past),
        status=status,
        trouble=trouble,
        chairs=[responses.Chair(name=name, you=seat == you) for seat, name in enumerate(names)],
        you=you,
        level=level,
        round=game.round,
        decision=_decision(scene),
        told=since_your_last(past, you, names) if past and you is not None else [],
        log=_log(past, names),
        undo=[responses.Point(number=k, text=game.describe(actions[k])) for k in undo],
        scores=_scores(game) if game.finished else [],
        seed=str(row.terms["seed"]) if tells_seed else None,
        picture=_drawn(scene, narrow=narrow),
    )


def _seen(game: Game, viewer: int | None, names: list[str], *, yours: bool) -> Scene:
    """Return the scene of a position; its actions are offered only if you can choose one."""
    scene = replace(game.scene(viewer), names=tuple(names))
    if yours or scene.decision is None:
        return scene
    return replace(scene, decision=replace(scene.decision, choices=()))


def _drawn(scene: Scene, *, narrow: bool) -> str:
    """Return the board without styles, which are in the page's style sheet, as is the font."""
    return _STYLE.sub("", picture(scene, narrow=narrow, with_fonts=False))


def _decision(scene: Scene) -> responses.Decision | None:
    decision = scene.decision
    if decision is None:
        return None
    choices = [
        responses.Choice(action=each.action, text=each.text, effect=meaning(scene, each))
        for each in decision.choices
    ]
    return responses.Decision(seat=decision.seat, name=decision.name, choices=choices)


def _log(past: list[Past], names: list[str]) -> list[responses.Line]:
    return [
        responses.Line(number=k, seat=each.seat, round=each.round, text=each.lines(names))
        for k, each in enumerate(past)
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


def position(held: Held, number: int, *, narrow: bool) -> responses.Position:
    """Return a game as it was before one of its actions, or at its end."""
    with held.turn:
        replay, viewer, past = held.table.replay(), held.viewer, [*held.table.past]
        thought = replay.explanations.get(number) if held.open else None
    names = _names(held.row.terms)
    game = replay.at(number)
    at_end = number == len(past)
    return responses.Position(
        number=number,
        round=game.round,
        decision=game.decision,
        seat=None if game.finished else game.seat,
        next="" if at_end else " ".join(past[number].lines(names)),
        thought=_tried(game, thought) if thought else [],
        picture=_drawn(_seen(game, viewer, names, yours=False), narrow=narrow),
    )


def _tried(game: Game, thought: Explanation) -> list[responses.Tried]:
    total = sum(option.visits or 0 for option in thought.options)
    return [
        responses.Tried(
            action=option.action,
            text=game.describe(option.action),
            visits=option.visits,
            share=option.visits / total if option.visits is not None and total else None,
            probability=option.probability,
            value=option.value,
        )
        for option in thought.options
    ]


def hint(game: Game, number: int, thought: Explanation) -> responses.Hint:
    """Return what a search thinks of the open decision of a game."""
    return responses.Hint(
        number=number,
        simulations=sum(option.visits or 0 for option in thought.options),
        worth=thought.value,
        tried=_tried(game, thought),
    )
