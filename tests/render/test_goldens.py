import numpy as np
import pytest

from tests.render import goldens


@pytest.mark.parametrize(("kind", "number"), goldens.CARDS)
def test_a_card_looks_as_somebody_saw_it(kind: str, number: int) -> None:
    kept = goldens.pixels(goldens.path(kind, number).read_bytes())
    drawn = goldens.pixels(goldens.card(kind, number))
    assert np.array_equal(kept, drawn), f"{kind} {number}: look at it, then {goldens.COMMAND}"


def test_every_saved_picture_is_compared() -> None:
    kept = {goldens.path(*each) for each in goldens.CARDS}
    assert set(goldens.FOLDER.glob("*.png")) == kept
