"""The bot that plays a network's preferred actions."""

import copy
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.agents.test_agents import batch_of
from tests.games import sampled
from tests.networks.networks import lively
from tests.training.runs import other_data
from wistar_env import RatsOfWistar
from wistar_env.agents.network import NetworkAgent
from wistar_env.benchmark import BotError, load
from wistar_env.benchmark.fingerprints import fingerprint
from wistar_env.benchmark.matches import Match, play
from wistar_env.errors import NetworkError
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.npz"
    lively(2).save(path)
    return path


def test_it_takes_the_action_of_the_highest_logit(file: Path) -> None:
    bot, network = load(f"network:{file}"), lively(2)
    games = [game.clone() for game in sampled(RatsOfWistar.new(2, 4), 9) if not game.finished]
    predictions = [network.predict(game) for game in games]
    wanted = [int(prediction.actions[prediction.logits.argmax()]) for prediction in predictions]
    assert list(bot.act(batch_of(games, list(range(len(games)))))) == wanted


def test_it_draws_actions_by_their_probabilities(file: Path) -> None:
    bot, game = load(f"network:{file},sample=true"), RatsOfWistar.new(2, 4)
    prediction = lively(2).predict(game)
    chances = np.exp(prediction.logits) / np.exp(prediction.logits).sum()
    draws = 2000
    seeds = np.random.default_rng(3).integers(2**63, size=draws).tolist()
    counts = Counter(map(int, bot.act(batch_of([game] * draws, seeds))))
    for action, chance in zip(prediction.actions.tolist(), chances.tolist(), strict=True):
        assert abs(counts[action] - draws * chance) < 5 * (draws * chance) ** 0.5 + 1


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda bot: pickle.loads(pickle.dumps(bot))])
def test_a_copy_depends_on_nothing_of_the_bot_that_was_copied(file: Path, copied: Any) -> None:
    bot, game = NetworkAgent(str(file)), RatsOfWistar.new(2, 4)
    wanted = bot.act(batch_of([game], [1]))
    other = copied(bot)
    assert isinstance(bot._network, Network)
    bot._network.weights[:] = -bot._network.weights  # as when other things lie there
    assert bot.act(batch_of([game], [1])) != wanted
    assert other.act(batch_of([game], [1])) == wanted


def test_each_game_is_played_with_the_network_for_its_cards(tmp_path: Path) -> None:
    reader = SharedNetwork.random(RatsOfWistar, (2,), (32, 16), code=8, seed=3, ids=False)
    reader.save(tmp_path / "reader.npz")
    bot, swapped = NetworkAgent(str(tmp_path / "reader.npz")), other_data(tmp_path / "data")
    games = [
        game.clone()
        for data in (None, swapped, None)
        for game in sampled(RatsOfWistar.new(2, 4, data=data), 9)
        if not game.finished
    ]
    wanted = []
    for game in games:
        prediction = reader.network_for(2, game.data).predict(game)
        wanted.append(int(prediction.actions[prediction.logits.argmax()]))
    seeds = list(range(len(games)))
    assert bot.act(batch_of(games, seeds)).tolist() == wanted
    assert [each.action for each in bot.explain(batch_of(games, seeds))] == wanted
    (own,) = {game.data for game in games} - {games[0].data}
    changed = next(game for game in games if game.data is own)
    first, second = (reader.network_for(data=data).predict(changed).logits for data in (None, own))
    assert not np.array_equal(first, second)


def test_it_samples_or_not(file: Path) -> None:
    with pytest.raises(BotError, match=r"sample .* 'no'"):
        load(f"network:{file},sample=no")


def test_it_plays_whole_games(file: Path) -> None:
    bots = [load(f"network:{file}"), load(f"network:{file},sample=true")]
    game = RatsOfWistar.new(2, 3)
    play([Match(game, 3, (0, 1))], bots, ["best", "sampled"])
    assert game.finished


def test_it_rejects_games_that_its_network_does_not_know(file: Path) -> None:
    game = RatsOfWistar.new(3, 4)
    with pytest.raises(NetworkError, match=r"mine\.npz .* 2 players, .* 3"):
        load(f"network:{file}").act(batch_of([game], [1]))


def test_a_network_that_is_missing_is_said(tmp_path: Path) -> None:
    with pytest.raises(BotError, match="there is no network"):
        load(f"network:{tmp_path}/none.npz")


def test_results_belong_to_the_file_of_the_network(file: Path) -> None:
    spec = f"network:network={file}"
    before = fingerprint(spec)
    assert fingerprint(spec) == before
    lively(2, seed=9).save(file)
    assert fingerprint(spec) != before
