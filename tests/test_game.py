import pickle
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.games import TABLES, middle, sampled, until
from wistar_env import RatsOfWistar
from wistar_env.errors import (
    DataError,
    GameOverError,
    IllegalActionError,
    ReplayError,
    RulesError,
    WistarError,
)
from wistar_env.games.rats_of_wistar.rules import difficulty
from wistar_env.games.rats_of_wistar.rules.actions import BUY_WILD, PAY
from wistar_env.games.rats_of_wistar.rules.decisions import EFFECT
from wistar_env.games.rats_of_wistar.rules.numbers import NAMED_PLACES
from wistar_env.games.rats_of_wistar.rules.options import TRACKS
from wistar_env.games.rats_of_wistar.tables import reading
from wistar_env.kit.game.breakdown import best_first


def finished_game(num_players: int = 2, seed: int = 1) -> RatsOfWistar:
    level = 3 if num_players == 1 else None
    game = RatsOfWistar.new(num_players, seed, level=level)
    return until(game, lambda game: game.finished, seed)


# Starting a game


@pytest.mark.parametrize("table", TABLES)
def test_a_new_game_has_its_players_and_waits_for_a_decision(table: dict[str, Any]) -> None:
    game = RatsOfWistar.new(seed=3, **table)
    assert game.num_players == table["num_players"]
    assert game.num_seats == max(2, table["num_players"])
    assert game.decision == "choose pair"
    assert game.round == 0
    assert not game.finished
    assert len(game.legal_actions()) > 1


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"num_players": 0}, ValueError, "num_players must be an integer from 1 to 4, found 0"),
        ({"num_players": 5}, ValueError, "num_players must be"),
        ({"num_players": 2.0}, TypeError, "num_players must be"),
        ({"num_players": True}, TypeError, "num_players must be"),
        ({"seed": -1}, ValueError, "seed must be an integer from 0"),
        ({"seed": 2**63}, ValueError, "seed must be"),
        ({"seed": "1"}, TypeError, "seed must be"),
        ({"level": 3}, ValueError, "is an option for num_players=1"),
        ({"tracks": (1, 1, 1)}, ValueError, "is an option for num_players=1"),
        ({"num_players": 1, "level": 10}, ValueError, "level must be an integer from 0 to 9"),
        ({"num_players": 1, "level": 1.5}, TypeError, "level must be"),
        ({"num_players": 1, "level": float("nan")}, TypeError, "level must be"),
        ({"num_players": 1, "tracks": (0, 1, 2)}, ValueError, "may differ by 2 or more"),
        ({"num_players": 1, "tracks": (0, 1)}, TypeError, "tracks must be 3 integers"),
        ({"num_players": 1, "tracks": (0, 1, 4)}, ValueError, "tracks: Automaton must be"),
        ({"num_players": 1, "tracks": "abc"}, TypeError, "tracks: Structure must be"),
        ({"num_players": 1, "tracks": 5}, TypeError, "tracks must be 3 integers"),
        ({"num_players": 1, "tracks": (1, 1, 1), "level": 4}, ValueError, "implies level 3"),
        ({"data": 5}, TypeError, "data must be the path of a data folder, .* found 5"),
    ],
)
def test_wrong_arguments_are_named(
    arguments: dict[str, Any], error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        RatsOfWistar.new(**arguments)


# Difficulty


@pytest.mark.ledger("BOT-09", "BOT-10", "BOT-11", "BOT-12", "BOT-13", "VEC-18")
def test_each_level_has_its_combinations_of_track_cards() -> None:
    options = [difficulty.combinations(level) for level in range(10)]
    assert [len(tracks) for tracks in options] == [1, 3, 3, 1, 3, 3, 1, 3, 3, 1]
    for level, combinations in enumerate(options):
        assert len(set(combinations)) == len(combinations)
        for tracks in combinations:
            assert sum(tracks) == level
            assert max(tracks) - min(tracks) < 2
            assert TRACKS.numbers(tracks) == [*tracks]


@pytest.mark.ledger("BOT-12", "VEC-18")
def test_indices_that_differ_by_two_are_rejected() -> None:
    with pytest.raises(ValueError, match="may differ by 2 or more"):
        TRACKS.numbers((0, 1, 2))


@pytest.mark.ledger("BOT-13")
def test_a_level_picks_each_of_its_combinations_for_some_seeds() -> None:
    picked = Counter(difficulty.choose_tracks(7, seed) for seed in range(600))
    assert set(picked) == set(difficulty.combinations(7))
    assert min(picked.values()) > 150


def test_a_solo_game_knows_its_level_and_tracks() -> None:
    game = RatsOfWistar.new(1, seed=2, level=8)
    assert game.level == 8
    assert game.tracks in difficulty.combinations(8)
    assert RatsOfWistar.new(1, tracks=(2, 2, 3)).tracks == (2, 2, 3)
    assert RatsOfWistar.new(1, tracks=(2, 2, 3)).level == 7
    assert RatsOfWistar.new(2).level is None
    assert RatsOfWistar.new(2).tracks is None


# Stepping


@pytest.mark.parametrize("table", TABLES)
def test_every_illegal_action_is_rejected_and_changes_nothing(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=4, **table), every=40, seed=4):
        if game.finished:
            break
        before, legal = game.to_bytes(), game.legal_actions()
        for action in np.flatnonzero(game.action_mask() == 0).tolist():
            with pytest.raises(IllegalActionError):
                game.step(action)
            assert game.to_bytes() == before
        assert np.array_equal(game.legal_actions(), legal)


@pytest.mark.parametrize("table", TABLES)
def test_every_legal_action_is_accepted(table: dict[str, Any]) -> None:
    for game in sampled(RatsOfWistar.new(seed=5, **table), every=12, seed=5):
        for action in game.legal_actions().tolist():
            other = game.clone()
            other.step(action)
            assert other != game


def test_a_rejection_names_the_action_the_decision_and_some_legal_choices() -> None:
    game = until(RatsOfWistar.new(seed=1), lambda game: game.decision == "turn")
    with pytest.raises(IllegalActionError) as rejected:
        game.step(2)
    message = str(rejected.value)
    assert "action 2 (choose starting pair 1) is not legal" in message
    assert f"seat {game.seat} has to decide 'turn'" in message
    first = game.legal_actions()[0]
    assert f"{first} ({game.describe(first)})" in message
    assert message.endswith(" more")
    assert isinstance(rejected.value, WistarError)
    assert isinstance(rejected.value, ValueError)


def test_a_finished_game_takes_no_action() -> None:
    game = finished_game()
    assert len(game.legal_actions()) == 0
    assert not game.action_mask().any()
    assert game.decision == ""
    assert game.seat == 0
    with pytest.raises(GameOverError, match="finished"):
        game.step(0)


# Copies


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda saved: saved[:-1], "are not a saved game"),
        (lambda saved: b"", "are not a saved game"),
        (lambda saved: b"GAME" + saved[4:], "are not a saved game"),
        (lambda saved: saved[:4] + b"\xff\xff" + saved[6:], "rules version 65535"),
        (lambda saved: saved[:6] + b"\0" + saved[7:], "other data"),
        (lambda saved: saved[:-9] + bytes([saved[-9] ^ 1]) + saved[-8:], "checksum"),
    ],
)
def test_damaged_bytes_are_rejected(damage: Any, message: str) -> None:
    with pytest.raises(ReplayError, match=message):
        RatsOfWistar.from_bytes(damage(middle().to_bytes()))


def test_a_game_equals_only_games() -> None:
    assert RatsOfWistar.new() != "a game"
    with pytest.raises(TypeError, match="unhashable"):
        hash(RatsOfWistar.new())


def test_the_repr_of_a_game_has_its_position() -> None:
    game = RatsOfWistar.new()
    assert (
        repr(game)
        == f"<RatsOfWistar: 2 players, starting hands, seat {game.seat} decides 'choose pair'>"
    )
    assert repr(finished_game()) == "<RatsOfWistar: 2 players, round 5, finished>"
    assert repr(RatsOfWistar.new(num_players=1)).startswith("<RatsOfWistar: solo, ")


# Scores


def test_scores_add_up_and_ranking_follows_them() -> None:
    game = finished_game(num_players=4)
    scores = game.scores()
    for row in scores:
        assert row["total"] == sum(vp for name, vp in row.items() if name != "total")
    totals = [scores[seat]["total"] for seat in best_first(game.ranks())]
    assert totals == sorted(totals, reverse=True)
    assert game.winner() == best_first(game.ranks())[0]


@pytest.mark.ledger("GEN-08")
def test_a_tie_goes_to_the_earlier_in_the_turn_order() -> None:
    game = finished_game(num_players=3)
    players = game.record["players"]
    players[0, 1] = players[0, 0]
    players[0, 2] = players[0, 0]
    game.record["order"][0, :3] = [2, 0, 1]
    assert len({row["total"] for row in game.scores()}) == 1
    assert best_first(game.ranks()) == [2, 0, 1]


@pytest.mark.ledger("BOT-118", "VEC-28")
def test_a_tie_with_rat_o_bot_is_lost() -> None:
    game = finished_game(num_players=1)
    own, bot = (row["total"] for row in game.scores())
    vp = game.record["players"]["vp"]
    vp[0, 0] += 40
    vp[0, 1] += 40 + own - bot
    game.record["order"][0, :2] = [0, 1]
    assert len({row["total"] for row in game.scores()}) == 1
    assert game.winner() == 1
    vp[0, 0] += 1
    assert game.winner() == 0


# Another data folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    copied = tmp_path / "data"
    shutil.copytree(reading.DEFAULT, copied)
    return copied


def change(folder: Path, file: str, old: str, new: str) -> None:
    path = folder / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


def test_another_data_folder_is_played_without_touching_the_bundled_one(folder: Path) -> None:
    change(folder, "setup.toml", "wood = 2\n", "wood = 7\n")
    assert RatsOfWistar.new(data=folder).record["players"]["wood"][0, 0] == 7
    assert RatsOfWistar.new().record["players"]["wood"][0, 0] == 2


def test_a_changed_data_folder_is_read_again(folder: Path) -> None:
    change(folder, "setup.toml", "wood = 2\n", "wood = 7\n")
    assert RatsOfWistar.new(data=folder).record["players"]["wood"][0, 0] == 7
    change(folder, "setup.toml", "wood = 7\n", "wood = 11\n")
    assert RatsOfWistar.new(data=str(folder)).record["players"]["wood"][0, 0] == 11


def test_an_unchanged_data_folder_is_read_once(folder: Path) -> None:
    assert RatsOfWistar.new(data=folder).components is RatsOfWistar.new(data=str(folder)).components


def test_a_game_is_saved_with_a_mark_of_its_data(folder: Path) -> None:
    change(folder, "setup.toml", "wood = 2\n", "wood = 7\n")
    game = RatsOfWistar.new(data=folder)
    assert RatsOfWistar.from_bytes(game.to_bytes(), folder) == game
    assert pickle.loads(pickle.dumps(game)) == game
    with pytest.raises(ReplayError, match="other data than the bundled data"):
        RatsOfWistar.from_bytes(game.to_bytes())


def test_a_folder_without_data_is_rejected(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="it has none of the game's 17"):
        RatsOfWistar.new(data=tmp_path)


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_sees_nothing(seat: int) -> None:
    for look in (RatsOfWistar.new().observe, lambda seat: RatsOfWistar.new().determinize(seat, 1)):
        with pytest.raises(ValueError, match=r"seat .* 0 to 1"):
            look(seat)


# A game that cannot go on


def buying_a_wild() -> RatsOfWistar:
    """Return a game in which three items are due and the player has but two."""
    game = until(RatsOfWistar.new(seed=11), lambda game: BUY_WILD in game.legal_actions())
    game.step(BUY_WILD)
    player = game.record["players"][0, game.seat]
    player["wood"], player["metal"], player["hand_size"] = 1, 1, 0
    player["hand"] = -1
    return game


def test_a_game_that_cannot_continue_says_where_and_why() -> None:
    game = buying_a_wild()
    decisions = int(game.record["decisions"][0])
    with pytest.raises(RulesError) as raised:
        game.step(PAY)
    message = str(raised.value)
    assert "seed 11 cannot continue" in message
    assert f"after {decisions + 1} decisions" in message
    assert "'pay items'" in message
    assert "no legal action" in message
    assert not game.finished
    assert len(game.legal_actions()) == 0
    with pytest.raises(RulesError):
        game.step(0)
    with pytest.raises(RulesError, match="seed unknown"):
        game.determinize(0, 1).step(0)
    assert issubclass(RulesError, WistarError)


def test_the_error_names_the_invention_whose_effect_is_executed() -> None:
    game = buying_a_wild()
    entry = game.record["stack"][0, 0]
    entry["kind"], entry["numbers"][NAMED_PLACES["source"]] = EFFECT, 109
    game.record["fault"] = 1
    with pytest.raises(RulesError, match=r"resolving Electric Sawmill \(110\)"):
        game._check_fault()
