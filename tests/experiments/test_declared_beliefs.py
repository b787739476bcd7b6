"""Deals of Potions that a declaration allows, compared with deals of the rules."""

import numpy as np
import pytest

from experiments.declared_beliefs import (
    declared_deal,
    differences,
    is_impossible,
    pays,
    positions,
    rules_deal,
)
from wistar_env.games.lab_rats.kinds import POTION_COLOURS, POTION_KINDS


@pytest.mark.parametrize("deal", [declared_deal, rules_deal])
def test_a_deal_keeps_the_sizes_of_hands_and_what_a_seat_sees(deal: object) -> None:
    for number, game in enumerate(positions(1, 1)):
        state = game.record[0]
        players = state["players"][:4]
        hands = players["potions"].astype(int) + players["put_by"]
        seat = number % 4
        if deal is declared_deal:
            dealt = declared_deal(game, seat, np.random.default_rng(number))
        else:
            dealt = rules_deal(game, seat, number)
        assert dealt.sum(axis=1).tolist() == hands.sum(axis=1).tolist()
        assert dealt[seat].tolist() == hands[seat].tolist()
        assert (dealt >= players["known"][seat][:4]).all()
        assert not is_impossible(game, hands, seat)


def test_each_potion_pays_one_colour() -> None:
    hand = np.zeros(POTION_KINDS, np.int64)
    both = next(k for k, colours in enumerate(POTION_COLOURS) if colours.bit_count() == 2)
    hand[both] = 1
    assert pays(hand, POTION_COLOURS[both] & -POTION_COLOURS[both])
    assert not pays(hand, POTION_COLOURS[both])
    hand[both] = 2
    assert pays(hand, POTION_COLOURS[both])


def test_other_distributions_are_told_from_the_same_one() -> None:
    rng = np.random.default_rng(1)
    few, same, many = (
        [rng.binomial(2, p, (4, POTION_KINDS)) for _ in range(200)] for p in (0.2, 0.2, 0.6)
    )
    assert min(differences(few, same)) > 1e-4
    assert max(differences(few, many)) < 1e-4
