"""The policy of a bot: its action probabilities at every information set."""

from typing import Final

import numpy as np
import numpy.typing as npt

from wistar_env.errors import BotError
from wistar_env.kit.bots import Batch, Player, Stochastic, View, asked, blamed
from wistar_env.theory.sequence_form import Policy, SeatSets, SequenceForm

_ROWS: Final = 1_024
_SEED_END: Final = 2**63


def policy_of(
    form: SequenceForm, bot: Player, name: str, samples: int = 100, seed: int = 0
) -> Policy:
    """Return the policy of a bot.

    A bot with ``probabilities`` is called once for each information set. Other bots are called
    ``samples`` times for each, with different seeds in ``Batch.seed``, and the frequencies of their
    actions are the probabilities. All calls are independent, so bots cannot use a memory of earlier
    decisions.

    Raises BotError if the bot fails, or plays an action that is not legal.
    """
    with blamed(f"bot {name!r} failed in reset({seed})"):
        bot.reset(seed)
    chance = np.random.default_rng(seed)
    return tuple(
        _policy(sets, seat, bot, name, samples, chance) for seat, sets in enumerate(form.seats)
    )


def _policy(
    sets: SeatSets, seat: int, bot: Player, name: str, samples: int, chance: np.random.Generator
) -> npt.NDArray[np.float64]:
    tells = isinstance(bot, Stochastic)
    weights = np.zeros(sets.num_sequences)
    for start in range(0, len(sets.games), _ROWS):
        numbers = np.arange(start, min(start + _ROWS, len(sets.games)))
        views = tuple(View(sets.games[k], seat) for k in numbers)
        for _ in range(1 if tells else samples):
            batch = Batch(views, chance.integers(_SEED_END, size=len(views)))
            shares = _shares(bot, batch, name)
            rows = np.flatnonzero(np.isin(sets.set_of, numbers))
            weights[rows] += shares[sets.set_of[rows] - start, sets.actions[rows]]
    return sets.normalized(weights)


def _shares(bot: Player, batch: Batch, name: str) -> npt.NDArray[np.float64]:
    """Return a bot's action probabilities; without ``probabilities``, 1 for the action it plays."""
    with blamed(f"bot {name!r} failed"):
        if isinstance(bot, Stochastic):
            return np.asarray(bot.probabilities(batch), np.float64)
        chosen = [answer.action for answer in asked(bot, batch, explained=False)]
    mask = batch.mask
    shares = np.zeros_like(mask, np.float64)
    for row, action in enumerate(chosen):
        legal = np.flatnonzero(mask[row]).tolist()
        if action not in legal:
            raise BotError(f"bot {name!r} played {action}, which is not legal; legal: {legal}")
        shares[row, action] = 1
    return shares
