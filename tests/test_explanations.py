"""Explanations of bots: given by those that can, saved in replays, and rejected if damaged."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games import middle
from wistar_env.errors import ReplayError
from wistar_env.explanations import Explanation, Option
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import Batch, Explaining, View, asked
from wistar_env.kit.bots.registry import load
from wistar_env.kit.replays import Replay

SPECS = ["network:wistar", "mcts:simulations=40,network=wistar", "flat:rollouts=20"]


def batch_of(game: RatsOfWistar) -> Batch:
    return Batch((View(game, game.seat),), np.array([77], np.int64))


@pytest.mark.parametrize("spec", SPECS)
def test_what_a_bot_explains_is_what_it_plays(spec: str) -> None:
    game, player = middle(), load(spec)
    assert isinstance(player, Explaining)
    (explanation,) = player.explain(batch_of(game))
    assert explanation.action == int(player.act(batch_of(game))[0])
    assert explanation.options[0].action == explanation.action
    assert {option.action for option in explanation.options} == {*game.legal_actions().tolist()}
    assert sum(option.probability or 0 for option in explanation.options) == pytest.approx(1)
    assert explanation.value is not None
    assert 0 <= explanation.value <= 1


def test_a_network_that_samples_explains_what_it_drew() -> None:
    game, player = middle(), load("network:wistar,sample=true")
    for seed in range(20):
        batch = Batch((View(game, game.seat),), np.array([seed], np.int64))
        assert asked(player, batch)[0].action == int(player.act(batch)[0])


@pytest.mark.parametrize("spec", ["random", "greedy"])
def test_bots_without_explanations_play_all_the_same(spec: str) -> None:
    game, player = middle(), load(spec)
    assert asked(player, batch_of(game)) == [Explanation(int(player.act(batch_of(game))[0]))]


def test_explanations_are_saved_with_their_best_options() -> None:
    options = tuple(Option(k, probability=0.1, visits=k, value=0.25) for k in range(9))
    explanation = Explanation(0, 1 / 3, options)
    again = Explanation.from_dict(0, explanation.to_dict())
    assert again == Explanation(0, 0.3333, options[:5])


@pytest.mark.parametrize(
    ("saved", "problem"),
    [
        (3, 'an object with a list "options"'),
        ({"options": [3]}, 'an option of an explanation must be .* "action", found'),
        ({"options": [{"action": True}]}, 'an option of an explanation must be .* "action", found'),
        (
            {"options": [{"action": 971}]},
            "of an option must be an integer from 0 to 970, found 971",
        ),
        ({"options": [{"action": -1}]}, "of an option must be an integer from 0 to 970, found -1"),
        ({"options": [{"action": 1, "visits": -1}]}, "visits of an option must be"),
        ({"options": [{"action": 1, "value": 2}]}, "value must be a number from 0 to 1"),
        ({"options": [], "value": float("nan")}, "value must be a number from 0 to 1"),
        ({"options": [{"action": 1, "probability": "x"}]}, "probability must be a number"),
    ],
)
def test_a_damaged_explanation_is_rejected_with_its_action(saved: Any, problem: str) -> None:
    replay = Replay(RatsOfWistar, 2, 5)
    replay.actions = [int(replay.start().legal_actions()[0])]
    with pytest.raises(ReplayError, match=f"explanation at action number 1: .*{problem}"):
        Replay.from_dict({**replay.to_dict(), "explanations": {"0": saved}})


def test_an_explanation_of_no_action_is_rejected() -> None:
    with pytest.raises(ReplayError, match="an explanation is for action index '7'"):
        Replay.from_dict(
            {**Replay(RatsOfWistar, 2, 5).to_dict(), "explanations": {"7": {"options": []}}}
        )


def test_players_and_explanations_come_back_from_a_file(tmp_path: Path) -> None:
    replay = Replay(RatsOfWistar, 2, 5, players=("greedy", "network:wistar"))
    action = int(replay.start().legal_actions()[0])
    replay.actions = [action]
    replay.explanations = {0: Explanation(action, 0.5, (Option(action, 1.0, 3, 0.5),))}
    replay.save(tmp_path / "game.jsonl")
    assert Replay.load(tmp_path / "game.jsonl") == replay
    assert Replay.from_dict(replay.to_dict()) == replay


@pytest.mark.parametrize("players", ["ab", ["a"], ["a", 3], 7])
def test_players_that_are_no_names_are_rejected(players: Any) -> None:
    with pytest.raises(ReplayError, match="player"):
        Replay.from_dict({**Replay(RatsOfWistar, 2, 5).to_dict(), "players": players})
