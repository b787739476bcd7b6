"""Prices: every word has one, and the costs of bundled cards roughly match their effects."""

import numpy as np
import pytest

from wistar_env.games.rats_of_wistar.card_sets import (
    guests_drawn,
    inventions_drawn,
    missions_drawn,
    prices,
)
from wistar_env.games.rats_of_wistar.tables import codes, effect_rules, load, schema

#: Of a hundred bundled entries, how many lie in the band that generated ones are drawn from.
MOST = 65


def test_every_word_of_the_language_has_a_price() -> None:
    of_players = {
        word for word, code in codes.names("COUNT").items() if code not in codes.ADVANCE_COUNTS
    }
    assert set(prices.EVENTS) == set(codes.names("EVENT"))
    assert set(prices.PAID) == set(codes.names("PAY"))
    assert set(prices.AT_THE_END) == of_players
    assert set(prices.TIMINGS) == set(effect_rules.USE_OF_TIMING)
    assert set(prices.COSTS) == set(schema.COST_WORDS)


@pytest.mark.parametrize(
    ("better", "worse", "timing"),
    [
        ("wood 2", "wood 1", "immediate"),
        ("wood 1, metal 1", "wood 1", "immediate"),
        ("wood 1 or metal 1", "wood 1", "immediate"),
        ("vp 2", "if beds 3: vp 2", "once"),
        ("if beds 2: vp 2", "if beds 4: vp 2", "once"),
        ("dig_free 1", "pay metal 1: dig_free 1", "income"),
        ("pay wood 1: dig_free 1", "pay wood 2: dig_free 1", "income"),
        ("on take_wood: vp 1", "on gain_electricity: vp 1", "permanent"),
        ("on play_card: vp 1", "on play_card tool: vp 1", "permanent"),
        ("discount any either 1", "discount tool either 1", "permanent"),
        ("per beds: vp 2", "per beds: vp 1", "endgame"),
        ("per mission_cubes: vp 1", "per tents: vp 1", "endgame"),
        ("foes_more beds: lose_vp 3", "foes_more beds: lose_vp 2", "aggressive"),
        ("draw advanced 1", "draw basic 1", "immediate"),
        ("main any", "main wood", "immediate"),
        ("play_cheaper any both 1", "play_cheaper any wood 1", "immediate"),
    ],
)
def test_what_gives_more_is_dearer(better: str, worse: str, timing: str) -> None:
    assert prices.effect_price(better, timing) > prices.effect_price(worse, timing) > 0


def test_a_card_is_worth_more_the_less_it_costs() -> None:
    cheap = prices.card_balance("wood 1", "", "agility 1", 2, "immediate", "wood 1")
    assert cheap == 100 + 70 + 200 - 100
    for cost, requires, icons, vp in [
        ("wood 2", "", "agility 1", 2),
        ("wood 1", "agility 1", "agility 1", 2),
        ("wood 1", "beds 1", "agility 1", 2),
        ("wood 1", "electricity 1", "agility 1", 2),
        ("wood 1", "", "", 2),
        ("wood 1", "", "agility 1", 1),
    ]:
        assert prices.card_balance(cost, requires, icons, vp, "immediate", "wood 1") < cheap


def share_within(values: list[int], band: tuple[int, int]) -> float:
    return 100 * float(np.mean([band[0] <= value <= band[1] for value in values]))


@pytest.mark.parametrize("tier", inventions_drawn.BALANCES)
def test_generated_inventions_are_drawn_from_where_most_bundled_ones_are(tier: str) -> None:
    cards = [card for _, card in load.validated().cards() if card.tier == tier]
    balances = [
        prices.card_balance(c.cost, c.requires, c.icons, c.vp, c.timing, c.effect) for c in cards
    ]
    low, high = inventions_drawn.BALANCES[tier]
    assert min(balances) < low < high < max(balances)
    assert share_within(balances, (low, high)) > MOST
    worths = [prices.effect_price(card.effect, card.timing) for card in cards]
    assert share_within(worths, inventions_drawn.EFFECTS[tier]) > 90
    vp = inventions_drawn.VP[tier]
    assert (min(card.vp for card in cards), max(card.vp for card in cards)) == vp


def test_so_are_guests_rows_and_objectives() -> None:
    data = load.validated()
    for kind, band in guests_drawn.BALANCES.items():
        guests = [guest for guest in data.guests.guest if guest.kind == kind]
        worths = [prices.guest_balance(g.vp, g.timing, g.effect) for g in guests]
        assert share_within(worths, band) > MOST
    rows = [row for mission in data.missions.mission for row in mission.row]
    balances = [prices.row_balance(row.cost, row.requires, row.effect) for row in rows]
    assert share_within(balances, missions_drawn.ROW_BALANCES) > 60
    for lines, band in (
        ([mission.reveal for mission in data.missions.mission], missions_drawn.REVEALS),
        ([each.effect for each in data.objectives.objective], missions_drawn.OBJECTIVES),
    ):
        assert share_within([prices.effect_price(x, "immediate") for x in lines], band) > MOST
