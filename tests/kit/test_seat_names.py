"""The names of seats in texts for people."""

import json
import re

import pytest

from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.game.seat_names import distinct, shown_name, with_names
from wistar_env.kit.replays import Replay
from wistar_env.play.table import Table
from wistar_env.replay_page.page import page_data

DEFAULT = re.compile(r"player_\d")


def test_names_that_are_the_same_get_the_numbers_of_their_marks() -> None:
    assert distinct(["You", "greedy", "random", "greedy"]) == [
        "You",
        "greedy (1)",
        "random",
        "greedy (3)",
    ]


def test_a_name_of_a_file_is_cut_and_printable() -> None:
    assert shown_name("a\nb") == "a?b"
    assert shown_name("x" * 30) == "x" * 24 + "…"


def test_a_search_is_named_in_words() -> None:
    assert shown_name("mcts:simulations=4000,memory_mb=16") == "search, 4,000 simulations"
    assert shown_name("mcts:memory_mb=16,simulations=8") == "search, 8 simulations"
    assert shown_name("mcts:seconds=2") == "mcts:seconds=2"


def test_a_text_has_the_names_in_place_of_the_default_ones() -> None:
    names = ["You", "greedy"]
    assert with_names("player_0 (you)\nplayer_1", names) == "You\ngreedy"
    assert with_names("player_0 decides: turn", names) == "You decide: turn"
    assert with_names("player_1 decides", names) == "greedy decides"
    assert with_names("turn of player_0, then player_1", names) == "turn of you, then greedy"
    assert with_names("player_2, player_10", names) == "player_2, player_10"


def test_a_replay_names_its_players_and_one_without_players_the_agents() -> None:
    replay = Replay(RatsOfWistar, 1, 3, players=("you",))
    assert replay.seat_names == ("You", "Rat-o-bot")
    assert Replay(RatsOfWistar, 2, 3).seat_names == ("player_0", "player_1")


@pytest.mark.parametrize("game", [RatsOfWistar, LabRats])
def test_no_text_of_the_page_of_a_replay_has_another_name_of_a_seat(
    game: type[RatsOfWistar] | type[LabRats],
) -> None:
    table = Table(game, ["greedy", "random", "greedy"], seed=4)
    while table.position < 30:
        table.answer()
    replay = table.replay()
    told = json.dumps(page_data(replay, None))
    assert DEFAULT.findall(told) == []
    assert all(name in told for name in ("greedy (0)", "random", "greedy (2)"))
