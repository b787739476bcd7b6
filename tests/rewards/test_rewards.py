import pytest

from examples.leduc import Leduc
from tests.games import positions, until
from tests.rewards.named import REWARDS, choose_reward
from wistar_env import Game, RatsOfWistar
from wistar_env.kit.conformance import env_checks
from wistar_env.kit.conformance.case import Case
from wistar_env.kit.game.breakdown import best_first
from wistar_env.kit.rewards import custom, named_rewards
from wistar_env.kit.rewards.spec import RewardKind
from wistar_env.kit.rewards.utility import is_zero_sum
from wistar_env.kit.vector.single_env import SingleAgentEnv


def end(num_players: int, seed: int = 1) -> RatsOfWistar:
    game = RatsOfWistar.new(num_players, seed, level=2 if num_players == 1 else None)
    return until(game, lambda game: game.finished, seed)


@pytest.mark.ledger("GEN-08")
@pytest.mark.parametrize("num_players", [1, 2, 3, 4])
def test_win_is_plus_one_for_the_winner_and_minus_one_for_the_others(num_players: int) -> None:
    game = end(num_players)
    rewards = REWARDS["win"].function(game, game)
    assert [seat for seat, reward in enumerate(rewards) if reward == 1] == [game.winner()]
    assert all(reward in (-1, 1) for reward in rewards)


@pytest.mark.parametrize(
    ("num_players", "steps"),
    [(1, [1, -1]), (2, [1, -1]), (3, [1, 0, -1]), (4, [1, 1 / 3, -1 / 3, -1])],
)
def test_rank_is_linear_from_first_to_last(num_players: int, steps: list[float]) -> None:
    game = end(num_players)
    rewards = REWARDS["rank"].function(game, game)
    assert [rewards[seat] for seat in best_first(game.ranks())] == pytest.approx(steps)
    assert sum(rewards) == pytest.approx(0)


def test_score_is_the_margin_to_the_best_other_seat() -> None:
    game = end(3)
    totals = [row["total"] for row in game.scores()]
    rewards = REWARDS["score"].function(game, game)
    for seat in range(3):
        others = totals[:seat] + totals[seat + 1 :]
        assert rewards[seat] == pytest.approx((totals[seat] - max(others)) / 100)


def test_vp_adds_up_to_the_final_score_without_the_vp_at_the_start() -> None:
    game = RatsOfWistar.new(3, 5)
    sums = [0.0] * 3
    before = game.clone()
    for position in positions(game, seed=5):
        paid = REWARDS["vp"].function(before, position)
        sums = [total + reward for total, reward in zip(sums, paid, strict=True)]
        before = position.clone()
    assert sums == [row["total"] - 10 for row in game.scores()]


def test_only_vp_is_paid_during_the_game() -> None:
    assert [name for name, reward in REWARDS.items() if reward.dense] == ["vp"]


def test_a_function_is_a_reward() -> None:
    def rounds(before: RatsOfWistar, action: int, after: RatsOfWistar) -> list[float]:
        assert action in before.legal_actions()
        return [float(after.round - before.round)] * after.num_seats

    reward = choose_reward(rounds)
    assert reward.dense
    game = begun = RatsOfWistar.new()
    actions = list[int]()
    while not game.finished:
        actions.append(int(game.legal_actions()[-1]))
        game = game.clone()
        game.step(actions[-1])
    assert reward.function(begun, game, actions) == [5, 5]


@pytest.mark.parametrize("name", ["rats-of-wistar", "lab-rats"])
def test_a_function_is_called_for_every_action_of_every_seat(name: str) -> None:
    told = list[tuple[bytes, int, bytes]]()

    def tell(before: Game, action: int, after: Game) -> list[float]:
        told.append((before.to_bytes(), action, after.to_bytes()))
        return [float(before.seat == seat) for seat in range(after.num_seats)]

    env = SingleAgentEnv(name, 3, opponents=["random", "random"], reward=tell)
    _, info = env.reset(seed=4)
    game, paid, ended = env.replay().start(), 0.0, False
    while not ended:
        mask = env.action_masks()
        _, reward, ended, _, _ = env.step(int(mask.nonzero()[0][0]))
        paid += reward
    replay, own = env.replay(), 0
    for (before, action, after), played in zip(told, replay.actions, strict=True):
        assert (before, action) == (game.to_bytes(), played)
        own += game.seat == info["learner_seat"]
        game.step(action)
        assert after == game.to_bytes()
    assert paid == own


@pytest.mark.parametrize("reward", ["", "money", None, 3])
def test_an_unknown_reward_is_rejected(reward: str) -> None:
    with pytest.raises(ValueError, match=r"reward .*'win', 'rank', 'score', 'vp'"):
        choose_reward(reward)


def test_a_named_reward_without_a_formula_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    named = {**named_rewards("vp"), "margin": max(RewardKind) + 1}
    for module in custom, env_checks:
        monkeypatch.setattr(module, "named_rewards", lambda points: named)
    with pytest.raises(AssertionError, match="reward 'margin' is not finite"):
        env_checks.environments_play_the_same_games(Case(RatsOfWistar, 2, 1, 1))


def test_the_checks_compute_rewards_in_a_second_way(monkeypatch: pytest.MonkeyPatch) -> None:
    swapped = {**named_rewards("vp"), "rank": RewardKind.WIN}
    monkeypatch.setattr(custom, "named_rewards", lambda points: swapped)
    env_checks.environments_play_the_same_games(Case(RatsOfWistar, 2, 1, 1))
    with pytest.raises(AssertionError, match=r"reward 'rank' paid .*, but places and .* give"):
        env_checks.environments_play_the_same_games(Case(RatsOfWistar, 3, 1, 1))


def test_points_are_zero_sum_if_declared_and_places_always() -> None:
    assert is_zero_sum(Leduc.spec, 2, "points")
    assert not is_zero_sum(RatsOfWistar.spec, 2, "points")
    assert is_zero_sum(RatsOfWistar.spec, 2, "rank")


def test_nothing_is_zero_sum_against_an_automaton_which_has_no_utility() -> None:
    assert not is_zero_sum(RatsOfWistar.spec, 1, "points")
    assert not is_zero_sum(RatsOfWistar.spec, 1, "rank")
