"""Reviews of saved games: losses, marks and luck of their decisions."""

import json
import re
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.command_line import wistar
from wistar_env import cli
from wistar_env.benchmark.report import win_share
from wistar_env.errors import BotError, ResultsError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit import game as kit
from wistar_env.kit.replays import Replay
from wistar_env.play import review as reviews
from wistar_env.play.attempts import attempt
from wistar_env.play.history import reveals
from wistar_env.play.review import (
    MARKS,
    Reviewed,
    in_words,
    review,
    reviewer,
    summarize,
)
from wistar_env.play.review_files import review_file
from wistar_env.play.table import Table

SEARCH = "mcts:simulations=30"


def random_game(game: type[kit.Game], num_players: int, seed: int, **options: Any) -> Replay[Any]:
    position, rng = game.new(num_players, seed, **options), np.random.default_rng(seed)
    actions: list[int] = []
    while not position.finished:
        actions.append(int(rng.choice(position.legal_actions())))
        position.step(actions[-1])
    players = tuple(f"player {seat}" for seat in range(num_players))
    return Replay(game, num_players, seed, position.options, None, actions, players)


@pytest.fixture(scope="module")
def solo() -> Replay[Any]:
    return random_game(RatsOfWistar, 1, 3, level=0)


@pytest.fixture(scope="module")
def reviewed(solo: Replay[Any]) -> list[Reviewed]:
    return review(solo, reviewer(SEARCH, RatsOfWistar.spec))


def test_every_decision_between_several_actions_is_reviewed(
    solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    open_ones = [
        (number, game.seat, game.decision, action)
        for number, (game, action) in enumerate(solo.positions())
        if action is not None and len(game.legal_actions()) > 1
    ]
    assert [(each.number, each.seat, each.kind, each.action) for each in reviewed] == open_ones
    for each in reviewed:
        assert 0 <= each.played <= each.value <= 1
        assert each.action != each.best or each.loss == 0
        assert each.best in solo.at(each.number).legal_actions()
        assert len(each.expected) == 2


def test_the_points_that_are_expected_are_those_of_the_network_and_right_at_the_end(
    solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    network = reviewer(SEARCH, RatsOfWistar.spec).network_for(solo.start())
    assert network is not None
    for each in reviewed[::20]:
        game = solo.at(each.number)
        scores = [score["total"] for score in game.scores()]
        expected = (scores + network.predict(game).points).tolist()
        assert each.expected == pytest.approx(expected, abs=0.01)
    without = reviewer("mcts:simulations=2,network=none", RatsOfWistar.spec)
    assert review(solo, without)[0].expected == ()


def test_the_same_seed_gives_the_same_review(solo: Replay[Any], reviewed: list[Reviewed]) -> None:
    assert review(solo, reviewer(SEARCH, RatsOfWistar.spec)) == reviewed
    assert review(solo, reviewer(SEARCH, RatsOfWistar.spec), seed=2) != reviewed


def test_a_random_player_gives_away_more_than_one_who_follows_the_search(
    solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    best = random_game(RatsOfWistar, 1, 3, level=0)
    position, search = best.start(), reviewer(SEARCH, RatsOfWistar.spec)
    best.actions.clear()
    while not position.finished:
        best.actions.append(search.search(position, len(best.actions)).best)
        position.step(best.actions[-1])
    follows = summarize(best, review(best, search))[0]
    at_random = summarize(solo, reviewed)[0]
    assert follows.agreed > 2 * at_random.agreed
    assert follows.loss < at_random.loss / 2


def test_a_result_is_made_of_the_first_value_of_losses_and_of_luck(
    solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    (summary,) = summarize(solo, reviewed)
    ranks = [int(rank) for rank in solo.resume().ranks()]
    assert summary.gifts == 0
    made_of = reviewed[0].value - summary.loss + summary.luck
    assert made_of == pytest.approx(win_share(ranks, 0))
    assert summary.decisions == len(reviewed)
    assert summary.player == "player 0"
    assert sum(summary.marks.values()) == sum(each.sure >= MARKS[-1][0] for each in reviewed)
    assert summary.chance == pytest.approx(sum(each.chance for each in reviewed))


@pytest.mark.parametrize("players", [2, 3])
def test_what_others_lose_is_a_gift_and_the_luck_of_players_is_net(players: int) -> None:
    replay = random_game(RatsOfWistar, players, 3)
    ranks = [int(rank) for rank in replay.resume().ranks()]
    losses = (0.5, 0.25, 0.125)[:players]
    made = [
        Reviewed(seat, seat, "turn", 1, 0, 1 / players, 1 / players - loss)
        for seat, loss in enumerate(losses)
    ]
    found = summarize(replay, made)
    for each, loss in zip(found, losses, strict=True):
        assert each.gifts == pytest.approx((sum(losses) - loss) / (players - 1))
        result = 1 / players - each.loss + each.gifts + each.luck
        assert result == pytest.approx(win_share(ranks, each.seat))
    assert sum(each.luck for each in found) == pytest.approx(0)


def test_luck_is_the_revealed_value_minus_the_expected_one(
    solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    told = 0
    for each, after in pairwise(reviewed):
        between = [solo.at(number) for number in range(each.number, after.number)]
        own = all(game.seat == each.seat for game in (*between, solo.at(after.number)))
        revealed = own and any(reveals(game, solo.actions[game.num_decisions]) for game in between)
        assert each.chance == (pytest.approx(after.value - each.played) if revealed else 0)
        told += revealed
    assert told > 5
    assert {each.chance > 0 for each in reviewed if each.chance} == {False, True}


def test_a_marked_decision_has_the_line_of_play_of_the_search(
    solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    marked = [each for each in reviewed if each.mark]
    assert marked
    assert all(each.line == () for each in reviewed if not each.mark)
    assert max(len(each.line) for each in marked) > 1
    for each in marked:
        assert each.line[0] == each.best
        game = solo.at(each.number)
        for number, action in enumerate(each.line, 1):
            assert game.seat == each.seat
            assert action in game.legal_actions()
            if number < len(each.line):
                assert not reveals(game, action)
                game.step(action)
        played, line = in_words(solo, each)
        assert played not in line[:1]
        assert len(line) == len(each.line)


@pytest.mark.parametrize(
    ("played", "mark"),
    [(0.8, ""), (0.76, ""), (0.72, "inaccuracy"), (0.65, "mistake"), (0.5, "blunder")],
)
def test_marks_go_by_what_was_lost_for_sure(played: float, mark: str) -> None:
    assert Reviewed(0, 0, "turn", 1, 2, 0.8, played, sure=0.8 - played).mark == mark
    assert not Reviewed(0, 0, "turn", 1, 2, 0.8, played).mark, "nothing is sure"


@pytest.mark.parametrize(
    ("differences", "checks", "loss", "sure"),
    [
        ([-1.0, 0.0], 40, 0.0, 0.0),  # refuted
        ([1.0, -0.8], 160, 0.1, 0.0),  # less than its error
        ([1.0, 1.0], 40, 0.3, 0.3),  # confirmed: no more than the search says
        ([0.3, 0.1], 160, 0.2, 0.184),
    ],
)
def test_a_loss_is_at_most_what_play_outs_say_and_a_mark_what_they_say_for_sure(
    monkeypatch: pytest.MonkeyPatch,
    solo: Replay[Any],
    differences: list[float],
    checks: int,
    loss: float,
    sure: float,
) -> None:
    def played_out(game: Any, actions: list[int], number: int, *_: Any) -> Any:
        assert actions == [7, 4], "the best action, then the one played"
        return np.c_[np.resize(differences, number), np.zeros(number)]

    monkeypatch.setattr(reviews, "play_outs", played_out)
    search = reviewer(SEARCH, RatsOfWistar.spec)
    each = Reviewed(0, 0, "turn", 4, 7, 0.8, 0.5, chance=0.2)
    found = reviews.checked_mark(search, solo.start(), each, 1)
    assert found.checks == checks
    assert found.loss == pytest.approx(loss)
    assert found.sure == pytest.approx(sure, abs=1e-3)
    assert found.chance - found.loss == pytest.approx(each.chance - each.loss), "they add up"
    small = replace(each, played=0.77)
    assert reviews.checked_mark(search, solo.start(), small, 1) == small


def test_another_answer_is_a_mistake_only_if_play_outs_confirm_it(
    monkeypatch: pytest.MonkeyPatch, solo: Replay[Any], reviewed: list[Reviewed]
) -> None:
    search, worst = reviewer(SEARCH, RatsOfWistar.spec), max(reviewed, key=lambda each: each.loss)
    others = {int(each) for each in solo.at(worst.number).legal_actions()} - {worst.action}

    def marks(lost: float) -> set[str]:
        def played_out(game: Any, actions: list[int], number: int, *_: Any) -> Any:
            return np.tile([lost, 0.0], (number, 1))

        monkeypatch.setattr(reviews, "play_outs", played_out)
        return {attempt(solo, search, worst, each).mark for each in others}

    assert marks(0.0) == {"best", "good"}
    assert marks(1.0) & {"blunder", "mistake", "inaccuracy"}


def test_hints_and_reviews_tell_the_same_chances(solo: Replay[Any]) -> None:
    """Both search with the chance of winning as the value, whatever the bot maximizes."""
    table = Table(RatsOfWistar, ["you"], seed=3, options={"level": 0})
    hint = table.hint("mcts:simulations=100")
    (first, *_) = review(
        replace(solo, actions=solo.actions[:1]), reviewer("mcts:simulations=100", RatsOfWistar.spec)
    )
    assert hint.value == hint.options[0].value
    assert max(each.value or 0 for each in hint.options) == hint.value
    assert hint.value == pytest.approx(first.value, abs=0.05)


def test_what_is_put_off_and_can_still_be_done_costs_nothing(reviewed: list[Reviewed]) -> None:
    by_number = {each.number: each for each in reviewed}
    followed = [
        (each, by_number[each.number + 1])
        for each in reviewed
        if each.number + 1 in by_number and each.action != each.best
    ]
    settled = [each for each, after in followed if each.played == min(each.value, after.value)]
    assert len(settled) > len(followed) / 4


def test_a_review_does_not_depend_on_what_a_seat_could_not_know() -> None:
    # The hidden cards of the game are others; what the seat knows and does is the same.
    game = RatsOfWistar.new(2, 5)
    other = game.determinize(game.seat, 9)
    assert game.record.tobytes() != other.record.tobytes()
    search = reviewer("mcts:simulations=20", RatsOfWistar.spec)
    reports = []
    for position in (game, other):
        saved = Replay(RatsOfWistar, 2, 5, {}, None, [int(game.legal_actions()[0])])
        object.__setattr__(saved, "start", position.clone)
        reports.append(review(saved, search))
    assert reports[0] == reports[1]


def test_lab_rats_is_reviewed_by_seat() -> None:
    replay = random_game(LabRats, 3, 2)
    found = review(replay, reviewer("mcts:simulations=10", LabRats.spec))
    summaries = summarize(replay, found)
    assert [each.player for each in summaries] == ["player 0", "player 1", "player 2"]


def test_reviews_are_saved_and_resumed(solo: Replay[Any], tmp_path: Path) -> None:
    file, spec = tmp_path / "reviews.jsonl", "mcts:simulations=8"
    short = replace(solo, actions=solo.actions[:12])
    first = review_file(file, short, spec)
    assert review_file(file, short, spec) == first
    assert len(file.read_text("utf-8").splitlines()) == 1
    review_file(file, short, spec, seed=2)
    review_file(file, replace(short, actions=solo.actions[:11]), spec)
    assert len(file.read_text("utf-8").splitlines()) == 3
    file.write_text('{"replay": 1}\n', "utf-8")
    with pytest.raises(ResultsError, match="is not a file of reviews"):
        review_file(file, short, spec)


@pytest.mark.parametrize("spec", ["greedy", "random", "flat:rollouts=4"])
def test_only_a_search_with_values_reviews(spec: str) -> None:
    with pytest.raises(BotError, match=f"found '{spec}'"):
        reviewer(spec, RatsOfWistar.spec)


def test_the_settings_of_the_search_are_used(solo: Replay[Any]) -> None:
    told = reviewer("mcts:simulations=5,win_weight=0.25,fpu_reduction=0.5", RatsOfWistar.spec)
    assert told._settings[True]["win_weight"] == 0.25
    usual = reviewer("mcts", RatsOfWistar.spec)
    for settings in usual._settings.values():
        assert (settings["win_weight"], settings["fpu_reduction"]) == (1, -1)


def test_the_command_shows_the_worst_decisions_of_a_game_and_the_kinds_of_several(
    solo: Replay[Any], tmp_path: Path
) -> None:
    for name in ("one", "two"):
        replace(solo, actions=solo.actions[:30]).save(tmp_path / f"{name}.jsonl")
    result = wistar("review", str(tmp_path / "one.jsonl"), "--search", "mcts:simulations=20")
    assert result.exit_code == 0, result.output
    assert "Review of one.jsonl" in result.stdout
    assert "blunder" in result.stdout
    marked = [line for line in result.stdout.splitlines() if line.startswith("#")]
    for line in marked:
        assert int(line[1:].partition(" ")[0]) < 30
        assert re.search(r"%\): missed .*; played ", line)
    out = str(tmp_path.parent / "kept.jsonl")
    several = wistar("review", str(tmp_path), "--search", "mcts:simulations=5", "--out", out)
    assert several.exit_code == 0, several.output
    for common in ("decision", "seat", "round"):
        assert f"2 games by {common}, a game" in several.stdout
    named = [line for line in several.stdout.splitlines() if "; played " in line]
    assert {line.partition("#")[0] for line in named} <= {
        str(tmp_path / "one.jsonl"),
        str(tmp_path / "two.jsonl"),
    }
    assert bool(named) != ("no decision gave away enough" in several.stdout)
    assert len(Path(out).read_text("utf-8").splitlines()) == 1, "both are the same game"
    assert json.loads(Path(out).read_text("utf-8"))["bot"] == "mcts:simulations=5"
    rejected = wistar("review", str(tmp_path / "one.jsonl"), "--search", "greedy")
    assert rejected.exit_code == cli.USER_ERROR
    assert "a review needs a search bot" in rejected.stderr
