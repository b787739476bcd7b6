"""Networks and trainers for any game: shown with Nim."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.kit.nim import BareNim, Nim
from wistar_env import RatsOfWistar
from wistar_env.agents.network import NetworkAgent
from wistar_env.errors import NetworkError
from wistar_env.kit.bots import Batch
from wistar_env.kit.game.spec_records import BotSpec, NetworkSpec
from wistar_env.kit.game.view import View
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network
from wistar_env.kit.search import Mcts
from wistar_env.training import distil, ppo
from wistar_env.training.games import evaluate, shares_of_wins

NIM = "tests.kit.nim:Nim"
HIDDEN = (16, 16)
TINY = ppo.Config(
    game=NIM,
    num_envs=8,
    num_steps=8,
    minibatch_size=32,
    steps=128,
    hidden1=16,
    hidden2=16,
    pretraining_games=8,
    evaluate_games=10,
)


def with_steps(num_players: int, count: int, played: type[Nim] = Nim) -> Nim:
    game = played.new(num_players, seed=3)
    for _ in range(count):
        game.step(int(game.legal_actions()[0]))
    return game


@pytest.mark.parametrize("num_players", [2, 3, 4])
def test_a_network_of_any_game_predicts_searches_and_plays(num_players: int) -> None:
    network, game = Network.random(Nim, num_players, HIDDEN, seed=2), with_steps(num_players, 1)
    prediction = network.predict(game)
    assert sorted(prediction.actions.tolist()) == game.legal_actions().tolist()
    assert prediction.points.shape == prediction.win_probability.shape == (num_players,)
    report = Mcts(30, network=network).search(game, seed=1)
    assert report.best in game.legal_actions()


def test_a_network_tells_its_game_and_is_rejected_by_others(tmp_path: Path) -> None:
    class Own(Nim):
        spec = replace(Nim.spec, name="own-nim")

    file = tmp_path / "nim.npz"
    Network.random(Own, 3, HIDDEN).save(file)
    assert load_network(file, Own).game is Own
    with pytest.raises(NetworkError, match="'own-nim', but 'rats-of-wistar'"):
        load_network(file, RatsOfWistar)
    network = load_network(file)  # its game is imported
    assert network.game is Own
    with pytest.raises(NetworkError, match=r"nim\.npz plays Nim .*, but this game is Rats of"):
        Mcts(10, network=network).search(RatsOfWistar.new(3))
    with pytest.raises(NetworkError, match=r"3 players, .* 2"):
        network.predict(Own.new(2))


@pytest.mark.parametrize("name", ["chess", "tests.kit.nim:Nim", 3, None, [], {}])
def test_a_game_that_a_file_names_is_not_imported_for_it(tmp_path: Path, name: Any) -> None:
    class Other(Nim):
        spec = replace(Nim.spec, name="chess-960")

    file = tmp_path / "other.npz"
    Network.random(Other, 2, HIDDEN).save(file)
    with np.load(file) as members:
        arrays = dict(members)
    about = json.loads(arrays["about"].tobytes())
    about["game"] = name
    arrays["about"] = np.frombuffer(json.dumps(about).encode(), np.uint8)
    np.savez(file, **arrays)
    with pytest.raises(NetworkError, match=r"other\.npz .*not installed"):
        load_network(file)


def test_the_bot_of_a_network_rejects_other_games_in_a_sentence() -> None:
    game = with_steps(2, 0)
    batch = Batch((View(game, game.seat),), np.zeros(1, np.int64))
    with pytest.raises(
        NetworkError, match=r"wistar.npz plays Rats of Wistar, but this game is Nim"
    ):
        NetworkAgent("wistar").act(batch)


def test_a_network_keeps_the_scale_of_its_scores(tmp_path: Path) -> None:
    class Fine(Nim):
        spec = replace(Nim.spec, networks=NetworkSpec(value_scale=3))

    network = Network.random(Fine, 2, HIDDEN)
    network.save(tmp_path / "nim.npz")
    loaded = load_network(tmp_path / "nim.npz", Nim)
    assert (loaded.value_scale, loaded.copy().value_scale) == (3, 3)
    game = with_steps(2, 1)
    before = loaded.predict(game).points
    loaded.value_scale = 6
    assert loaded.predict(game).points == pytest.approx(2 * before)


def test_a_shared_first_place_is_a_part_of_a_win() -> None:
    ranks = np.array([[1, 2, 3], [1, 1, 3], [1, 1, 1]], np.int16)
    expected = np.array([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [1 / 3, 1 / 3, 1 / 3]])
    assert np.allclose(shares_of_wins(ranks), expected)


@pytest.mark.parametrize(("game", "players"), [(NIM, 2), (NIM, 4), ("tests.kit.nim:BareNim", 3)])
def test_ppo_trains_any_game(tmp_path: Path, game: str, players: int) -> None:
    config = replace(TINY, game=game, players=str(players))
    run = ppo.train(config, tmp_path)
    assert run.finished
    kind = {"nim": Nim, "bare-nim": BareNim}[run.network.game.spec.name]
    network = load_network(tmp_path / "network.npz", kind)
    assert network.metadata["settings"]["players"] == str(players)
    score, win_rate = evaluate(network, 20, seed=1)
    assert score >= 0
    assert 0 <= win_rate <= 1


def test_ppo_learns_to_win_nim_against_random_players() -> None:
    config = replace(
        TINY, players="2", num_envs=64, num_steps=32, minibatch_size=256, steps=100 * 2048,
        learning_rate=1e-2, win_weight=1.0, pretraining="none", opponents="random", hidden1=64,
        hidden2=32, self_play_share=0.0, snapshots=1, snapshot_every=1000,
    )  # fmt: skip
    run = ppo.Run(config)
    rates = []
    while not run.finished:
        rates.append(run.update()["win_rate"])
    assert rates[0] < 0.55
    assert rates[-1] > 0.6


def test_search_teaches_networks_of_any_game(tmp_path: Path) -> None:
    config = distil.Config(
        game=NIM, players="3", iterations=2, games=4, simulations=20, window=8, minibatch_size=16,
        hidden1=16, hidden2=16, evaluate_games=10,
    )  # fmt: skip
    run = distil.train(config, tmp_path)
    assert run.games_played == 8
    assert load_network(tmp_path / "network.npz", Nim).num_players == 3


def test_stable_baselines3_trains_any_game(tmp_path: Path) -> None:
    sb3 = pytest.importorskip("wistar_env.training.sb3")
    config = sb3.Config(
        game=NIM, players="3", opponents="greedy,random", num_envs=4, num_steps=8, steps=64,
        minibatch_size=16, hidden1=16, hidden2=16, evaluate_games=10,
    )  # fmt: skip
    run = sb3.train(config, tmp_path)
    assert run.finished
    assert load_network(tmp_path / "network.npz", Nim).num_players == 3


@pytest.mark.parametrize(
    ("settings", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"players": 5}, "num_players must be|players must be an integer from 2 to 4"),
        ({"options": "level=3"}, "Nim with a hidden card has no option 'level'"),
        ({"shaping": "wood=1"}, "wood"),
    ],
)
def test_settings_that_a_game_does_not_have_are_rejected(
    settings: dict[str, Any], problem: str
) -> None:
    with pytest.raises((LookupError, ValueError), match=problem):
        replace(TINY, **settings)


class Named(Nim):
    """Nim with a bot of its own."""

    spec = replace(
        Nim.spec, name="named-nim", bots=BotSpec(classes={"last": f"{__name__}:LastAction"})
    )


class LastAction:
    """Plays the highest legal action."""

    def reset(self, seed: int) -> None:
        """Do nothing."""

    def act(self, batch: Batch) -> list[int]:
        return [int(np.flatnonzero(mask)[-1]) for mask in batch.mask]


def test_a_hint_states_the_winning_chance_of_the_deciding_seat(tmp_path: Path) -> None:
    file = tmp_path / "nim.npz"
    Network.random(Named, 3, HIDDEN, seed=5).save(file)
    agent, told = NetworkAgent(str(file)), set()
    for count in range(3):
        game = with_steps(3, count, Named)
        view = View(game, game.seat)
        (explanation,) = agent.explain(Batch((view,), np.array([7])))
        predicted = load_network(file, Named).predict(view.determinize(7), view.seat)
        chances = np.clip(predicted.win_probability, 1e-3, 1)
        assert explanation.value == pytest.approx(chances[view.seat] / chances.sum())
        told.add(view.seat)
    assert told == {0, 1, 2}


def test_a_bot_of_the_game_can_be_imitated() -> None:
    config = replace(TINY, game=f"{__name__}:Named", pretraining="last", opponents="")
    run = ppo.Run(config)
    assert run.is_pretraining
    while run.is_pretraining:
        metrics = run.pretrain()
    assert metrics["accuracy"] > 0
