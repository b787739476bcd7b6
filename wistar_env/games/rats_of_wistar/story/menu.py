"""The legal actions as menus show them: their effects, and what choosing them gives up."""

from collections.abc import Iterator
from types import MappingProxyType
from typing import Any, Final

from wistar_env.games.rats_of_wistar.components import components_of
from wistar_env.games.rats_of_wistar.rules import decisions
from wistar_env.games.rats_of_wistar.rules.fast_actions import (
    ELECTRICITY_PRICE,
    GRANT_WILD,
    WILD_PRICE,
)
from wistar_env.games.rats_of_wistar.rules.numbers import number
from wistar_env.games.rats_of_wistar.scene.parts import Choice, Scene
from wistar_env.games.rats_of_wistar.story.action_phrases import area_of, has_effect
from wistar_env.games.rats_of_wistar.story.board import listed
from wistar_env.games.rats_of_wistar.story.choices import choice_details
from wistar_env.games.rats_of_wistar.story.main_now import MainNow, main_now
from wistar_env.games.rats_of_wistar.tables import codes
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import MenuItem, Question, TurnActions

#: Blocks that decline an offer, or end the turn.
_DECLINING: Final = ("PASS", "END_TURN")
_MAIN: Final = "Main action: "
#: Number of sampled games in which an action must change nothing to count as useless.
_COPIES: Final = 4
#: Decisions that consist of several choices in any order: the verb and the noun.
_KINDS: Final = MappingProxyType(
    {"pay items": ("pay", "item"), "discard cards": ("discard", "card")}
)
#: What Fast actions cost or do.
_FAST: Final = MappingProxyType(
    {
        "BUY_WILD": f"costs {WILD_PRICE} items; it replaces a Skill icon",
        "DEPLOY": "1 Strength more there",
    }
)
#: The side of Electricity that a seat buys next, by the number of sides that it has.
_SIDES: Final = ("Basic Electricity", "Advanced Electricity, 2 VP at the end")


def menu_of(game: Game) -> list[MenuItem]:
    """Return the deciding seat's legal actions as menu items.

    In a turn, deploying Workers comes first; passing or ending the turn always comes last.
    """
    scene: Scene = game.presentation.scene(game.seat)
    choices = () if scene.decision is None else scene.decision.choices
    items = [_item(game, scene, choice, alone=len(choices) == 1) for choice in choices]
    first = {choice.action for choice in choices if choice.block == "DEPLOY"}
    if scene.decision is not None and scene.decision.name != "turn":
        first = set()
    return sorted(items, key=lambda item: (item.declines, item.action not in first))


def question_of(game: Game) -> Question:
    """Return the current decision as a question to the player, with what a payment is for."""
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
    """Return the Main and Bonus actions that are due, and the action that ends the turn."""
    decision = game.presentation.scene(game.seat).decision
    if decision is None or decision.name != "turn":
        return TurnActions()
    due = (choice.action for choice in decision.choices if choice.block in ("MAIN", "BONUS"))
    ends = [choice.action for choice in decision.choices if choice.block == "END_TURN"]
    return TurnActions(tuple(due), ends[0] if ends else None)


def _goods(scene: Scene) -> Iterator[int]:
    """Yield actions that pay tokens, starting with the most plentiful kind."""
    assert scene.decision is not None
    paying = [choice for choice in scene.decision.choices if choice.block == "PAY"]
    most = sorted(paying, key=lambda choice: -_times_to_pay(scene, choice))
    for choice in most:
        yield from [choice.action] * _times_to_pay(scene, choice)


def _item(game: Game, scene: Scene, choice: Choice, *, alone: bool) -> MenuItem:
    if choice.block not in _DECLINING:
        nothing = "" if alone else _nothing(game, scene, choice)
        times = _times_to_pay(scene, choice)
        gains = _gains(game, scene, choice)
        folded = _folded(game, scene, choice)
        return MenuItem(
            choice.action, choice.text, gains, gives_up=nothing, times=times, folded=folded
        )
    details = choice_details(scene, choice)
    lost = [] if alone else [*_lost(scene, choice.block)]
    gives_up = f"You would give up {listed(lost)}." if lost else ""
    return MenuItem(choice.action, choice.text, details, declines=True, gives_up=gives_up)


def _gains(game: Game, scene: Scene, choice: Choice) -> str:
    """Return in words what a choice gives or costs."""
    details = choice_details(scene, choice)
    if choice.block == "PAIR":
        return _pair(scene, choice)
    if choice.block == "HUT":
        return "1 Movement token and the Alchemist's Potion"
    if choice.block == "MAIN":
        return _main(game, scene, choice.text.removeprefix(_MAIN)).words
    if choice.block == "PLACE":
        return f"{_main_at(game, scene, choice).words}; Bonus: {details}"
    if choice.block == "BUY_ELECTRICITY":
        side = _SIDES[int(_own(game)["electricity"])]
        return f"costs {ELECTRICITY_PRICE} items; {side}"
    if choice.block == "USE_MOVEMENT":
        workers = 1 + int(_own(game)["movement_bonus"])
        moved = "a Worker" if workers == 1 else f"{workers} Workers"
        return f"costs the token; move {moved} from Area to Area"
    return details or _FAST.get(choice.block, "")


def _folded(game: Game, scene: Scene, choice: Choice) -> str:
    """Return the name of the menu group to which a space belongs, or an empty string."""
    if choice.block != "PLACE" or _main_at(game, scene, choice).strength:
        return ""
    return "spaces with Strength 0"


def _own(game: Game) -> Any:
    """Return the record of the deciding seat."""
    return game.record["players"][0][game.seat]


def _main(game: Game, scene: Scene, main: str) -> MainNow:
    return main_now(scene, _own(game), game.seat, main)


def _main_at(game: Game, scene: Scene, choice: Choice) -> MainNow:
    """Return what the Main action at a space's Sector would give now."""
    sector = next(each for each in scene.wheel if each.sector.number == choice.numbers[0])
    return _main(game, scene, sector.main)


def _nothing(game: Game, scene: Scene, choice: Choice) -> str:
    """Return a warning if an action that usually has an effect would have none; else empty."""
    if not has_effect(choice.action) or not _is_idle(game, scene, choice.action):
        return ""
    if choice.block != "MAIN":
        return f"It would give you nothing now: {choice.text}."
    main = choice.text.removeprefix(_MAIN)
    now = _main(game, scene, main)
    if now.strength:
        why = f": {now.missing}" if now.missing else ""
        return f"{main} would give you nothing now{why}."
    area = components_of(game).labels.of("area")[area_of(scene, main)]
    return f"{main} would give you nothing now: you have no Worker in the {area} (Strength 0)."


def _is_idle(game: Game, scene: Scene, action: int) -> bool:
    """Return whether an action neither changes any seat nor leads to a choice by its seat.

    Sampled copies answer this; in the game itself, the answer would depend on hidden cards.
    """
    copies = (game.determinize(game.seat, seed) for seed in range(_COPIES))
    return all(_is_idle_in(copy, scene, action) for copy in copies)


def _is_idle_in(game: Game, scene: Scene, action: int) -> bool:
    after = game.clone()
    after.step(action)
    then, now = game.record, after.record
    if now["players"].tobytes() != then["players"].tobytes():
        return False
    # Such an action ends the decision that offers it, except a turn, which stays open.
    stays = scene.decision is not None and scene.decision.name == "turn"
    opened = now["depth"][0] >= then["depth"][0] + stays
    decision = after.presentation.scene(game.seat).decision
    if not opened or decision is None:
        return True
    return all(each.block in _DECLINING for each in decision.choices)


def _pair(scene: Scene, choice: Choice) -> str:
    """Return the cards of a starting pair, with everything that is printed on them."""
    cards = (pair.cards for pair in scene.pairs if pair.number == choice.numbers[0])
    return "; ".join(card.text.rstrip(".") for card in next(cards))


def _lost(scene: Scene, block: str) -> Iterator[str]:
    """Yield what a player gives up by ending the turn or passing."""
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


def _times_to_pay(scene: Scene, choice: Choice) -> int:
    """Return how many of the due items a choice can pay; 1 for other choices."""
    assert scene.decision is not None
    if choice.block != "PAY" or scene.decision.name not in _KINDS:
        return 1
    seat = scene.seats[scene.decision.seat]
    held = seat.wood if choice.numbers[0] == codes.ITEM_WOOD else seat.metal
    return min(_due_now(scene), held)


def _due_now(scene: Scene) -> int:
    """Return how many items or cards are due."""
    assert scene.decision is not None
    return scene.decision.numbers[0].count


def _bought(game: Game) -> str:
    """Return what the current payment buys; empty if the payment is for something else."""
    g = game.record[0]
    paid = (decisions.PAY_ITEMS, decisions.DISCARD_CARDS, decisions.USE_DISCOUNT)
    entry = next(each for each in g["stack"][: g["depth"]][::-1] if each["kind"] not in paid)
    if entry["kind"] == decisions.FINISH_PLAY:
        return components_of(game).labels.cards[int(number(entry, "card"))]
    if entry["kind"] == decisions.GRANT:
        return "a Wild token" if number(entry, "bought") == GRANT_WILD else "Electricity"
    return ""
