"""The bot ``careful``: it plays legally with any player count, and beats random bots."""

from collections.abc import Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from tests.kit.nim import Nim
from tests.lab_rats.arranging import QUIET, arrange, do
from tests.lab_rats.test_card_folder import folder as folder
from tests.lab_rats.test_card_folder import only
from wistar_env.errors import BotError, DecisionPastError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.lab_rats.careful.agent import CarefulAgent
from wistar_env.games.lab_rats.careful.seat_view import seat_views_of
from wistar_env.games.lab_rats.kinds import DOOR_NAMES
from wistar_env.games.lab_rats.state import INJURED
from wistar_env.kit import game as kit
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.bots.registry import load
from wistar_env.kit.replays import Replay
from wistar_env.kit.vector.batch_game import BatchGame
from wistar_env.kit.vector.learner import LearnerBatch
from wistar_env.play.table import Table


def wins(num_players: int, seat: int, games: int) -> float:
    """Return the share of games against random players that ``careful`` wins on a seat."""
    batch = LearnerBatch(
        LabRats,
        games,
        num_players,
        opponents=["random"],
        learner_seat=seat,
        autoreset_mode=AutoresetMode.DISABLED,
        reward="win",
    )
    agent, step, won = CarefulAgent(), batch.reset(seed=1), np.zeros(games)
    while not step.done.all():
        assert step.observation is not None
        assert step.mask is not None
        playing = np.flatnonzero(~step.done)
        actions = np.zeros(games, np.int64)
        views = seat_views_of(step.observation[playing], num_players)
        actions[playing] = agent.decide(views, step.mask[playing])
        step = batch.step(actions)
        won += step.reward > 0
    return float(won.mean())


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_it_beats_random_players(num_players: int) -> None:
    found = np.mean([wins(num_players, seat, 100) for seat in range(num_players)])
    assert found > 0.95


def answer(agent: CarefulAgent, game: kit.Game, seed: int) -> int:
    """Return what a bot does at the current decision of a game."""
    return int(agent.act(Batch((View(game, game.seat),), np.array([seed])))[0])


def chosen(game: LabRats, **others: float) -> str:
    """Return the text of ``careful``'s action."""
    return game.describe(answer(CarefulAgent(**others), game, 1))


def played(num_players: int, seed: int, agent: CarefulAgent, data: Any = None) -> Sequence[int]:
    """Return the actions of a game that ``careful`` plays on all seats."""
    game, actions = LabRats.new(num_players, seed, data=data), []
    while not game.finished:
        actions.append(answer(agent, game, game.num_decisions))
        assert actions[-1] in game.legal_actions()
        game.step(actions[-1])
    return actions


def test_it_is_a_bot_of_lab_rats() -> None:
    assert isinstance(load("careful", LabRats.spec.bots.classes), CarefulAgent)


@pytest.mark.parametrize("num_players", [3, 4, 5])
def test_it_plays_the_same_game_again(num_players: int) -> None:
    assert played(num_players, 5, CarefulAgent()) == played(num_players, 5, CarefulAgent())


def test_a_batch_of_games_and_single_games_get_the_same_answers() -> None:
    batch = BatchGame(LabRats, 20, 4)
    step = batch.reset(seed=3)
    for _ in range(60):
        games = [batch.game(i) for i in range(20)]
        seeds = np.arange(20)
        views = tuple(View(game, game.seat) for game in games)
        together = CarefulAgent().act(Batch(views, seeds))
        alone = [answer(CarefulAgent(), game, seed) for seed, game in enumerate(games)]
        assert together.tolist() == alone
        assert step.observation is not None
        assert step.mask is not None
        seat_views = seat_views_of(step.observation, 4)
        assert CarefulAgent().decide(seat_views, step.mask).tolist() == alone
        step = batch.step(together)


@pytest.mark.parametrize("kind", DOOR_NAMES)
@pytest.mark.parametrize("num_players", [3, 5])
def test_it_plays_with_doors_of_one_kind_only(folder: Path, kind: str, num_players: int) -> None:
    (folder / "doors.toml").write_text(only(kind), "utf-8")
    (folder / "potions.toml").write_text(
        '[[potion]]\nkind = "red"\ncount = 25\nsource = "known here"\n', "utf-8"
    )
    assert played(num_players, 1, CarefulAgent(), folder)


def test_it_counts_the_cards_that_the_game_is_played_with(folder: Path) -> None:
    hand: dict[str, Any] = {"hands": {0: ("red", "blue")}, "turns": 1}
    assert chosen(arrange(specimens=("yellow", "red", "green"), **hand)).startswith("open")
    (folder / "doors.toml").write_text(only("Instant Death"), "utf-8")
    deadly = ["Instant Death"] * 5
    game = arrange(
        table=deadly,
        doors=dict.fromkeys(range(3), deadly[:1]),
        data=folder,
        specimens=("yellow", "red", "green"),
        **hand,
    )
    assert chosen(game) == "try an Exit"


def test_it_counts_the_cards_of_each_game_in_a_batch_of_several_data_sets(
    folder: Path, tmp_path: Path
) -> None:
    deadly = Path(copytree(folder, tmp_path / "deadly"))
    (deadly / "doors.toml").write_text(only("Instant Death"), "utf-8")
    batch = BatchGame(LabRats, 12, 3, data=[folder, deadly])
    batch.reset(seed=3)
    assert {*batch.set_of_game.tolist()} == {0, 1}
    for _ in range(30):
        views = tuple(View(game, game.seat) for game in map(batch.game, range(12)))
        alone = [answer(CarefulAgent(), batch.game(i), i) for i in range(12)]
        assert CarefulAgent().act(Batch(views, np.arange(12))).tolist() == alone
        waiting = batch.decisions()
        assert CarefulAgent().act(waiting).tolist() == alone
        batch.step(alone)
        with pytest.raises(DecisionPastError):
            waiting.by_data()


OWN_DOOR = "open your own Door"
MULTICOLOUR = ("multicolour",) * 4


def test_it_tries_an_exit_that_it_pays_for_sure_and_none_without_potions() -> None:
    assert chosen(arrange(hands={0: MULTICOLOUR}, turns=1)) == "try an Exit"
    assert chosen(arrange(turns=1)).startswith("open")


@pytest.mark.parametrize("seed", range(24))
def test_an_exit_that_wins_for_sure_is_tried_whatever_else_may_be_gained(seed: int) -> None:
    """Pollution and crumbs are worth nothing at the end; neither is a life alone."""
    chance = np.random.default_rng(seed)
    game = arrange(
        hands={0: MULTICOLOUR},
        turns=1,
        cheese={0: 2 + seed // 4 % 2},
        crumbs={0: int(chance.integers(10))},
        pollution={0: int(chance.integers(5))},
        conditions={1: "dead", 2: ("healthy", "dead")[seed % 2]},
        table=(("Potion Box",) * 3 + QUIET[:2], QUIET[:5])[seed // 2 % 2],
    )
    assert chosen(game) == "try an Exit"


def test_the_last_one_living_stops_where_crumbs_and_surviving_win_together() -> None:
    """Two cheese, the tenth crumb and one for surviving (LAB-38, LAB-54)."""
    alone = {1: "dead", 2: "dead"}
    boxes = ("Potion Box", "Potion Box", "Potion Box", *QUIET[:2])
    for crumbs, answer in {8: "open no more Doors", 0: "open the"}.items():
        game = arrange(table=boxes, cheese={0: 2}, crumbs={0: crumbs}, conditions=alone)
        do(game, OWN_DOOR)
        do(game, "open the Door of the first")
        assert chosen(game).startswith(answer)


def test_it_opens_all_doors_where_stopping_kills() -> None:
    game = arrange(pollution={0: 4}, specimens=("red", "green", "blue"))
    do(game, "open your own Door")
    assert chosen(game).startswith("open the")


def test_it_opens_a_door_that_wins_whatever_is_behind() -> None:
    game = arrange(
        specimens=("red", "green", "blue"),
        table=("red", *QUIET[1:5]),
        crumbs={0: 8},
        cheese={0: 3},
        pollution={0: 0},
        turns=1,
    )
    do(game, "open your own Door")
    assert chosen(game).startswith("open the")


@pytest.mark.parametrize("trap", ["Instant Death", "Explosion"])
def test_it_does_not_open_a_trap_of_its_own(trap: str) -> None:
    game = arrange(table=(trap, *QUIET[1:5]), specimens=("red", "green", "blue"))
    assert not chosen(game).startswith("open your own")


def test_it_opens_a_gift_of_its_own_first() -> None:
    assert chosen(arrange(table=("Potion Box", *QUIET[1:5]))).startswith("open your own")


def test_the_last_one_living_stops_when_it_is_injured() -> None:
    game = arrange(conditions={1: "dead", 2: "dead"}, specimens=QUIET[3:6])
    do(game, "open your own Door")
    assert game.record["players"]["condition"][0, 0] == INJURED
    assert chosen(game) == "open no more Doors"


def laying(hand: str, active: int, **changes: Any) -> str:
    """Return what seat 0 lays as its Door after the turn of a seat."""
    table = ("Potion Box", "Potion Box", "Potion Box", *QUIET[:2])
    game = arrange(active=active, doors={0: [hand]}, table=table, turns=1, **changes)
    do(game, "open your own Door")
    do(game, "open no more")
    while game.seat != 0:
        game.step(int(game.legal_actions()[-1]))
    return chosen(game)


def test_it_lays_a_trap_for_others_and_a_gift_for_itself() -> None:
    assert laying("Instant Death", active=0) == "lay Instant Death as your Door"
    assert laying("Instant Death", active=2) == "keep your Door as it is"


def test_the_dead_hope_for_a_resurrection() -> None:
    dead = {0: "dead"}
    assert laying("Resurrection", active=2, conditions=dead) == "lay Resurrection as your Door"


def test_it_keeps_potions_of_many_colours() -> None:
    hand = ("red", "red", "multicolour", "multicolour")
    game = arrange(hands={0: hand}, table=("Confusion", *QUIET[:4]), specimens=QUIET[3:6])
    do(game, "open your own Door")
    assert chosen(game) == "pass a Potion (red) to the right"


def test_weights_can_be_named_and_wrong_ones_are_rejected() -> None:
    game = arrange(hands={0: ("multicolour",) * 2}, turns=1)
    assert chosen(game, death=100.0).startswith("open")
    for spec, message in {
        "careful:lives=9": "there is no weight 'lives'; the weights are win, life",
        "careful:life=-1": "life must be a finite number from 0 to 1,000",
        "careful:life=much": "life must be a finite number",
    }.items():
        with pytest.raises(BotError, match=message):
            load(spec, LabRats.spec.bots.classes)


def test_it_plays_no_other_game() -> None:
    game = Nim.new(2, 1)
    with pytest.raises(ValueError, match="Lab Rats, found Nim"):
        CarefulAgent().act(Batch((View(game, game.seat),), np.array([1])))


def test_a_table_has_seats_for_bots_of_the_game(tmp_path: Path) -> None:
    table = Table(LabRats, ["careful", "random", "careful"], seed=2)
    for _ in range(20):
        table.answer()
    table.save(tmp_path / "game.jsonl")
    again = Table.resume(Replay.load(tmp_path / "game.jsonl"))
    assert again.game == table.game
    assert again.hint("careful").action in again.game.legal_actions()
