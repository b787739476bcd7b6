"""Why an action is not offered: one sentence, and the rules that forbid it."""

from typing import Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.spaces.actions import TARGETS
from wistar_env.games.rats_of_wistar.story.refusals import obstacles
from wistar_env.games.rats_of_wistar.story.refused_case import Case
from wistar_env.games.rats_of_wistar.story.unoffered import plain_fact
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.presentation_parts import Reason
from wistar_env.kit.game.reasons import in_the_way, reason_of

#: What remains true where no guard of ``obstacles`` is known, which tests forbid.
_OTHERS: Final = ("the current decision does not offer this", "TURN-02")


def why_not(game: Game, components: Components, action: int) -> Reason:
    """Return why an action is not legal."""
    return reason_of(facts(game, components, action))


def facts(game: Game, components: Components, action: int) -> list[tuple[str, str]]:
    """Return the reasons why an action is illegal: facts in words, each with its rule."""
    record, (block, numbers) = game.record[0], TARGETS[action]
    alone = plain_fact(Case(record, components), block, numbers)
    if alone:
        return [alone]
    guards = obstacles(record, components, action)
    found = in_the_way(game, action, guards)
    # An effect may ask for cards, which no copy of the position gives: then it does ask for them.
    if block == "USE" and not found:
        found = guards
    return [(each.sentence, each.rule) for each in found] or [_OTHERS]
