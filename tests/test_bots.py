"""What a bot sees."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

from wistar_env import RatsOfWistar
from wistar_env.errors import BotError, DecisionPastError
from wistar_env.games.rats_of_wistar.rules.actions import NUM_ACTIONS
from wistar_env.games.rats_of_wistar.tables.load import load as load_tables
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import listed, load


def test_a_view_shows_what_its_seat_may_see() -> None:
    game = RatsOfWistar.new(num_players=3, seed=4)
    view = View(game, game.seat)
    assert (view.num_players, view.num_seats, view.stage) == (3, 3, game.presentation.stage)
    assert view.decision == game.decision
    np.testing.assert_array_equal(view.observation, game.observe(game.seat))
    np.testing.assert_array_equal(view.mask, game.action_mask())
    np.testing.assert_array_equal(view.legal, game.legal_actions())
    assert view.describe(int(view.legal[0])) == game.describe(int(view.legal[0]))


def test_a_determinized_view_is_a_separate_game_with_the_same_choices() -> None:
    game = RatsOfWistar.new(num_players=2, seed=4)
    before = game.to_bytes()
    view = View(game, game.seat)
    copy = view.determinize(1)
    assert copy == view.determinize(1)
    assert copy != view.determinize(2)
    np.testing.assert_array_equal(copy.legal_actions(), view.legal)
    np.testing.assert_array_equal(copy.observe(view.seat), view.observation)
    copy.step(int(copy.legal_actions()[0]))
    assert game.to_bytes() == before


def test_a_bot_with_a_damaged_network_is_rejected_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "o.npz"
    np.savez(file, a=np.array([{}, [1]], dtype=object))
    with pytest.raises(
        BotError, match=r"'a\.npy' has objects instead of plain values$"
    ) as rejection:
        load(f"network:{file}")
    assert "\n" not in str(rejection.value)


def test_a_view_is_of_one_seat_and_cannot_be_turned_to_another() -> None:
    game = RatsOfWistar.new(num_players=3, seed=4)
    view = View(game, game.seat)
    with pytest.raises(AttributeError):
        view.seat = 1  # type: ignore[misc]
    other = View(game, (game.seat + 1) % 3)
    assert other.legal.tolist() == []
    assert not other.mask.any()
    np.testing.assert_array_equal(other.observation, game.observe(other.seat))


@pytest.mark.parametrize(
    "look",
    [
        lambda view: view.text(),
        lambda view: view.scene(),
        lambda view: view.choices(),
        lambda view: view.action_named("choose starting pair 1"),
        lambda view: view.stage,
        lambda view: view.decision,
        lambda view: view.observation,
        lambda view: view.mask,
        lambda view: view.legal,
        lambda view: view.determinize(1),
    ],
)
def test_a_view_of_a_past_decision_shows_nothing(look: Callable[[View], Any]) -> None:
    game = RatsOfWistar.new(num_players=2, seed=4)
    view = View(game, game.seat)
    look(view)
    game.step(int(view.legal[0]))
    problem = r"shows seat 0 at the decision 'choose pair' \(starting hands\)"
    with pytest.raises(DecisionPastError, match=problem):
        look(view)


def test_nothing_returned_by_a_determinized_game_changes_the_rules_of_the_real_one() -> None:
    game = RatsOfWistar.new(num_players=2, seed=4)
    copy = cast(RatsOfWistar, View(game, game.seat).determinize(1))
    real, printed = game.to_bytes(), game.components.tables.tobytes()
    scores = game.clone().scores()
    copy.components.tables["cards"]["vp"][:] = 9
    RatsOfWistar.new(num_players=2, seed=4).components.tables["cards"][:] = 0
    load_tables()["cards"][:] = 0
    copy.record["players"]["vp"] += 50
    copy.legal_actions()[:] = 0
    assert game.to_bytes() == real
    assert game.components.tables.tobytes() == load_tables().tobytes() == printed
    assert game.scores() == scores


def test_a_batch_stacks_observations_masks_and_seats() -> None:
    games = [RatsOfWistar.new(num_players=2, seed=seed) for seed in range(3)]
    views = tuple(View(game, game.seat) for game in games)
    batch = Batch(views, np.arange(3, dtype=np.int64))
    assert len(batch) == 3
    assert batch.observation.shape == (3, games[0].observe(0).size)
    assert batch.observation.dtype == np.float32
    assert batch.mask.shape == (3, NUM_ACTIONS)
    assert batch.mask.dtype == np.int8
    assert batch.seat.tolist() == [game.seat for game in games]


def test_a_view_says_in_words_what_its_seat_sees_and_what_it_may_do() -> None:
    game = RatsOfWistar.new(num_players=3, seed=4)
    view, other = View(game, game.seat), View(game, (game.seat + 1) % 3)
    assert view.text() in game.presentation.render(game.seat)
    assert f"{view.names[view.seat]} (you)" in view.text()
    assert [choice.action for choice in view.choices()] == view.legal.tolist()
    assert not any(choice.text in view.text() for choice in view.choices())
    assert view.scene() == game.presentation.scene(game.seat)
    assert other.choices() == []
    with pytest.raises(ValueError, match="there is no legal action"):
        other.action_named("pass")


def test_a_text_is_read_back_whatever_its_case_and_spaces() -> None:
    game = RatsOfWistar.new(num_players=2, seed=4)
    view = View(game, game.seat)
    for choice in view.choices():
        assert view.action_named(f"  {choice.text.upper()} ") == choice.action
        assert view.action_named(choice.sentence) == choice.action
    with pytest.raises(ValueError, match=r"2 legal actions .* 'choose starting'"):
        view.action_named("choose starting")


def test_a_view_follows_the_one_before_it_in_the_same_turn_of_the_same_game_only() -> None:
    # Alone, the same seat decides in the next turn, too.
    game, same = RatsOfWistar.new(num_players=1, seed=4), RatsOfWistar.new(num_players=1, seed=4)
    before, there = View(game, game.seat), View(same, same.seat)
    long_before = before
    found = set()
    for _ in range(30):
        turn = game.turn
        for each in (game, same):
            each.step(int(each.legal_actions()[-1]))
        view = View(game, game.seat)
        assert view.game_id == before.game_id != there.game_id
        assert view.follows(before) == (game.turn == turn)
        assert not view.follows(there)
        assert not view.follows(view)
        assert before is long_before or not view.follows(long_before)
        found.add(view.follows(before))
        long_before, before, there = before, view, View(same, same.seat)
    assert found == {True, False}


@pytest.mark.parametrize(
    ("text", "specs"),
    [
        ("", []),
        ("greedy,random", ["greedy", "random"]),
        ("mcts:simulations=50,network=none,greedy", ["mcts:simulations=50,network=none", "greedy"]),
        ("my.bots:Mine:a=1,b=2,my.bots:Mine", ["my.bots:Mine:a=1,b=2", "my.bots:Mine"]),
        ("network:runs/lr=1.npz,greedy", ["network:runs/lr=1.npz", "greedy"]),
        ("network:a.npz,network:lr=1.npz", ["network:a.npz", "network:lr=1.npz"]),
    ],
)
def test_a_list_of_bots_keeps_their_parameters(text: str, specs: list[str]) -> None:
    assert listed(text) == specs
