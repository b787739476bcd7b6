"""Events of an action, from the differences between scenes of the same viewer."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import cast

from wistar_env.games.rats_of_wistar.scene.parts import Scene
from wistar_env.games.rats_of_wistar.story import action_phrases, board
from wistar_env.games.rats_of_wistar.story.engine_steps import engine_steps
from wistar_env.games.rats_of_wistar.story.events import Event
from wistar_env.games.rats_of_wistar.story.seats import seat_events
from wistar_env.kit.game.drawn_presentation import DrawnPresentation
from wistar_env.kit.game.game import Game


def difference(
    before: Scene,
    after: Scene,
    seat: int | None = None,
    paying: bool = False,
    cause: str = "",
    discarding: str = "",
) -> Iterator[Event]:
    """Yield the events between two scenes of the same viewer.

    ``seat``: the seat that acted, or None. ``paying``: whether goods that it lost are payments.
    ``cause``: the cause of the events. ``discarding``: see ``board.cards``.
    """
    new_round = after.round > before.round > 0
    if new_round:
        yield from board.table(before, after)
    events = [
        *board.chiefs(before, after),
        *board.cards(before, after, discarding),
        *board.farm(before, after, seat),
    ]
    for then, now in zip(before.seats, after.seats, strict=True):
        events += seat_events(then, now, paying and now.number == seat)
    for event in events:
        yield replace(event, cause=cause)
    if not new_round:
        yield from board.table(before, after)


def events_of(game: Game, action: int, viewers: Sequence[int | None]) -> list[tuple[Event, ...]]:
    """Return the events of an action as each viewer sees them.

    ``viewers``: seats; None is a viewer who sees all hands. Raises IllegalActionError,
    GameOverError, RulesError, TypeError as ``Game.step`` does.
    """
    text = game.describe(action)
    firsts = [_scene(game, viewer) for viewer in viewers]
    scenes = list(firsts)
    found: list[list[Event]] = [[] for _ in viewers]
    discarding = action_phrases.discarded(action, text)
    for step in engine_steps(game, action):
        for k, viewer in enumerate(viewers):
            now = _scene(step.game, viewer)
            found[k] += difference(scenes[k], now, step.seat, step.paying, step.cause, discarding)
            scenes[k] = now
        discarding = ""
    return [
        _with_action(before, now, action, text, own)
        for before, now, own in zip(firsts, scenes, found, strict=True)
    ]


def _scene(game: Game, viewer: int | None) -> Scene:
    return cast(DrawnPresentation[Scene], game.presentation).scene(viewer)


def _with_action(
    before: Scene, after: Scene, action: int, text: str, found: list[Event]
) -> tuple[Event, ...]:
    """Return the events, preceded by one for the action unless they imply it.

    Causes that events mention anyway, and the payment of a Movement token, are omitted.
    """
    if before.decision is None:
        return tuple(found)
    seat = before.decision.seat
    own = [event for event in found if event.seat == seat]
    events = [
        replace(event, cause="") if _is_mentioned(event.cause, own) else event for event in found
    ]
    opening = action_phrases.action_event(before, action, text)
    if opening is None and not own:
        opening = action_phrases.fallback_event(seat, action, text)
    if opening is None or (
        opening.verb == action_phrases.BEGAN and _is_mentioned(opening.thing, own)
    ):
        return tuple(events)
    if opening.thing == action_phrases.MOVEMENT:
        events = [event for event in events if not (event.verb == "paid" and event.seat == seat)]
    if not own and action_phrases.has_effect(action) and not _continues(after, seat):
        opening = replace(opening, tail="to no effect")
    return (opening, *events)


def _is_mentioned(name: str, events: list[Event]) -> bool:
    """Return whether events mention an Invention or a Guest by its name."""
    return bool(name) and any(event.thing.startswith(name) for event in events)


def _continues(after: Scene, seat: int) -> bool:
    """Return whether the seat also makes the next decision, other than the decision "turn"."""
    decision = after.decision
    return decision is not None and decision.seat == seat and decision.name != "turn"
