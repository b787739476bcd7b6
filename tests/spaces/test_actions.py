import numpy as np
import pytest

from wistar_env.games.rats_of_wistar.components import open_components
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS, NUM_ACTIONS

NAMES = open_components().actions


def test_every_action_has_a_different_text() -> None:
    assert len(NAMES.texts) == NUM_ACTIONS
    assert len({text.casefold() for text in NAMES.texts}) == NUM_ACTIONS


def test_every_text_leads_back_to_its_action() -> None:
    for action in range(NUM_ACTIONS):
        assert NAMES.action_from_text(NAMES.describe(action)) == action
        assert NAMES.action_from_text(str(action)) == action


def test_case_and_spaces_make_no_difference() -> None:
    assert NAMES.action_from_text("  PLAY   spy center (140) ") == actions.PLAY + 139


def test_the_blocks_fill_the_action_space() -> None:
    end = 0
    for block in ACTION_BLOCKS:
        assert block.start == end
        end += block.size
    assert end == NUM_ACTIONS


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (actions.PASS, "pass"),
        (actions.END_TURN, "end the turn"),
        (actions.PAIR + 1, "choose starting pair 2"),
        (actions.PLACE + 4, "Chief to S2 space 2"),
        (actions.MAIN + 5, "Main action: Exploring"),
        (actions.BONUS + 1, "Bonus action: move 2 Workers"),
        (actions.TAKE + 1, "take the basic card in slot 2"),
        (actions.TAKE + 9, "take the top card of the advanced deck"),
        (actions.OPEN, "open door A-B"),
        (actions.MOVE + 3, "move the Explorer to D (ground floor, right)"),
        (actions.COMPLETE + 4, "complete row 2 of the mission at m2"),
        (actions.MOVE_WORKER + 5, "move a Worker from the Lair to the Farm"),
        (actions.DEPLOY, "deploy a Worker to the Forest"),
        (actions.HERO, "take Hero Gwir the Scientist"),
        (actions.SKILL, "take the Skill token of strength"),
        (actions.EXPEL + 25, "discard Guest Cheese 6"),
    ],
)
def test_an_action_is_described_by_what_it_does(action: int, text: str) -> None:
    assert NAMES.describe(action) == text


@pytest.mark.parametrize("text", ["", "play nothing", "971", "play", "9" * 5000])
def test_a_text_that_is_no_action_is_rejected(text: str) -> None:
    with pytest.raises(ValueError, match=r"there is no action|must be an integer"):
        NAMES.action_from_text(text)


def test_a_numpy_integer_is_an_action() -> None:
    assert NAMES.describe(np.int16(0)) == "pass"


@pytest.mark.parametrize("action", [-1, NUM_ACTIONS])
def test_an_action_out_of_range_is_rejected(action: int) -> None:
    with pytest.raises(ValueError, match=r"action .* 0 to 970"):
        NAMES.describe(action)


@pytest.mark.parametrize("action", [1.0, float("nan"), "1", None, True])
def test_actions_must_be_integers(action: int) -> None:
    with pytest.raises(TypeError, match="action must be an integer"):
        NAMES.describe(action)
