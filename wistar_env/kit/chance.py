"""Exact chance: all outcomes of the random draws of any game, with their probabilities.

Games draw random numbers with ``streams.below``. Here their drawing functions are compiled again,
with a ``below`` that reads results from a script and records the range ``n`` of each draw. One run
per script yields all outcomes; the probability of an outcome is the product of ``1 / n``.
"""

import threading
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import cache
from hashlib import blake2b
from math import prod
from pathlib import Path
from typing import Any, Final

import numba
import numpy as np
import numpy.typing as npt

from wistar_env.compiled import streams
from wistar_env.compiled.jit import inline
from wistar_env.compiled.late_binding import shared_numbers
from wistar_env.compiled.substitution import Substitution
from wistar_env.compiled.types import Seed
from wistar_env.errors import TooLargeError
from wistar_env.kit.bind import rebound

#: Maximum number of chance outcomes that are enumerated.
MAX_OUTCOMES: Final = 100_000
#: Draws of one outcome; more of them suggest a loop that redraws until the result is allowed.
MAX_DRAWS: Final = 1_024
#: After every ``_LOOK_AFTER`` outcomes, the enumeration is abandoned if the total probability so
#: far is ``_DOUBT`` times too small to reach 1 within the limit.
_LOOK_AFTER: Final = 1_000
_DOUBT: Final = 1e6
_CERTAIN: Final = Fraction(1)
_OTHER_DRAWS, _MADE, _FIRST = range(3)
#: The script: whether other randomness was used, the number of draws, their results and ranges. It
#: belongs to one run at a time, so records contain only the state of a game.
_script: Final = np.zeros(_FIRST + 2 * MAX_DRAWS, np.int64)
_turn: Final = threading.Lock()
_shared: Final = shared_numbers("wistar_chance_script", _script)

#: The type that ``streams.below`` returns, for which code is compiled.
_drawn: Final[Any] = int if numba.config.DISABLE_JIT else np.uint64


@inline
def _below(x: Seed, n: int) -> int:
    """Return the scripted result of a draw, 0 to ``n - 1``."""
    lines = _shared()
    made = lines[_MADE]
    lines[_MADE] = made + 1
    if made >= MAX_DRAWS:  # the run is rejected, and must end
        pseudo: int = _drawn(streams.below(np.uint64(made), n))
        return pseudo
    lines[_FIRST + MAX_DRAWS + made] = max(1, n)
    drawn: int = _drawn(lines[_FIRST + made])
    return drawn


@inline
def _following(x: Seed) -> Seed:
    """Return a constant state, since random numbers come from the script."""
    return np.uint64(0)


@inline
def _stream(seed: Seed, purpose: int) -> Seed:
    """Return a constant state, since random numbers come from the script."""
    return np.uint64(0)


@inline
def _mixed(x: Seed) -> Seed:
    """Record that a game draws by other means than ``below``."""
    _shared()[_OTHER_DRAWS] = 1
    return np.uint64(0)


@cache
def _substitution() -> Substitution:
    """Return the substitution that compiles functions with scripted draws."""
    version = blake2b(Path(__file__).read_bytes(), digest_size=4).hexdigest()
    replacements = {
        streams.below: _below,
        streams.following: _following,
        streams.stream: _stream,
        streams.mixed: _mixed,
    }
    return Substitution(f"by_chance_{version}", replacements)


@cache
def _scripted(rules: bytes, dtype: Any) -> npt.NDArray[Any]:
    return rebound(np.frombuffer(rules, dtype), ("begin", "play_on"), _substitution().of)


def scripted(rules: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Return the record of a game whose functions ``begin`` and ``play_on`` follow the script."""
    return _scripted(rules.tobytes(), rules.dtype)


def every_way(
    run: Callable[[], None], what: Callable[[], str], limit: int = MAX_OUTCOMES
) -> Iterator[Fraction]:
    """Run once per chance outcome, and yield its probability after each run.

    ``run``: calls a function of a ``scripted`` game. ``what``: returns the name of the chance
    event, for messages. ``limit``: the maximum number of outcomes. Raises TooLargeError if there
    are more, or the game draws in a way that cannot be enumerated.
    """
    chosen: list[int] = []
    covered = 0.0
    for k in range(1, limit + 1):
        widths = _run(run, what, chosen)
        probability = Fraction(1, prod(widths)) if widths else _CERTAIN
        yield probability
        chosen += [0] * (len(widths) - len(chosen))
        while chosen and chosen[-1] + 1 >= widths[len(chosen) - 1]:
            chosen.pop()
        if not chosen:
            return
        chosen[-1] += 1
        covered += float(probability)
        if k % _LOOK_AFTER == 0 and covered * limit * _DOUBT < k:
            break
    raise TooLargeError(
        f"{what()} has more than {limit:,} chance outcomes, too many for exact chance nodes; one "
        f"outcome takes {len(widths)} draws, with a probability of about 1 in "
        f"10^{len(str(prod(widths))) - 1}"
    )


def _run(run: Callable[[], None], what: Callable[[], str], chosen: list[int]) -> list[int]:
    """Run with ``chosen`` as results of the first draws, 0 for later ones; return all ranges."""
    with _turn:
        _script[: _FIRST + MAX_DRAWS] = 0
        _script[_FIRST : _FIRST + len(chosen)] = chosen
        run()
        other, made = int(_script[_OTHER_DRAWS]), int(_script[_MADE])
        widths: list[int] = _script[_FIRST + MAX_DRAWS :][:made].tolist()
    if other:
        raise TooLargeError(
            f"{what()} draws with `mixed`; exact chance nodes need all draws to use `below` of "
            "wistar_env.compiled.streams"
        )
    if made > MAX_DRAWS:
        raise TooLargeError(
            f"{what()} draws more than {MAX_DRAWS:,} numbers at once; draw among the allowed "
            "results, instead of redrawing until the result is allowed"
        )
    return widths
