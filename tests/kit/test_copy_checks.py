"""Statistical comparison of real games and determinizations, which correct games pass."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.kit import limited_nim
from tests.kit.goofspiel import Goofspiel
from tests.kit.limited_nim import LimitedNim
from tests.kit.nim import Nim
from tests.kit.planted_secrecy import Exact
from wistar_env.compiled.jit import unit
from wistar_env.compiled.types import Seed
from wistar_env.kit.conformance import copy_checks, random_pairs
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.conformance.copy_checks import largest_difference, sample
from wistar_env.kit.conformance.facts import Number, facts_of
from wistar_env.kit.conformance.runner import cases_of
from wistar_env.kit.game import Game


@unit
def keep(t: limited_nim.Tables, g: limited_nim.State, seat: int, rng: Seed) -> None:
    g.rng = rng


@pytest.mark.parametrize("game", [LimitedNim, Exact, Goofspiel, Nim])
def test_correct_games_pass_and_the_check_says_which_bias_it_would_find(game: type[Game]) -> None:
    for case in cases_of(game, games=2):
        pairs = sample(case)
        found = largest_difference(case, pairs)
        assert found is not None
        assert found.p * found.tests > 1e-3
        assert copy_checks.real_games_and_copies_agree(case) == (
            f"{len(pairs.real):,} positions; in 9 of 10 runs, detects values that are redrawn "
            f"{100 * found.finds:.1f} percentage points too often or too rarely"
        )


def test_games_in_which_reshuffles_change_nothing_are_not_compared() -> None:
    class KeptNim(LimitedNim):
        spec = replace(limited_nim.spec_with(reshuffle_hidden=keep), name="kept-nim")
        __slots__ = ()

    for case in cases_of(KeptNim, games=1):
        copy_checks.real_games_and_copies_agree(case)
        assert largest_difference(case, sample(case)) is None
    nothing = facts_of([], 7, 5, np.random.default_rng(1))
    assert nothing.real.shape == nothing.copies.shape == (7, 0)


def test_random_games_are_thinned_out_by_what_others_could_have_done(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A seat with a high card has more legal actions, so each is less likely; without a correction,
    # actions would reveal cards.
    play = random_pairs.sample_pairs

    def unthinned(*given: Any) -> int:
        most, measuring = given[4:6]
        most[:] = 1
        return 0 if measuring else play(*given)

    monkeypatch.setattr(random_pairs, "sample_pairs", unthinned)
    case = Case(LimitedNim, 2, 4, 1)
    found = largest_difference(case, sample(case))
    assert found is not None
    assert found.is_significant


def test_pairs_are_of_all_phases_and_seats() -> None:
    pairs = sample(Case(Exact, 3, 2, 1))
    assert set(pairs.viewers.tolist()) == {0, 1, 2}
    assert (np.bincount(pairs.real["deal"]) > 1_000).all()
    assert (pairs.real["decisions"] == pairs.copies["decisions"]).all()


def test_the_chance_of_counts_is_exact() -> None:
    for k, n, expected in ((5, 5, 2 / 32), (4, 5, 12 / 32), (60, 100, 0.0568879), (2, 4, 1.0)):
        assert np.exp(copy_checks._log_tail(k, n)) == pytest.approx(expected, rel=1e-5)


def test_facts_of_large_records_are_of_all_fields() -> None:
    chance = np.random.default_rng(1)
    numbers = [
        Number(field, f"{field}[{k}]", *chance.integers(0, high, (2, 400)))
        for field, high, count in (("few", 3, 1), ("many", 5, 50), ("wide", 1_000, 50))
        for k in range(count)
    ]
    facts = facts_of(numbers, 400, 40, chance)
    assert len(facts.labels) == len(set(facts.labels)) == facts.real.shape[1] == 40
    assert {"few[0] = 0", "few[0] = 1", "few[0] = 2"} < set(facts.labels)
    assert any(label.startswith("bit ") for label in facts.labels)
    assert any(" in " in label for label in facts.labels)
    of_many = sum("many[" in label for label in facts.labels)
    assert 15 <= of_many <= 22


def test_facts_are_true_where_they_say_so() -> None:
    real, copies, shown = np.arange(64) % 4, np.arange(64) // 16, np.arange(64) % 8 // 2
    numbers = [Number("card", "card", real, copies), Number("set", "set", shown, shown)]
    facts = facts_of(numbers, 64, 100, np.random.default_rng(1))
    values = [f"{name} = {k}" for name in ("card", "set") for k in range(4)]
    assert {*facts.labels} == {*values, "bit 0 of set", "bit 1 of set"}
    assert (facts.real[:, facts.labels.index("card = 3")] == (real == 3)).all()
    assert (facts.copies[:, facts.labels.index("card = 2")] == (copies == 2)).all()
    assert (facts.copies[:, facts.labels.index("bit 0 of set")] == (shown % 2 == 1)).all()


def test_games_that_leave_traces_are_compared_by_what_is_observed() -> None:
    cleared = Number("pile", "pile[3]", np.arange(20), np.zeros(20, int))
    redrawn = Number("pile", "pile[2]", np.arange(20), np.arange(20)[::-1])
    assert cleared.is_cleared
    assert not redrawn.is_cleared
    assert redrawn.is_hidden
