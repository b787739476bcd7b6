"""Measurements in turns, by a clock that a test moves."""

import numpy as np
import pytest

from wistar_env.speed import timing


class Clock:
    """A clock that moves when it is told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def work(self, seconds: float, decisions: int, calls: list[str], name: str) -> timing.Work:
        def play(count: int) -> int:
            calls.append(name)
            self.now += count * seconds
            return count * decisions

        return play


def test_a_race_is_run_in_turns_and_gives_decisions_a_second(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, calls = Clock(), list[str]()
    monkeypatch.setattr(timing, "time", clock)
    works = {
        "slow": clock.work(0.01, 3, calls, "slow"),
        "fast": clock.work(0.001, 3, calls, "fast"),
    }
    rates = timing.race(works, 3)
    assert calls[-6:] == ["slow", "fast"] * 3
    assert rates["slow"] == pytest.approx((300,) * 3)
    assert rates["fast"] == pytest.approx((3000,) * 3)


def test_a_repeat_takes_the_time_that_it_should(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(timing, "time", clock)
    monkeypatch.setattr(timing, "SECONDS", 0.2)
    assert timing.rounds_of(clock.work(0.001, 1, [], "")) == 200
    assert timing.rounds_of(clock.work(5.0, 1, [], "")) == 1


def test_ratios_are_taken_repeat_by_repeat() -> None:
    assert timing.ratios((10.0, 30.0), (5.0, 10.0)) == (2.0, 3.0)
    with pytest.raises(ValueError, match="shorter"):
        timing.ratios((1.0, 2.0), (1.0,))


def test_what_a_decision_costs_is_in_nanoseconds() -> None:
    assert timing.nanoseconds((1e6, 2e6)) == pytest.approx((1000.0, 500.0))


def test_what_a_simulation_costs_is_in_microseconds() -> None:
    assert timing.microseconds((1e5, 2e5)) == pytest.approx((10.0, 5.0))


def test_shares_are_of_each_repeat_and_sum_to_one() -> None:
    found = timing.fractions(np.array([[1.0, 3.0], [6.0, 2.0]]))
    assert found.tolist() == [[0.25, 0.75], [0.75, 0.25]]
