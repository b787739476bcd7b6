"""Every word of Rat-o-bot's cards and tracks means something, and no other word the same."""

from typing import Any

import pytest

from tests.plenty import against_the_bot, alike, outcome
from wistar_env.games.rats_of_wistar.tables import codes

#: Lines of the spaces of a track whose effect is one.
LINES = {"aggressive": "lose_vp 1", "endgame": "vp 1"}


@pytest.mark.ledger("BOT-50")
def test_every_bonus_does_something_else() -> None:
    done: dict[str, Any] = {"nothing": outcome(against_the_bot().card("wood").bot_turn())}
    for word in codes.names("BOT_BONUS"):
        solo = against_the_bot().card("wood", bonuses=[f"{word} strength"])
        done[word] = outcome(solo.bot_turn())
    assert alike(done) == set()


@pytest.mark.ledger("BOT-61")
def test_every_step_of_an_exploration_card_does_something_else() -> None:
    done: dict[str, Any] = {
        "nothing": outcome(against_the_bot().card("explore").explores().bot_turn())
    }
    for word in codes.names("BOT_STEP"):
        solo = against_the_bot().card("explore").explores("move E" if word == "move" else word)
        done[word] = outcome(solo.bot_turn())
    assert alike(done) == set()


@pytest.mark.ledger("BOT-77")
def test_every_effect_of_a_track_does_something_else() -> None:
    done = {}
    for word in codes.names("TRACK"):
        solo = against_the_bot().card("wood", bonuses=["advance strength"])
        solo.token("strength", "tool").track("tool", 1, word, LINES.get(word, ""), arg=0, vp=0)
        done[word] = outcome(solo.bot_turn())
    assert alike(done) == set()
