"""The legal actions as shown to people: their effects, and what they give up."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.components import components_of
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.fast_actions import GRANT_WILD
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.scene.parts import Choice, Scene
from wistar_env.games.rats_of_wistar.story.action_phrases import area_of, has_effect, strength_of
from wistar_env.games.rats_of_wistar.story.board import listed
from wistar_env.games.rats_of_wistar.story.choices import choice_details
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import MenuItem, Question, TurnActions

#: Blocks that decline an offer, or end the turn.
_DECLINING: Final = ("PASS", "END_TURN")
_MAIN: Final = "Main action: "
#: Copies of a game in which an action must give nothing.
_COPIES: Final = 4
#: Decisions of several choices in any order: what is done with what.
_KINDS: Final = MappingProxyType(
    {"pay items": ("pay", "item"), "discard cards": ("discard", "card")}
)
#: What a Main action gives with Strength 1, and with more.
_GIVES: Final = MappingProxyType(
    {
        "Collecting Wood": ("take 1 Wood", "take {} Wood"),
        "Collecting Metal": ("take 1 Metal", "take {} Metal"),
        "Digging Rooms": ("dig 1 Room", "dig up to {} Rooms"),
        "Building Beds": ("build 1 Bed", "build up to {} Beds"),
        "Developing Projects": (
            "take an Invention for 1 Project point",
            "take Inventions for {} Project points",
        ),
        "Exploring": ("explore once", "explore up to {} times"),
    }
)


def menu_of(game: Game) -> list[MenuItem]:
    """Return the legal actions of the deciding seat, those that decline last."""
    scene: Scene = game.presentation.scene(game.seat)
    choices = () if scene.decision is None else scene.decision.choices
    items = [_item(game, scene, choice, alone=len(choices) == 1) for choice in choices]
    return sorted(items, key=lambda item: item.declines)


def question_of(game: Game) -> Question:
    """Return the open decision as people are asked it, with what a payment is for."""
    scene: Scene = game.presentation.scene(game.seat)
    name = scene.decision.name if scene.decision else ""
    if name not in _KINDS:
        return Question("" if name == "turn" else name)
    verb, thing = _KINDS[name]
    due = _due_now(scene)
    bought = f" for {found}" if (found := _bought(game)) else ""
    words = f"{verb} {due} {thing}{'s' if due > 1 else ''}{bought}"
    return Question(words, due, tuple(_goods(scene))[:due])


def turn_actions_of(game: Game) -> TurnActions:
    """Return the Main and Bonus actions that are due, and the end of the turn."""
    decision = game.presentation.scene(game.seat).decision
    if decision is None or decision.name != "turn":
        return TurnActions()
    due = (choice.action for choice in decision.choices if choice.block in ("MAIN", "BONUS"))
    ends = [choice.action for choice in decision.choices if choice.block == "END_TURN"]
    return TurnActions(tuple(due), ends[0] if ends else None)


def _goods(scene: Scene) -> Iterator[int]:
    """Yield actions that pay goods, first the one that there is most of, rather than cards."""
    assert scene.decision is not None
    paying = [choice for choice in scene.decision.choices if choice.block == "PAY"]
    most = sorted(paying, key=lambda choice: -_times_to_pay(scene, choice.numbers[0]))
    for choice in most:
        yield from [choice.action] * _times_to_pay(scene, choice.numbers[0])


def _item(game: Game, scene: Scene, choice: Choice, *, alone: bool) -> MenuItem:
    if choice.block not in _DECLINING:
        nothing = "" if alone else _nothing(game, scene, choice)
        times = _times_to_pay(scene, choice.numbers[0]) if choice.block == "PAY" else 1
        gains = _gains(scene, choice)
        return MenuItem(choice.action, choice.text, gains, gives_up=nothing, times=times)
    details = choice_details(scene, choice)
    lost = [] if alone else [*_lost(scene, choice.block)]
    gives_up = f"You would give up {listed(lost)}." if lost else ""
    return MenuItem(choice.action, choice.text, details, declines=True, gives_up=gives_up)


def _gains(scene: Scene, choice: Choice) -> str:
    """Return what a choice gives."""
    details = choice_details(scene, choice)
    if choice.block == "PAIR":
        return _pair(scene, choice)
    if choice.block == "HUT":
        return "1 Movement token and the Alchemist's Potion"
    if choice.block == "MAIN":
        return _main(scene, choice.text.removeprefix(_MAIN))
    if choice.block == "PLACE":
        sector = next(each for each in scene.wheel if each.sector.number == choice.numbers[0])
        return f"{_main(scene, sector.main)}; Bonus: {details}"
    return details


def _main(scene: Scene, main: str) -> str:
    """Return the Strength of a Main action, and what it gives."""
    assert scene.decision is not None
    strength = strength_of(scene, scene.decision.seat, main)
    once, often = _GIVES[main]
    gives = often.format(strength) if strength > 1 else once if strength else "nothing"
    return f"Strength {strength}: {gives}"


def _nothing(game: Game, scene: Scene, choice: Choice) -> str:
    """Return a sentence if a choice that is meant to give something would give nothing."""
    if not has_effect(choice.action) or not _is_idle(game, scene, choice.action):
        return ""
    if choice.block != "MAIN":
        return f"It would give you nothing now: {choice.text}."
    main = choice.text.removeprefix(_MAIN)
    if strength_of(scene, game.seat, main):
        return f"{main} would give you nothing now."
    area = components_of(game).labels.of("area")[area_of(scene, main)]
    return f"{main} would give you nothing now: you have no Worker in the {area} (Strength 0)."


def _is_idle(game: Game, scene: Scene, action: int) -> bool:
    """Return whether an action changes nothing of any seat, and lets its seat choose nothing.

    That is tried in copies: in the game itself, the answer would depend on hidden cards.
    """
    copies = (game.determinize(game.seat, seed) for seed in range(_COPIES))
    return all(_is_idle_in(copy, scene, action) for copy in copies)


def _is_idle_in(game: Game, scene: Scene, action: int) -> bool:
    after = game.clone()
    after.step(action)
    then, now = game.record, after.record
    if now["players"].tobytes() != then["players"].tobytes():
        return False
    # A turn stays open; any other decision that offers such an action closes with it.
    stays = scene.decision is not None and scene.decision.name == "turn"
    opened = now["depth"][0] >= then["depth"][0] + stays
    decision = after.presentation.scene(game.seat).decision
    if not opened or decision is None:
        return True
    return all(each.block in _DECLINING for each in decision.choices)


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


def _times_to_pay(scene: Scene, item: int) -> int:
    """Return how many of the items due a good can pay."""
    assert scene.decision is not None
    seat = scene.seats[scene.decision.seat]
    return min(_due_now(scene), seat.wood if item == codes.ITEM_WOOD else seat.metal)


def _due_now(scene: Scene) -> int:
    """Return how many items or cards are due."""
    assert scene.decision is not None
    return scene.decision.numbers[0].count


def _bought(game: Game) -> str:
    """Return what the open payment buys, if it buys something by itself."""
    g = game.record[0]
    paid = (decisions.PAY_ITEMS, decisions.DISCARD_CARDS, decisions.USE_DISCOUNT)
    entry = next(each for each in g["stack"][: g["depth"]][::-1] if each["kind"] not in paid)
    if entry["kind"] == decisions.FINISH_PLAY:
        return components_of(game).labels.cards[int(number(entry, "card"))]
    if entry["kind"] == decisions.GRANT:
        return "a Wild token" if number(entry, "bought") == GRANT_WILD else "Electricity"
    return ""
