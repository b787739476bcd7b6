"""The legal actions as shown to people: their effects, and what they give up."""

from collections.abc import Iterator
from typing import Final

from wistar_env.games.rats_of_wistar.scene.parts import Choice, Scene
from wistar_env.games.rats_of_wistar.story.board import listed
from wistar_env.games.rats_of_wistar.story.choices import choice_details
from wistar_env.kit.game.presentation_parts import MenuItem

#: Blocks that decline an offer, or end the turn.
_DECLINING: Final = ("PASS", "END_TURN")


def menu_of(scene: Scene) -> list[MenuItem]:
    """Return the legal actions of a scene, those that decline last."""
    choices = () if scene.decision is None else scene.decision.choices
    items = [_item(scene, choice, alone=len(choices) == 1) for choice in choices]
    return sorted(items, key=lambda item: item.declines)


def _item(scene: Scene, choice: Choice, *, alone: bool) -> MenuItem:
    details = _pair(scene, choice) if choice.block == "PAIR" else choice_details(scene, choice)
    if choice.block not in _DECLINING:
        return MenuItem(choice.action, choice.text, details)
    lost = [] if alone else [*_lost(scene, choice.block)]
    gives_up = f"You would give up {listed(lost)}." if lost else ""
    return MenuItem(choice.action, choice.text, details, declines=True, gives_up=gives_up)


def _pair(scene: Scene, choice: Choice) -> str:
    """Return the cards of a starting pair with all that is printed on them."""
    cards = (pair.cards for pair in scene.pairs if pair.number == choice.numbers[0])
    return "; ".join(card.text.rstrip(".") for card in next(cards))


def _lost(scene: Scene, block: str) -> Iterator[str]:
    """Yield the losses by ending the turn, or by passing."""
    if block == "END_TURN":
        yield from _due(scene)
    elif scene.decision is not None:
        for amount in scene.decision.numbers:
            if amount.count and "left" in amount.text:
                yield f"what is left here ({amount.text}: {amount.count})"


def _due(scene: Scene) -> Iterator[str]:
    if scene.due is None:
        return
    if scene.due.main:
        place = scene.due.position
        main = "of the Alchemist's Hut" if place is None else scene.wheel[place].main
        yield f"the Main action {main}"
    for bonus in scene.due.bonuses:
        yield f"the Bonus action “{bonus}”"
