"""What the bundled networks cost and reach, by their cards."""

import re
from pathlib import Path

import pytest

from experiments.network_costs import COLUMNS, cards, cost_in, networks_table

CARDS = dict(cards())


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS.keys())
def test_a_card_tells_the_decisions_of_its_commands(card: Path) -> None:
    text = card.read_text("utf-8")
    decisions, core_hours, trainings, _ = cost_in(text)
    steps = sum(map(int, re.findall(r"^(?:wistar|python).* --steps (\d+)", text, re.MULTILINE)))
    assert decisions == f"{steps / 1e6:.0f} M"
    assert 0 < float(core_hours) < 1000
    assert trainings[0] == "1"


@pytest.mark.parametrize("card", CARDS.values(), ids=CARDS.keys())
def test_the_strength_of_a_card_is_among_its_results(card: Path) -> None:
    text = card.read_text("utf-8")
    share, low, high = re.findall(r"\d+\.\d", cost_in(text)[3])[:3]
    results = " ".join(text[text.index("## Results") :].split())
    assert f"{share} % ({low} to {high})" in results


def test_the_table_has_all_bundled_networks() -> None:
    lines = networks_table().splitlines()
    assert [line.split("`")[1] for line in lines[2:]] == [*CARDS]
    assert len(CARDS) == 16


def test_a_card_without_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match=", ".join(COLUMNS)):
        cost_in("# A card\n")
