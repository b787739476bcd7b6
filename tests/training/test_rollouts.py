"""Rollouts of PPO: who plays, what is recorded, returns and advantages."""

from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.networks.decisions import played
from tests.networks.networks import lively
from wistar_env import BatchGame
from wistar_env.agents.network import NetworkAgent
from wistar_env.errors import BotError, NetworkError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.rules.categories import TOTAL
from wistar_env.games.rats_of_wistar.spaces.observation import observation_layout
from wistar_env.kit.bots import Batch
from wistar_env.kit.common_fields import NOBODY
from wistar_env.kit.limits import MAX_SEATS
from wistar_env.kit.networks.losses import DECISION, MAX_LEGAL
from wistar_env.kit.networks.network import Network
from wistar_env.kit.rewards import Weighted
from wistar_env.kit.vector.sparse import densify
from wistar_env.training.games import Rollout, RolloutCollector, evaluate
from wistar_env.training.players import PlayerPool, Teacher
from wistar_env.training.rollout_actions import ARGMAX, IMITATE, SAMPLE
from wistar_env.training.rollouts import GREEDY, LEARNER, RANDOM


def made_up(num_games: int, length: int, seats: int, seed: int, has_views: bool = False) -> Rollout:
    """Return random decisions that belong to no game."""
    rng = np.random.default_rng(seed)
    rollout = Rollout(
        BatchGame("rats-of-wistar", num_games, seats, observation="sparse"), length, has_views
    )
    decisions = rollout.decisions
    decisions["seat"] = rng.integers(seats, size=len(decisions))
    decisions["own"] = rng.random(len(decisions)) < 0.8
    decisions["done"] = rng.random(len(decisions)) < 0.2
    for name in ("scores", "final_scores"):
        decisions[name] = rng.integers(100, size=decisions[name].shape)
    decisions["won"] = rng.integers(2, size=decisions["won"].shape)
    decisions["values"] = rng.normal(size=decisions["values"].shape)
    decisions["legal"][:, 0] = 2
    rollout.bootstrap_values[:] = rng.normal(size=rollout.bootstrap_values.shape)
    return rollout


def returned(
    rollout: Rollout,
    i: int,
    first: int,
    seats: int,
    gamma: float,
    gae_lambda: float,
    viewer: int | None = None,
) -> Any:
    """Return the lambda-return of one decision, by its definition.

    A view has the return that its seat would have if it decided there.
    """
    d = rollout.decisions.reshape(-1, rollout.num_envs)[: rollout.num_steps + 1, i]
    seat = d[first]["seat"] if viewer is None else viewer
    step, ended = first, False
    while not d[step]["done"] and step + 1 < rollout.num_steps:
        step += 1
        if d[step]["own"] and d[step]["seat"] == seat:
            then, ahead = d[step]["values"], returned(rollout, i, step, seats, gamma, gae_lambda)
            totals = d[step]["scores"]
            break
    else:
        ended = bool(d[step]["done"])
        if ended:
            then = ahead = np.concatenate([np.zeros(MAX_SEATS), d[step]["won"]])
            totals = d[step]["final_scores"]
        else:
            then = ahead = rollout.bootstrap_values[MAX_SEATS * i + seat]
            totals = d[rollout.num_steps]["scores"]
    discount = 1.0 if ended else gamma
    gain = np.concatenate([(totals - d[first]["scores"]) / 10, np.zeros(MAX_SEATS)])
    return gain + discount * ((1 - gae_lambda) * then + gae_lambda * ahead)


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 0.0), (1.0, 0.7), (0.9, 0.7), (0.5, 1.0)])
@pytest.mark.parametrize("seats", [2, 4])
def test_targets_are_lambda_returns_and_advantages_are_normalized(
    seats: int, gamma: float, gae_lambda: float
) -> None:
    rollout = made_up(3, 12, seats, seed=4)
    weights = (1.0, -0.25, 2.0)
    rollout.compute_advantages(gamma, gae_lambda, weights)
    rows = rollout.trainable_rows()
    assert 10 < len(rows) < 36
    advantages = []
    places = [*range(seats), *range(MAX_SEATS, MAX_SEATS + seats)]
    for row in rows.tolist():
        d = rollout.decisions[row]
        wanted = returned(rollout, row % 3, row // 3, seats, gamma, gae_lambda)
        assert np.allclose(d["returns"][places], wanted[places], atol=1e-4)
        worth = np.zeros(2 * MAX_SEATS)
        worth[:seats] = weights[1]
        worth[d["seat"]], worth[MAX_SEATS + d["seat"]] = weights[0], weights[2]
        advantages.append(float(worth @ (wanted - d["values"])))
    scaled = (np.array(advantages) - np.mean(advantages)) / np.std(advantages)
    assert np.allclose(rollout.decisions["advantage"][rows], scaled, atol=1e-3)


@pytest.mark.parametrize(("gamma", "gae_lambda"), [(1.0, 0.0), (1.0, 0.7), (0.9, 0.7), (0.5, 1.0)])
@pytest.mark.parametrize("seats", [2, 4])
def test_the_target_of_a_view_is_that_of_a_decision_of_its_seat(
    seats: int, gamma: float, gae_lambda: float
) -> None:
    rollout, plain = (made_up(3, 12, seats, 4, has_views) for has_views in (True, False))
    rng = np.random.default_rng(5)
    size = len(plain.decisions)
    for name in plain.decisions.dtype.names or ():
        rollout.decisions[name][:size] = plain.decisions[name]
    rollout.bootstrap_values[:] = plain.bootstrap_values
    views = rollout.decisions[size:]
    views["own"] = views["legal"] = 0
    views["values"] = np.nan  # nobody may use it
    views["seat"] = (plain.decisions["seat"][: len(views)] + rng.integers(1, seats)) % seats
    views["seat"][rng.random(len(views)) < 0.5] = NOBODY
    for each in (rollout, plain):
        each.compute_advantages(gamma, gae_lambda, (1.0, -0.25, 2.0))
    assert np.array_equal(rollout.decisions[:size], plain.decisions)
    assert np.array_equal(rollout.trainable_rows(), plain.trainable_rows())
    places = [*range(seats), *range(MAX_SEATS, MAX_SEATS + seats)]
    rows = rollout.view_rows()
    assert 10 < len(rows) < 30
    for row in rows.tolist():
        d, step = rollout.decisions[row], (row - size) // 3
        wanted = returned(rollout, row % 3, step, seats, gamma, gae_lambda, d["seat"])
        assert np.allclose(d["returns"][places], wanted[places], atol=1e-4)


def test_what_another_seat_sees_is_worth_what_follows_until_it_decides_again() -> None:
    rollout = made_up(1, 3, 2, seed=1, has_views=True)
    decisions = rollout.decisions
    decisions["done"], decisions["own"] = 0, 1
    decisions["seat"] = [0, 1, 0, 1, NOBODY, 0, NOBODY]
    decisions["scores"][:4, :2] = [[0, 0], [10, 0], [10, 20], [30, 20]]
    decisions["values"][2, :2] = 1.0, 2.0
    rollout.bootstrap_values[0, :2] = 0.5, 0.25
    rollout.compute_advantages(1.0, 0.5, (1.0, 0.0, 0.0))
    assert rollout.view_rows().tolist() == [5]
    assert decisions["returns"][2, :2].tolist() == [2.5, 0.25]
    assert decisions["returns"][5, :2].tolist() == [1.75, 3.125]
    assert decisions["returns"][0, :2].tolist() == [2.75, 3.125]


def recorded_views(
    num_players: int, fraction: float, games: int = 6, threads: int = 1
) -> tuple[Rollout, RolloutCollector]:
    """Return a step of some games with views, before the step is played."""
    batch = BatchGame("rats-of-wistar", games, num_players, observation="sparse")
    observation = batch.reset(seed=3).observation
    for _ in range(40):
        observation = batch.step(batch.legal_actions[:, 0].astype(np.int64)).observation
    players = PlayerPool(lively(num_players), games, seed=1)
    collector = RolloutCollector(batch, players, threads, value_views=fraction)
    rollout = Rollout(batch, 1, has_views=True)
    rollout.start_from(observation)
    return rollout, collector


def test_a_view_is_what_its_seat_sees_and_no_more() -> None:
    rollout, collector = recorded_views(3, 1.0)
    collector._record_views(rollout, 0, 7, 0)
    assert rollout.view_rows().tolist() == [*range(12, 18)]
    observation, views = rollout.views_at(0)
    layout = observation_layout(3)
    for i, (d, seen) in enumerate(zip(views, densify(observation, layout), strict=True)):
        game = collector.envs.game(i)
        assert d["seat"] not in (game.seat, NOBODY)
        assert d["seat_order"][0] == d["seat"]
        assert np.array_equal(seen, game.observe(int(d["seat"])))
        assert np.array_equal(seen, game.determinize(int(d["seat"]), 9).observe(int(d["seat"])))
        assert not np.array_equal(seen, game.observe(game.seat))
        assert (d["own"], d["legal"][0]) == (0, 0)


def test_views_are_those_of_seats_of_the_learning_network() -> None:
    rollout, collector = recorded_views(2, 1.0, games=4)
    decides = [int(collector.envs.game(i).seat) for i in range(4)]
    collector.players.seats[1, 1 - decides[1]] = GREEDY
    collector.players.seats[2, decides[2]] = 1
    collector._record_views(rollout, 0, 7, 0)
    seats = rollout.views_at(0)[1]["seat"].tolist()
    assert seats == [1 - decides[0], NOBODY, 1 - decides[2], 1 - decides[3]]


def test_views_are_drawn_by_the_number_of_the_game() -> None:
    rollout, collector = recorded_views(3, 0.4, games=200)
    collector._record_views(rollout, 0, 7, 0)
    seats = rollout.views_at(0)[1]["seat"].copy()
    assert 55 < (seats != NOBODY).sum() < 105
    assert len({*seats.tolist()}) == 4
    other, threaded = recorded_views(3, 0.4, games=200, threads=3)
    threaded._record_views(other, 0, 7, 0)
    assert np.array_equal(other.decisions, rollout.decisions)
    assert other.observations.indices.tobytes() == rollout.observations.indices.tobytes()
    assert other.observations.values.tobytes() == rollout.observations.values.tobytes()
    assert other.observations.used.tobytes() == rollout.observations.used.tobytes()
    collector._record_views(rollout, 0, 8, 0)
    assert not np.array_equal(rollout.views_at(0)[1]["seat"], seats)


def test_explained_variance_compares_values_with_returns() -> None:
    rollout = made_up(3, 12, 2, seed=4)
    rollout.compute_advantages(1.0, 0.9, (1.0, 0.0, 0.0))
    rows = rollout.trainable_rows()
    own = [(d["returns"][d["seat"]], d["values"][d["seat"]]) for d in rollout.decisions[rows]]
    returns, values = np.array(own).T
    expected = 1 - np.var(returns - values) / np.var(returns)
    assert rollout.explained_variance() == pytest.approx(float(expected), rel=1e-4)
    rollout.decisions["values"] = rollout.decisions["returns"]
    assert rollout.explained_variance() == 1
    rollout.decisions["own"] = 0
    assert rollout.explained_variance() == 0


@pytest.mark.parametrize("num_players", [1, 2, 4])
def test_a_recorded_decision_is_that_of_the_game(num_players: int) -> None:
    network, rollout, collector = played(num_players, games=2, length=1)
    batch = BatchGame("rats-of-wistar", 2, num_players, level=(0, 9) if num_players == 1 else None)
    batch.reset(seed=3)
    for i in range(2):
        game, d = batch.game(i), rollout.decisions[i]
        prediction = network.predict(game)
        seats = game.num_seats
        count = len(prediction.actions)
        assert (d["seat"], d["own"], d["done"]) == (game.seat, 1, 0)
        assert d["scores"][:seats].tolist() == [each["total"] for each in game.scores()]
        assert sorted(d["legal"][1 : 1 + d["legal"][0]]) == prediction.actions.tolist()
        assert sorted(d["seat_order"][:seats]) == list(range(seats))
        assert d["seat_order"][0] == game.seat
        place = prediction.actions.tolist().index(d["legal"][1 + d["action_index"]])
        chances = np.exp(prediction.logits) / np.exp(prediction.logits).sum()
        assert d["log_prob"] == pytest.approx(np.log(chances[place]), abs=1e-4)
        assert count == d["legal"][0] <= MAX_LEGAL
        assert np.allclose(10 * d["values"][:seats], prediction.points, atol=1e-4)
        assert np.allclose(
            d["values"][MAX_SEATS : MAX_SEATS + seats], prediction.win_probability, atol=1e-5
        )
        game.step(int(d["legal"][1 + d["action_index"]]))
        assert collector.envs.game(i) == game


def start(num_players: int, games: int) -> tuple[RolloutCollector, Any, Any]:
    level = 3 if num_players == 1 else None
    batch = BatchGame("rats-of-wistar", games, num_players, level=level, observation="sparse")
    seen = batch.reset(seed=np.full(games, 6)).observation
    collector = RolloutCollector(batch, PlayerPool(lively(num_players), games, seed=1))
    return collector, seen, np.zeros(games, DECISION)


def test_actions_are_drawn_by_their_probabilities() -> None:
    games = 2000
    collector, seen, decisions = start(2, games)
    counts = Counter(collector.choose_actions(seen, decisions, 0, 77).tolist())
    prediction = collector.players.networks[0].predict(collector.envs.game(0))
    chances = np.exp(prediction.logits) / np.exp(prediction.logits).sum()
    for action, chance in zip(prediction.actions.tolist(), chances.tolist(), strict=True):
        assert abs(counts[action] - games * chance) < 5 * (games * chance) ** 0.5 + 1


def test_the_most_probable_action_is_taken_where_nothing_is_drawn() -> None:
    collector, seen, decisions = start(1, 3)
    prediction = collector.players.networks[0].predict(collector.envs.game(0))
    best = int(prediction.actions[prediction.logits.argmax()])
    assert collector.choose_actions(seen, decisions, ARGMAX, 1).tolist() == [best] * 3


@pytest.mark.parametrize("name", ["greedy", "wistar_env.agents.greedy:GreedyAgent"])
def test_a_teacher_is_followed(name: str) -> None:
    collector, seen, decisions = start(2, 3)
    actions = np.zeros(3, np.int64)
    Teacher(name).choose(collector.envs, actions)
    collector._actions[:] = actions
    assert collector.choose_actions(seen, decisions, IMITATE, 1).tolist() == actions.tolist()
    chosen = decisions["legal"][np.arange(3), 1 + decisions["action_index"]]
    assert chosen.tolist() == actions.tolist()


def test_only_decisions_of_the_learning_network_are_trained_on() -> None:
    collector, seen, decisions = start(2, 4)
    seat = int(collector.envs.game(0).seat)
    collector.players.snapshots[0].weights[:] = 0
    collector.players.seats[:, seat] = [LEARNER, 1, RANDOM, GREEDY]
    actions = collector.choose_actions(seen, decisions, ARGMAX, 1)
    assert decisions["own"].tolist() == [1, 0, 0, 0]
    game = collector.envs.game(0)
    blank = lively(2)
    blank.weights[:] = 0
    assert actions[1] in blank.predict(game).actions
    assert all(action in game.legal_actions() for action in actions)


class LowestBot:
    """Takes the legal action of the lowest id, or another one that may not be legal."""

    def __init__(self, wrong: int = -1) -> None:
        self.wrong = wrong

    def reset(self, seed: int) -> None:
        pass

    def act(self, batch: Batch) -> Any:
        return [min(view.legal) if self.wrong < 0 else self.wrong for view in batch.views]


LOWEST = "tests.training.test_rollouts:LowestBot"


def test_bots_outside_compiled_code_are_asked_where_they_decide() -> None:
    collector, seen, decisions = start(2, 4)
    players = PlayerPool(
        lively(2), 4, seed=1, num_snapshots=1, bots=[LOWEST, "greedy", "random", LOWEST]
    )
    collector.players = players
    lowest = players.bots[2]
    assert players.bots == [GREEDY, RANDOM, lowest, players.bots[3]]
    seat = int(collector.envs.game(0).seat)
    players.seats[:, seat] = [LEARNER, lowest, GREEDY, players.bots[3]]
    actions = collector.choose_actions(seen, decisions, ARGMAX, 1)
    assert decisions["own"].tolist() == [1, 0, 0, 0]
    legal = collector.envs.game(0).legal_actions()
    assert actions[1] == actions[3] == min(legal)
    assert actions[2] in legal
    restored = PlayerPool(lively(2), 4, seed=1, num_snapshots=1, bots=[LOWEST])
    with pytest.raises(ValueError, match="unknown opponents"):
        restored.restore(0, players.seats)


def test_a_network_among_the_bots_plays_its_best_action_in_compiled_code(tmp_path: Path) -> None:
    file = tmp_path / "other.npz"
    Network.random(RatsOfWistar, 2, (32, 16), seed=9).save(file)
    collector, seen, decisions = start(2, 6)
    players = PlayerPool(lively(2), 6, seed=1, num_snapshots=2, bots=["greedy", f"network:{file}"])
    collector.players = players
    assert players.bots == [GREEDY, players.first_network_bot]
    players.seats[:] = players.first_network_bot
    waiting = collector.envs.decisions()
    wanted = NetworkAgent(str(file)).act(waiting).tolist()
    for seed in (1, 2):
        assert collector.choose_actions(seen, decisions, SAMPLE, seed).tolist() == wanted
    assert not decisions["own"].any()
    with pytest.raises(NetworkError, match="2 players"):
        PlayerPool(lively(3), 6, seed=1, bots=[f"network:{file}"])


def test_bots_are_drawn_as_opponents_and_play_whole_games() -> None:
    players = PlayerPool(lively(2), 6, seed=1, num_snapshots=1, bots=[LOWEST], self_play_share=0)
    batch = BatchGame("rats-of-wistar", 6, 2, observation="sparse")
    rollout = Rollout(batch, 60)
    rollout.start_from(batch.reset(seed=3).observation)
    for game in range(6):
        players.assign(game, game)
    RolloutCollector(batch, players).collect(rollout, 1, 0)
    own = rollout.decisions[: 6 * 60]["own"]
    assert 0 < own.sum() < len(own)


def test_an_opponent_that_returns_an_illegal_action_is_named() -> None:
    collector, seen, decisions = start(2, 2)
    collector.players = PlayerPool(lively(2), 2, 1, num_snapshots=1, bots=[f"{LOWEST}:wrong=970"])
    collector.players.seats[:] = collector.players.bots[0]
    with pytest.raises(BotError, match="LowestBot:wrong=970 chose 970; legal"):
        collector.choose_actions(seen, decisions, ARGMAX, 1)


def test_a_network_is_evaluated_among_any_bot() -> None:
    network = lively(2)
    assert evaluate(network, 4, 1, opponent=LOWEST) == evaluate(network, 4, 1, opponent=LOWEST)
    assert evaluate(network, 4, 1, opponent=LOWEST) != evaluate(network, 4, 1)


def test_players_are_drawn_from_the_seed_of_a_game() -> None:
    newest = lively(3)
    players = PlayerPool(
        newest, 200, seed=5, num_snapshots=2, bots=["greedy"], self_play_share=0.25
    )
    for game in range(200):
        players.assign(game, game)
    assert {*players.seats[:, :3].ravel().tolist()} == {LEARNER, GREEDY}
    for _ in range(3):
        players.take_snapshot()
    for game in range(200):
        players.assign(game, game)
    seats = players.seats[:, :3]
    assert {*seats.ravel().tolist()} == {LEARNER, 1, 2, GREEDY}
    assert (seats == LEARNER).any(axis=1).all()
    assert 30 < (seats == LEARNER).all(axis=1).sum() < 80
    before = seats.copy()
    for game in range(200):
        players.assign(game, game)
    assert np.array_equal(before, players.seats[:, :3])


def test_a_snapshot_stays_as_the_network_was() -> None:
    newest = lively(2)
    players = PlayerPool(newest, 1, seed=5, num_snapshots=2)
    for number in range(3):
        newest.weights[:] = number
        players.take_snapshot()
    assert [int(each.weights[0]) for each in players.snapshots] == [2, 1]


@pytest.mark.parametrize("num_players", [1, 3])
def test_shaping_counts_as_vp_by_its_weight(num_players: int) -> None:
    level = (0, 9) if num_players == 1 else None
    batch = BatchGame("rats-of-wistar", 3, num_players, level=level, observation="sparse")
    players = PlayerPool(lively(num_players), 3, seed=1)
    collector = RolloutCollector(
        batch, players, shaping=Weighted({"wood": 3, "entrance": 2, "beds_built": 5})
    )
    rollout, ended = Rollout(batch, 1), 0
    rollout.start_from(batch.reset(seed=3).observation)
    for step in range(500):
        before = [batch.game(i).clone() for i in range(3)]
        collector.collect(rollout, 5, step, shaping_weight=0.5)
        for game, d in zip(before, rollout.decisions, strict=False):
            seats = slice(game.num_seats)
            own = game.record[0]["players"][seats]
            had = 3 * own["wood"] + 2 * own["entrance"] + 5 * own["beds_built"]
            assert np.abs(d["shaping"][seats] - had / 2).max() <= 0.5
            scores = [each["total"] for each in game.scores()]
            assert d["scores"][seats].tolist() == (scores + d["shaping"][seats]).tolist()
        for i in np.flatnonzero(rollout.decisions["done"][:3]):
            d, finals = rollout.decisions[i], batch.final_scores[i, :, TOTAL]
            assert (
                d["final_scores"][: len(finals)].tolist()
                == (finals + d["shaping"][: len(finals)]).tolist()
            )
            ended += 1
        rollout.start_from(rollout.at(1)[0])
    assert ended > 1


def test_nothing_is_shaped_by_default() -> None:
    _, rollout, collector = played()
    collector.collect(rollout, 5, 1, shaping_weight=1.0)
    assert not rollout.decisions["shaping"].any()
