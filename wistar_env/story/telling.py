"""Telling what happened, to one seat or to somebody who sees all hands."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wistar_env.game import Game
from wistar_env.scene.parts import Scene
from wistar_env.story import board, openers
from wistar_env.story.deeds import Deed
from wistar_env.story.moments import moments
from wistar_env.story.seats import seat_deeds


def difference(
    before: Scene,
    after: Scene,
    seat: int | None = None,
    paying: bool = False,
    cause: str = "",
    discarding: str = "",
) -> Iterator[Deed]:
    """Yield what happened between two scenes of one viewer.

    Parameters
    ----------
    before, after
        The scenes.
    seat
        Who acted; None if nobody did.
    paying
        Whether who acted had to decide, and so paid what there is less of.
    cause
        The Invention or Guest that it came from.
    discarding
        The Invention that the action discards.
    """
    new_round = after.round > before.round > 0
    if new_round:
        yield from board.table(before, after)
    deeds = [
        *board.chiefs(before, after),
        *board.cards(before, after, discarding),
        *board.farm(before, after, seat),
    ]
    for then, now in zip(before.seats, after.seats, strict=True):
        deeds += seat_deeds(then, now, paying and now.number == seat)
    for deed in deeds:
        yield replace(deed, cause=cause)
    if not new_round:
        yield from board.table(before, after)


def deeds_between(before: Scene, after: Scene, action: int, text: str) -> tuple[Deed, ...]:
    """Return what an action did, of which only the scenes before and after it are known."""
    seat = None if before.decision is None else before.decision.seat
    found = difference(before, after, seat, True, "", openers.discarded(action, text))
    return _told(before, after, action, text, [*found])


def deeds_of(game: Game, action: int, viewers: Sequence[int | None]) -> list[tuple[Deed, ...]]:
    """Return what an action will do, as each of some viewers may see it.

    Parameters
    ----------
    game
        The game before the action, which is left as it is.
    action
        The action.
    viewers
        Seats, or None for somebody who sees all hands.

    Raises
    ------
    IllegalActionError, GameOverError, TypeError
        As ``Game.step``.
    """
    text = game.describe(action)
    firsts = [game.scene(viewer) for viewer in viewers]
    scenes = list(firsts)
    found: list[list[Deed]] = [[] for _ in viewers]
    discarding = openers.discarded(action, text)
    for moment in moments(game, action):
        for k, viewer in enumerate(viewers):
            now = moment.game.scene(viewer)
            found[k] += difference(
                scenes[k], now, moment.seat, moment.paying, moment.cause, discarding
            )
            scenes[k] = now
        discarding = ""
    return [
        _told(before, now, action, text, own)
        for before, now, own in zip(firsts, scenes, found, strict=True)
    ]


def _told(
    before: Scene, after: Scene, action: int, text: str, found: list[Deed]
) -> tuple[Deed, ...]:
    """Return the deeds with what the action itself says, where nothing else says it."""
    if before.decision is None:
        return tuple(found)
    seat = before.decision.seat
    own = [deed for deed in found if deed.seat == seat]
    deeds = [replace(deed, cause="") if _is_said(deed.cause, own) else deed for deed in found]
    opening = openers.opener(before, action, text)
    if opening is None and not own:
        opening = openers.alone(seat, action, text)
    if opening is None or (opening.verb == openers.BEGAN and _is_said(opening.thing, own)):
        return tuple(deeds)
    if opening.thing == openers.MOVEMENT:
        deeds = [deed for deed in deeds if not (deed.verb == "paid" and deed.seat == seat)]
    if not own and openers.has_effect(action) and not _goes_on(after, seat):
        opening = replace(opening, tail="to no effect")
    return (opening, *deeds)


def _is_said(name: str, deeds: list[Deed]) -> bool:
    """Whether deeds tell already of an Invention or a Guest."""
    return bool(name) and any(deed.thing.startswith(name) for deed in deeds)


def _goes_on(after: Scene, seat: int) -> bool:
    """Whether a seat is asked next for more of what it does."""
    decision = after.decision
    return decision is not None and decision.seat == seat and decision.name != "turn"
