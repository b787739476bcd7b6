"""Alternating measurements, so that ratios are valid on a machine with a varying clock rate."""

import time
from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

#: Approximate seconds of a repeat.
SECONDS: Final = 0.2

#: Runs a number of rounds; returns the number of decisions, simulations or pictures.
Work: TypeAlias = Callable[[int], int]

#: The measured values, one per repeat.
Values: TypeAlias = tuple[float, ...]

_Key = TypeVar("_Key", bound=Hashable)


@dataclass(frozen=True)
class Measurement:
    """One number of the report, measured several times."""

    table: str  # the title of its table
    name: str  # the benchmark; its row
    values: Values  # the value of each repeat; the report shows their median
    unit: str  # the unit of the values
    column: str = ""  # its column if a table has several numbers per row


@dataclass(frozen=True)
class Part:
    """Measurements made together, with their section of the report."""

    section: str
    label: str
    measure: Callable[[int], list[Measurement]]


def rounds_of(work: Work, clock: Callable[[], float] | None = None) -> int:
    """Return the number of rounds that take about ``SECONDS``; runs the work at least twice."""
    clock = clock or time.perf_counter
    rounds, seconds = 1, 0.0
    while seconds < SECONDS / 4:
        rounds *= 2
        started = clock()
        work(rounds)
        seconds = clock() - started
    return max(1, round(rounds * SECONDS / seconds))


def race(
    works: Mapping[_Key, Work], repeats: int, clock: Callable[[], float] | None = None
) -> dict[_Key, Values]:
    """Return the decisions, simulations or pictures per second of each work, once per repeat.

    A repeat runs each work once, so the values of one repeat are measured under similar conditions,
    and their ratios are more reliable than the values. ``clock`` returns seconds, by default
    wall-clock time.
    """
    clock = clock or time.perf_counter
    rounds = {name: rounds_of(work, clock) for name, work in works.items()}
    rates: dict[_Key, list[float]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            started = clock()
            decisions = work(rounds[name])
            rates[name].append(decisions / (clock() - started))
    return {name: tuple(values) for name, values in rates.items()}


def measured(
    table: str,
    works: Mapping[str, Work],
    repeats: int,
    unit: str = "decisions/s",
    clock: Callable[[], float] | None = None,
) -> list[Measurement]:
    """Return the rates of ``race`` as measurements, a row of a table for each work."""
    rates = race(works, repeats, clock)
    return [Measurement(table, name, values, unit) for name, values in rates.items()]


def ratios(values: Values, others: Values) -> Values:
    """Return the ratios of two lists of values, repeat by repeat."""
    return tuple(value / other for value, other in zip(values, others, strict=True))


def nanoseconds(rates: Values) -> Values:
    """Return nanoseconds per decision from decisions/s."""
    return tuple(1e9 / rate for rate in rates)


def microseconds(rates: Values) -> Values:
    """Return microseconds per simulation from simulations/s."""
    return tuple(1e6 / rate for rate in rates)


def milliseconds(rates: Values) -> Values:
    """Return milliseconds per picture from pictures/s."""
    return tuple(1e3 / rate for rate in rates)


def fractions(seconds: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Return the share of each column in its row's sum; shape (repeats, parts)."""
    return np.asarray(seconds / seconds.sum(axis=1, keepdims=True), np.float64)
