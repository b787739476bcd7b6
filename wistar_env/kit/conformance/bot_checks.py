"""Checks that bots decide the same after a reshuffle of hidden information."""

from collections.abc import Mapping
from typing import Final

import numpy as np

from wistar_env.kit.bots import Batch, Player
from wistar_env.kit.bots.registry import load
from wistar_env.kit.conformance.case import Case, where
from wistar_env.kit.game.view import View

#: Bots of every game that are checked: those without a network and without search.
BOTS: Final = ("random", "greedy")
#: Attributes of a view that are not compared: constants, and the identity of the game object.
_SAME_FOR_ALL: Final = frozenset({"data", "game_id", "rules", "spec"})
#: Methods of a view that take an argument, with the argument to call them with.
_ASKED: Final[Mapping[str, tuple[int, ...]]] = {"describe": (0, 1), "determinize": (1, 2, 3)}


def all_that_is_reached(view: View) -> dict[str, str]:
    """Return what a bot can read from a view, by name, as text; without ``_SAME_FOR_ALL``."""
    found = {}
    for name in dir(View):
        if name.startswith("_") or name in _SAME_FOR_ALL or name in ("action_named", "follows"):
            continue
        value = getattr(view, name)
        if name in _ASKED:
            value = [value(argument) for argument in _ASKED[name]]
        elif callable(value):
            value = value()
        if name == "determinize":
            value = [game.to_bytes() for game in value]
        found[name] = repr(value.tolist() if isinstance(value, np.ndarray) else value)
    return found


def bots_learn_nothing_hidden(case: Case) -> None:
    """Check that bots decide the same after a reshuffle of everything hidden from their seat.

    The contents of views are compared, and the decisions of ``random``, ``greedy`` and the game's
    bots.
    """
    names = (*BOTS, *case.game.spec.bots.classes)
    bots = {name: load(name, case.game.spec.bots.classes) for name in names}
    for seed in case.seeds:
        for game in case.sampled(seed, every=7):
            if game.finished:
                continue
            seat = game.seat
            view, other = View(game, seat), View(game.determinize(seat, seed), seat)
            what = f"after a reshuffle for seat {seat}: {where(game, seed)}"
            mine, theirs = all_that_is_reached(view), all_that_is_reached(other)
            changed = [name for name, value in mine.items() if theirs[name] != value]
            assert not changed, f"{', '.join(changed)} of the seat's view changed {what}"
            for name, bot in bots.items():
                answers = [_answer(bot, each, seed) for each in (view, other)]
                assert answers[0] == answers[1], (
                    f"the bot {name} plays {answers[1]} instead of {answers[0]} {what}"
                )


def _answer(bot: Player, view: View, seed: int) -> int:
    bot.reset(seed)
    return int(bot.act(Batch((view,), np.array([seed])))[0])
