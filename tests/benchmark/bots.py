"""Bots for the tests of the benchmarks, good and bad ones.

Most tests name them through the link ``tests/alone/solitary_bots.py``, which is in no package: a
fingerprint reads all files of a bot's package, and ``tests`` has hundreds.
"""

import itertools
import os
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from wistar_env.benchmark import Batch, BotError
from wistar_env.language_models.text_bot import Usage


class FirstBot:
    """Plays the first legal action, and counts its decisions."""

    def __init__(self, pace: int = 1, *, name: str = "first") -> None:
        self.pace = pace
        self.name = name
        self.sizes: list[int] = []

    def reset(self, seed: int) -> None:
        self.sizes.clear()

    def act(self, batch: Batch) -> list[int]:
        self.sizes.append(len(batch))
        return [int(view.legal[0]) for view in batch.views]


class LastBot(FirstBot):
    """Plays the last legal action."""

    def act(self, batch: Batch) -> list[int]:
        return [int(view.legal[-1]) for view in batch.views]


class NthBot(FirstBot):
    """Plays the legal action with index ``pace`` (modulo their count), so that bots differ."""

    def act(self, batch: Batch) -> list[int]:
        return [int(view.legal[self.pace % len(view.legal)]) for view in batch.views]


class TalkingBot(FirstBot):
    """Counts replies like a language model; one of three is unreadable."""

    def reset(self, seed: int) -> None:
        self.usage = Usage()

    def act(self, batch: Batch) -> list[int]:
        self.usage.prompts += 3 * len(batch)
        self.usage.unread += len(batch)
        return [int(view.legal[0]) for view in batch.views]


class MoodyBot:
    """Draws from its own generator, so its actions depend on all earlier decisions."""

    def reset(self, seed: int) -> None:
        self.rng = np.random.default_rng(seed)

    def act(self, batch: Batch) -> np.ndarray[Any, Any]:
        return np.array([self.rng.choice(view.legal) for view in batch.views])


class WrongBot(FirstBot):
    """Returns the answer that it was built with."""

    def __init__(self, answer: object = -5) -> None:
        super().__init__()
        self.answer = answer

    def act(self, batch: Batch) -> list[Any]:
        return [self.answer] * len(batch)


class ShortBot(FirstBot):
    """Returns one action too few."""

    def act(self, batch: Batch) -> list[int]:
        return super().act(batch)[1:]


class EndlessBot(FirstBot):
    """Never stops answering."""

    def act(self, batch: Batch) -> Any:
        return itertools.count()


class BrokenBot(FirstBot):
    """Fails at its third decision."""

    def act(self, batch: Batch) -> list[int]:
        if len(self.sizes) == 2:
            raise RuntimeError("my model is gone")
        return super().act(batch)


class InterruptedBot(FirstBot):
    """Is interrupted from the keyboard in its second block."""

    units = 0

    def reset(self, seed: int) -> None:
        type(self).units += 1
        if type(self).units == 2:
            raise KeyboardInterrupt
        super().reset(seed)


class Halted(BaseException):
    """Not an Exception, so that ``except Exception`` does not catch it."""


class HaltingBot(FirstBot):
    """Fails in one of its methods, in one of several ways."""

    def __init__(self, where: str, how: str) -> None:
        super().__init__()
        self.where, self.how = where, how
        self._maybe("built")

    def _maybe(self, where: str) -> None:
        if where == self.where:
            getattr(self, f"_{self.how}")()

    def _leave(self) -> None:
        sys.exit("I am leaving")

    def _raise(self) -> None:
        raise Halted("I am halted")

    def _fail(self) -> None:
        raise RuntimeError("I am broken")

    def _blame(self) -> None:
        raise BotError("somebody else did it")

    def _hang(self) -> None:
        while True:
            time.sleep(0.01)

    def _hold_on(self) -> None:
        for _ in range(4):
            try:
                self._hang()
            except BaseException:
                continue
        self._hang()

    def reset(self, seed: int) -> None:
        super().reset(seed)
        self._maybe("reset")

    def act(self, batch: Batch) -> list[int]:
        self._maybe("asked")
        return super().act(batch)


class BusyBot(FirstBot):
    """Creates a file when it starts to play, then computes for ever."""

    def __init__(self, folder: str) -> None:
        super().__init__()
        self.folder = folder

    def act(self, batch: Batch) -> list[int]:
        Path(self.folder, str(os.getpid())).touch()
        while True:
            pass


class ListeningBot(FirstBot):
    """Records the seeds that all bots of its class are given."""

    told: ClassVar[list[int]] = []

    def act(self, batch: Batch) -> list[int]:
        self.told.extend(batch.seed.tolist())
        return super().act(batch)


class NoBot:
    """Has no ``act``."""

    def reset(self, seed: int) -> None:
        return None


def build(answers: Sequence[int] = ()) -> FirstBot:
    """Return a bot: a function instead of a class, which is never called."""
    raise AssertionError("a function was called")


not_callable = 7
