"""Why an action is illegal, found by querying the rules of the game.

A game lists obstacles: a fact in words, the rule behind it, and a change to the position that
removes it. We then compute the legal actions of changed copies to see which obstacles matter, so no
rule needs a second implementation.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final, NamedTuple

import numpy as np

from wistar_env.kit.game.compiled_game import compiled_game
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Reason

#: Maximum number of facts in a sentence.
_MOST: Final = 3


class Obstacle(NamedTuple):
    """A possible reason why an action is illegal."""

    sentence: str  # the fact in words, such as ``"the pile is empty"``
    rule: str  # the ID of the rule that makes it an obstacle
    lift: Callable[[Any], None]  # changes the record of a copy to remove it


def allows(game: Game, action: int, lifted: Iterable[Obstacle]) -> bool:
    """Return whether an action is legal in a copy of the game with these obstacles removed."""
    copy = game.clone()
    for obstacle in lifted:
        obstacle.lift(copy.record[0])
    legal = np.zeros_like(copy._legal)
    compiled_game().legal_actions(copy._rules, copy._common, 0, legal)
    return action in legal[1 : legal[0] + 1]


def in_the_way(game: Game, action: int, obstacles: Sequence[Obstacle]) -> list[Obstacle]:
    """Return a minimal set of obstacles whose removal makes an action legal.

    Empty if the action is legal already, or stays illegal with all obstacles removed.
    """
    if not allows(game, action, obstacles):
        return []
    needed, before = [*obstacles], 0
    # An obstacle may matter only while another is removed, so repeat.
    while len(needed) != before:
        before = len(needed)
        # Drop the last ones first: a player meets obstacles in this order.
        for obstacle in reversed(needed):
            others = [each for each in needed if each is not obstacle]
            if allows(game, action, others):
                needed = others
    return needed


def reason_of(facts: Sequence[tuple[str, str]]) -> Reason:
    """Return a reason that joins the first three facts, each given with its rule, in a sentence."""
    words = [fact for fact, _ in facts[:_MOST]]
    joined = ", and ".join(filter(None, (", ".join(words[:-1]), words[-1])))
    rules = dict.fromkeys(rule for _, rule in facts[:_MOST])
    return Reason(f"{joined[0].upper()}{joined[1:]}.", (*rules,))
