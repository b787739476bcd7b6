import numpy as np

from wistar_env.compiled import streams
from wistar_env.compiled.jit import entry, inline, pointer, unit
from wistar_env.compiled.streams import below
from wistar_env.compiled.substitution import Substitution
from wistar_env.compiled.types import Seed, ShortArray


@inline
def always_two(x: Seed, n: int) -> int:
    return np.uint64(2)  # type: ignore[return-value]


@inline
def by_name(x: Seed) -> int:
    return below(x, 100)


@inline
def by_module(x: Seed) -> int:
    return streams.below(x, 100)


def in_a_cell(draw: object) -> object:
    @inline
    def by_cell(x: Seed) -> int:
        return draw(x, 100)  # type: ignore[operator]

    return by_cell


by_cell = in_a_cell(below)


@unit
def without_draws(x: Seed) -> int:
    return 7


@unit
def draw_three(x: Seed, numbers: ShortArray) -> int:
    numbers[0] = by_name(x)
    numbers[1] = by_module(x)
    numbers[2] = by_cell(x)  # type: ignore[operator]
    return without_draws(x)


SUBSTITUTION = Substitution("two", {below: always_two})
draw_twos = SUBSTITUTION.of(draw_three)


@entry
def run_both(x: Seed, first: ShortArray, second: ShortArray) -> int:
    return draw_three(x, pointer(first)) + draw_twos(x, pointer(second))


def test_whatever_a_function_reaches_is_replaced() -> None:
    first, second = np.zeros(3, np.int16), np.zeros(3, np.int16)
    assert run_both(np.uint64(5), first, second) == 14
    assert first.tolist() == [streams.mixed_of(5) * 100 >> 64] * 3
    assert second.tolist() == [2, 2, 2]


def test_what_reaches_nothing_is_called_as_it_is() -> None:
    assert SUBSTITUTION.of(without_draws) is without_draws
    assert SUBSTITUTION.of(draw_three) is draw_twos
