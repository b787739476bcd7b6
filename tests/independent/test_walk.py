"""Every turn of Rat-o-bot in whole games against an independent walk by the rulebook."""

from collections import Counter
from typing import Final

import pytest

from tests.independent.players import STYLES
from tests.independent.printed import SYMBOLS, printed
from tests.independent.starts import LEVELS
from tests.independent.walk import WatchedGame

GAMES_FROM_THE_START: Final = 3_000
GAMES_FROM_THE_MIDDLE: Final = 2_400
TURNS: Final = 15

#: What tracks may take from the human.
LOSSES: Final = (
    "discard_card",
    "discard_guest",
    "lose_metal",
    "lose_movement",
    "lose_vp",
    "lose_wild",
    "lose_wood",
)
#: What must occur in games from the start.
OFTEN: Final = {
    *(f"Action card {card}" for card in range(len(printed().actions))),
    *(
        f"action {main}, {strength}"
        for main in ("wood", "dig", "metal", "beds", "projects", "explore")
        for strength in ("full", "less")
    ),
    *(f"bonus {kind}" for kind in ("cards", "guest", "advance", "mission", "cheese")),
    *(f"step {word}" for word in ("move", "reveal", "tent", "guest", "cheese")),
    "action alchemist",
    "two free spaces",
    "blocked Sector",
    "blocked by its own Chief",
    "Area full",
    "no Worker left",
    "dug instead of a bed",
    "dug instead of a guest",
    "guest of a room",
    "guest of the round",
    "guest of the supply",
    "cheese",
    "door",
    "two missions to reveal",
    "mission",
    "several missions",
    "no cube left",
    "overflow",
    "objective",
    "endgame space",
    "not struck",
    "shielded",
    "last Exploration card",
    *(f"human: {word}" for word in LOSSES),
}
#: What must occur in games from the middle, and is rare in games from the start.
RARELY: Final = {
    *(f"last card: {word}" for word in ("cheese", "guest", "move")),
    "choice between Tents",
    "no bed left",
    "no guest left",
    "no guest and no room left",
    "nothing left to dig",
    "leap",
    "objective claimed before",
    "objective full",
    "no disc left",
    "VP at the bottom",
}


def effect_spaces() -> set[str]:
    """Return the spaces of Track cards with an immediate or an Aggressive effect."""
    return {
        f"space {symbol} {index} {place}"
        for symbol, sides in zip(SYMBOLS, printed().tracks, strict=True)
        for index, side in enumerate(sides)
        for place, space in enumerate(side.spaces)
        if space.immediate or space.aggressive
    }


def watched(games: int, ahead: bool) -> set[str]:
    """Play games of all levels and styles, watching every turn; return what occurred."""
    seen: Counter[str] = Counter()
    for number in range(games):
        game = WatchedGame(number, number // LEVELS % STYLES, ahead, seen)
        game.play()
        assert game.turns == TURNS
    return {name for name, times in seen.items() if times}


@pytest.mark.ledger(
    "BOT-20 BOT-21 BOT-22 BOT-23 BOT-24 BOT-26 BOT-30 BOT-31 BOT-32 BOT-33 BOT-34 BOT-35 BOT-36 "
    "BOT-37 BOT-40 BOT-41 BOT-42 BOT-43 BOT-44 BOT-45 BOT-46 BOT-47 BOT-48 BOT-50 BOT-51 BOT-52 "
    "BOT-53 BOT-54 BOT-55 BOT-60 BOT-61 BOT-62 BOT-63 BOT-64 BOT-65 BOT-66 BOT-67 BOT-69 BOT-70 "
    "BOT-71 BOT-72 BOT-73 BOT-75 BOT-76 BOT-77 BOT-80 BOT-81 BOT-82 BOT-110 AMB-10 AMB-50"
)
def test_rat_o_bot_plays_as_an_independent_reader_of_the_rules_plays_it() -> None:
    seen = watched(GAMES_FROM_THE_START, ahead=False)
    assert sorted(OFTEN - seen) == []


@pytest.mark.ledger(
    "BOT-24 BOT-66 BOT-68 BOT-69 BOT-80 BOT-83 BOT-84 BOT-85 BOT-86 BOT-87 BOT-88 BOT-89 BOT-90 "
    "BOT-91 AMB-02 AMB-20 AMB-26 AMB-51 AMB-58"
)
def test_rat_o_bot_plays_so_in_the_middle_of_a_rich_game_too() -> None:
    seen = watched(GAMES_FROM_THE_MIDDLE, ahead=True)
    assert sorted((OFTEN | RARELY | effect_spaces()) - seen) == []
