"""What a browser is sent of a game: what its viewer may see, and nothing else."""

from dataclasses import replace
from typing import Any, Literal

from pydantic import BaseModel, Field

from wistar_env.game import Game
from wistar_env.gate import MAX_SEATS
from wistar_env.play.server.hall import Hall, Table
from wistar_env.play.server.opponents import OPPONENTS, YOU, opponents_for, titled
from wistar_env.play.server.past import since_your_last, undoable
from wistar_env.play.server.picture import picture
from wistar_env.play.server.store import Row
from wistar_env.scene import Scene
from wistar_env.search import Report
from wistar_env.story import breakdown

Status = Literal["yours", "thinking", "step", "stopped", "finished", "kept"]


class Chair(BaseModel):
    """A chair of a game."""

    name: str
    you: bool


class Entry(BaseModel):
    """A game in the list."""

    id: str
    kind: Literal["play", "watch", "replay"]
    title: str
    players: int
    level: int | None = Field(description="Rat-o-bot's level, in solo games.")
    status: Literal["yours", "thinking", "step", "finished", "kept"]
    round: int
    decisions: int
    made: float = Field(description="Seconds since 1970.")
    changed: float
    result: str = Field(description="How it ended; empty as long as it has not.")


class Games(BaseModel):
    """All games, that which changed last first."""

    games: list[Entry]
    most: int = Field(description="How many games the server keeps.")


class Kind(BaseModel):
    """A kind of bot."""

    name: str
    title: str
    about: str
    thinks: bool = Field(description="Whether it takes a time to think.")
    players: list[int] = Field(description="The numbers of players that it plays with.")


class Terms(BaseModel):
    """What a game can be begun with."""

    version: str
    bots: list[Kind]


class Choice(BaseModel):
    """A legal action."""

    action: int
    text: str
    effect: str


class Decision(BaseModel):
    """The open decision."""

    seat: int
    name: str
    choices: list[Choice] = Field(description="Empty unless it is yours.")


class Line(BaseModel):
    """What an action led to."""

    number: int
    seat: int
    round: int
    text: list[str]


class Point(BaseModel):
    """A decision that can be taken anew."""

    number: int
    text: str = Field(description="What you did then.")


class Part(BaseModel):
    """What a seat has for one reason."""

    name: str
    vp: int


class Score(BaseModel):
    """The final score of a seat."""

    seat: int
    parts: list[Part] = Field(description="The same for all seats, in the same order.")
    total: int


class State(BaseModel):
    """A game as it is."""

    id: str
    kind: Literal["play", "watch", "replay"]
    title: str
    revision: int
    number: int = Field(description="The number of the open decision; actions name it.")
    status: Status
    trouble: str = Field(description="Why a bot stopped; empty if none did.")
    chairs: list[Chair]
    you: int | None
    level: int | None
    round: int
    decision: Decision | None
    told: list[str] = Field(description="What happened since your last decision.")
    log: list[Line]
    undo: list[Point]
    scores: list[Score] = Field(description="Best first; empty before the end.")
    seed: str | None = Field(description="Told when the game is over.")
    picture: str = Field(description="The board, as SVG.")


class Position(BaseModel):
    """A game as it was before one of its actions."""

    number: int
    round: int
    decision: str
    seat: int | None
    next: str = Field(description="What is done then; empty at the end.")
    picture: str


class Tried(BaseModel):
    """What a search found out about an action."""

    action: int
    text: str
    visits: int
    share: float = Field(description="Its share of all visits.")
    prior: float = Field(description="What was expected of it before.")
    value: float | None = Field(description="What it is worth, 0 to 1; null if not tried.")


class Hint(BaseModel):
    """What a search found out about the open decision, best first."""

    number: int
    simulations: int
    worth: float | None
    tried: list[Tried]


def _names(terms: dict[str, Any]) -> list[str]:
    """Return what the seats of a game are called."""
    chairs, solo = terms["chairs"], terms["num_players"] == 1
    names = [
        "You" if chair["who"] == YOU else titled(chair["who"], chair["seconds"]) for chair in chairs
    ] or [f"Player {seat + 1}" for seat in range(terms["num_players"])]
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


def _result(names: list[str], summary: dict[str, Any]) -> str:
    if not summary["finished"]:
        return ""
    winner, totals = summary["winner"], summary["totals"]
    verb = "win" if names[winner] == "You" else "wins"
    points = " : ".join(str(each) for each in totals)
    return f"{names[winner]} {verb}, {points} VP"


def entry(row: Row) -> Entry:
    """Return a game as the list shows it."""
    names, level, summary = _names(row.terms), _level(row.terms), row.summary
    awaits = summary["awaits"]
    over = "finished" if summary["finished"] else "kept"
    statuses: dict[str, Any] = {"you": "yours", "bots": "thinking", "step": "step"}
    return Entry(
        id=row.id,
        kind=row.terms["kind"],
        title=_title(names, level),
        players=row.terms["num_players"],
        level=level,
        status=statuses.get(awaits, over),
        round=summary["round"],
        decisions=summary["decisions"],
        made=row.made,
        changed=row.changed,
        result=_result(names, summary),
    )


def terms(version: str) -> Terms:
    """Return what a game can be begun with."""
    kinds = [
        Kind(
            name=name,
            title=each.title,
            about=each.about,
            thinks=each.thinks,
            players=[n for n in range(1, MAX_SEATS + 1) if name in opponents_for(n)],
        )
        for name, each in OPPONENTS.items()
    ]
    return Terms(version=version, bots=kinds)


def _status(hall: Hall, table: Table) -> Status:
    if table.game.finished:
        return "finished"
    if hall.thinks(table):
        return "thinking"
    if table.trouble:
        return "stopped"
    statuses: dict[str, Status] = {"you": "yours", "bots": "thinking", "step": "step"}
    return statuses.get(table.awaits, "kept")


def state(hall: Hall, table: Table, *, narrow: bool) -> State:
    """Return a game as its viewer may see it."""
    with table.turn:
        row, game, past, actions = table.row, table.game.clone(), [*table.past], [*table.actions]
        status, trouble, you, viewer = _status(hall, table), table.trouble, table.you, table.viewer
    names, level = _names(row.terms), _level(row.terms)
    yours = status == "yours"
    scene = _seen(game, viewer, names, yours=yours)
    decision = scene.decision
    told = since_your_last(past, you, names) if you is not None else []
    return State(
        id=row.id,
        kind=row.terms["kind"],
        title=_title(names, level),
        revision=row.revision,
        number=len(actions),
        status=status,
        trouble=trouble,
        chairs=[Chair(name=name, you=seat == you) for seat, name in enumerate(names)],
        you=you,
        level=level,
        round=game.round,
        decision=None
        if decision is None
        else Decision(
            seat=decision.seat,
            name=decision.name,
            choices=[
                Choice(action=each.action, text=each.text, effect=each.effect)
                for each in decision.choices
            ],
        ),
        told=told,
        log=[
            Line(number=k, seat=each.seat, round=each.round, text=each.lines(names))
            for k, each in enumerate(past)
        ],
        undo=[
            Point(number=k, text=game.describe(actions[k]))
            for k in (undoable(past, game) if yours else ())
        ],
        scores=_scores(game) if game.finished else [],
        seed=str(row.terms["seed"]) if game.finished or row.terms["kind"] == "replay" else None,
        picture=picture(scene, narrow=narrow),
    )


def _seen(game: Game, viewer: int | None, names: list[str], *, yours: bool) -> Scene:
    """Return the scene of a position; its actions are offered only if you can choose one."""
    scene = replace(game.scene(viewer), names=tuple(names))
    if yours or scene.decision is None:
        return scene
    return replace(scene, decision=replace(scene.decision, choices=()))


def _scores(game: Game) -> list[Score]:
    found = breakdown(game)
    return [
        Score(
            seat=seat,
            parts=[Part(name=name, vp=vps[seat]) for name, vps in found.rows],
            total=found.totals[seat],
        )
        for seat in found.ranking
    ]


def position(table: Table, number: int, *, narrow: bool) -> Position:
    """Return a game as it was before one of its actions, or at its end."""
    with table.turn:
        replay, viewer, past = table.replay(), table.viewer, [*table.past]
    names = _names(table.row.terms)
    game = replay.at(number)
    at_end = number == len(past)
    return Position(
        number=number,
        round=game.round,
        decision=game.decision,
        seat=None if game.finished else game.seat,
        next="" if at_end else " ".join(past[number].lines(names)),
        picture=picture(_seen(game, viewer, names, yours=False), narrow=narrow),
    )


def hint(table: Table, number: int, report: Report) -> Hint:
    """Return what a search found out."""
    visits, total = report.visits.tolist(), max(1, report.simulations)
    tried = [
        Tried(
            action=action,
            text=table.game.describe(action),
            visits=visits[k],
            share=visits[k] / total,
            prior=float(report.prior[k]),
            value=float(report.value[k]) if visits[k] else None,
        )
        for k, action in enumerate(report.actions.tolist())
    ]
    tried.sort(key=lambda each: (-each.visits, each.action))
    worth = report.worth
    return Hint(
        number=number,
        simulations=report.simulations,
        worth=worth if worth == worth else None,
        tried=tried,
    )
