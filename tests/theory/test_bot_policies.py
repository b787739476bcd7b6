from pathlib import Path

import numpy as np
import pytest

from tests.kit.kuhn import Kuhn
from tests.theory.games import Bold, Forgetful
from wistar_env.agents.network import NetworkAgent
from wistar_env.agents.random import RandomAgent
from wistar_env.errors import BotError
from wistar_env.kit.bots import Batch, Stochastic
from wistar_env.kit.networks.network import Network
from wistar_env.theory import SequenceForm, policy_of, uniform_policy

FORM = SequenceForm(Kuhn)


class Uncertain(Bold):
    """Draws its action, and does not tell how probable it is."""

    def act(self, batch: Batch) -> list[int]:
        return RandomAgent().act(batch)


class Wrong(Bold):
    """Plays an action that no game has."""

    def act(self, batch: Batch) -> list[int]:
        return [7] * len(batch)


class Failing(Bold):
    """Fails."""

    def act(self, batch: Batch) -> list[int]:
        raise ZeroDivisionError("of the bot's own")


def test_a_bot_that_tells_its_probabilities_is_not_asked_for_actions() -> None:
    assert isinstance(RandomAgent(), Stochastic)
    found = policy_of(FORM, RandomAgent(), "random", samples=1)
    for mine, expected in zip(found, uniform_policy(FORM), strict=True):
        assert mine == pytest.approx(expected)


def test_others_are_judged_by_the_shares_of_their_answers() -> None:
    many = policy_of(FORM, Uncertain(), "x", samples=400, seed=1)
    for mine, expected in zip(many, uniform_policy(FORM), strict=True):
        assert mine == pytest.approx(expected, abs=0.13)  # more than 5 standard errors
    again = policy_of(FORM, Uncertain(), "x", samples=400, seed=1)
    assert [each.tolist() for each in again] == [each.tolist() for each in many]


def test_a_bot_that_never_changes_its_mind_has_a_pure_policy() -> None:
    for sets, policy in zip(FORM.seats, policy_of(FORM, Bold(), "bold"), strict=True):
        assert policy[sets.actions == 1].tolist() == [1] * 6
        assert policy[sets.actions == 0].tolist() == [0] * 6


@pytest.mark.parametrize("sample", [True, False])
def test_a_network_tells_how_it_acts(sample: bool, tmp_path: Path) -> None:
    file, form = tmp_path / "network.npz", SequenceForm(Forgetful)
    Network.random(Forgetful, 2).save(file)
    bot = NetworkAgent(str(file), sample=sample)
    told = policy_of(form, bot, "network")

    class Silent(Bold):
        def act(self, batch: Batch) -> list[int]:
            return [int(action) for action in bot.act(batch)]

    shown = policy_of(form, Silent(), "silent", samples=2_000 if sample else 1)
    for mine, expected in zip(shown, told, strict=True):
        assert mine == pytest.approx(expected, abs=0.06 if sample else 0)
    assert sample == any(((0 < part) & (part < 1)).any() for part in told)


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        (Wrong(), r"bot 'x' played 7, which is not legal; legal: \[0, 1\]"),
        (Failing(), "bot 'x' failed:\n(.|\n)*of the bot's own"),
    ],
)
def test_a_bot_that_fails_is_named(bot: Bold, message: str) -> None:
    with pytest.raises(BotError, match=message):
        policy_of(FORM, bot, "x")


def test_the_games_of_information_sets_stay_as_they_are() -> None:
    before = [game.to_bytes() for sets in FORM.seats for game in sets.games]
    policy_of(FORM, Uncertain(), "x")
    assert [game.to_bytes() for sets in FORM.seats for game in sets.games] == before
    assert np.array([game.seat for sets in FORM.seats for game in sets.games]).tolist() == (
        [0] * 6 + [1] * 6
    )
