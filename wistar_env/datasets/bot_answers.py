"""The answers of a bot to the current decisions of a batch."""

from typing import Any

import numpy as np
import numpy.typing as npt

from wistar_env.errors import BotError
from wistar_env.kit.batch.rows import COMPILED
from wistar_env.kit.bots import Player, blamed
from wistar_env.kit.vector.batch_game import BatchGame


def answers(
    batch: BatchGame, bot: Player, name: str, which: npt.NDArray[np.int64]
) -> npt.NDArray[Any]:
    """Return the actions of a bot in games that wait for a decision, in compiled code if it can.

    Raises BotError if the bot fails, or gives no actions.
    """
    if name in COMPILED:
        return batch.choose(name)[which]
    with blamed(f"bot {name!r} failed"):
        found: npt.NDArray[Any] = np.asarray(bot.act(batch.decisions(which)))
    if found.shape != which.shape or found.dtype.kind not in "iu":
        raise BotError(
            f"bot {name!r} must return {len(which)} integers, found {found.dtype} of shape "
            f"{found.shape}"
        )
    return found
