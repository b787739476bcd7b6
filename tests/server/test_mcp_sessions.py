"""Games behind tools."""

import re
from typing import Any

import pytest

from tests.author.early import Natural, Silent
from tests.kit.nim import Nim
from wistar_env.errors import BotError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.language_models.prompts import Prompter
from wistar_env.play.mcp_sessions import SessionError, Sessions
from wistar_env.play.table import Table


def game_id(text: str) -> str:
    found = re.match(r"game_id: (\S+)\n", text)
    assert found
    return found[1]


@pytest.mark.parametrize(
    ("game", "players", "seat"),
    [(RatsOfWistar, 1, 0), (RatsOfWistar, 2, 1), (LabRats, 3, 2), (Nim, None, 0)],
)
def test_a_game_is_played_to_its_end(game: type[Any], players: int | None, seat: int) -> None:
    sessions = Sessions(game, ["random"], seed=3)
    text = sessions.new_game(players=players, seat=seat)
    number = game_id(text)
    rules = sessions.rules(number)
    assert rules.endswith("Call act with one legal action, by its number or text.")
    assert "How to reply" not in rules
    assert rules not in text
    for _ in range(2000):
        if "The game is over." in text:
            break
        assert f"You are player_{seat}, and decide now." in text
        text = sessions.act(number, "1")
        assert text.startswith("What happened\n- ")
    assert re.search(r"The game is over\.\n1\. .*: \d+ ", text)
    assert sessions.look(number) in text
    with pytest.raises(SessionError, match=f"{number} is over"):
        sessions.act(number, "1")


@pytest.mark.parametrize(("game", "seat"), [(Natural, 0), (Silent, 1)])
def test_a_game_without_a_decision_of_yours_tells_its_result(game: type[Any], seat: int) -> None:
    sessions = Sessions(game, ["random"])
    texts = [sessions.new_game(players=2, seat=seat) for _ in range(20)]
    over = [text for text in texts if "The game is over." in text]
    assert over
    with pytest.raises(SessionError, match=r"is over; begin another with new_game"):
        sessions.act(game_id(over[0]), "1")


def test_the_seed_of_the_server_makes_its_games() -> None:
    once, again, other = (Sessions(RatsOfWistar, seed=seed) for seed in (3, 3, 4))
    assert once.new_game(players=2) == again.new_game(players=2)
    assert once.new_game(players=2) != other.new_game(players=2)


def test_options_of_the_server_are_those_of_games_that_have_them() -> None:
    sessions = Sessions(RatsOfWistar, seed=3, options={"level": 7})
    plain = Sessions(RatsOfWistar, seed=3)
    assert sessions.new_game() == plain.new_game(options={"level": 7})
    assert sessions.new_game(options={"level": 2}) == plain.new_game(options={"level": 2})
    assert sessions.new_game(players=2) == plain.new_game(players=2)
    assert sessions.new_game("lab-rats", players=3) == plain.new_game("lab-rats", players=3)
    with pytest.raises(ValueError, match=r"level .* 0 to 9, found 12"):
        Sessions(RatsOfWistar, options={"level": 12})


def test_look_shows_what_act_showed() -> None:
    sessions = Sessions(RatsOfWistar, seed=3)
    number = game_id(sessions.new_game())
    assert sessions.act(number, "1").endswith(sessions.look(number))


def test_cards_have_neutral_names_in_what_happened_too() -> None:
    sessions = Sessions(RatsOfWistar, seed=3, prompter=Prompter(obfuscate=2))
    text = sessions.new_game()
    number = game_id(text)
    names = RatsOfWistar.new().presentation.card_names()
    named = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in names))
    assert not named.search(sessions.rules(number))
    seen = ""
    for _ in range(30):
        text = sessions.act(number, "3" if "\n  3: " in text else "1")
        assert not named.search(text)
        seen += text.partition("\n\n")[0]
    assert re.search(r"\bN\d{3}\b", seen)


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ({"game": "chess"}, "there is no game 'chess'; the installed games are"),
        ({"game": "tests.kit.nim:Nim"}, "there is no game 'tests.kit.nim:Nim'"),
        ({"players": 7}, "players must be an integer from 1 to 4, found 7"),
        ({"players": 10**9, "seat": 10**9 - 1}, "players must be an integer from 1 to 4"),
        ({"players": True}, "players must be an integer from 1 to 4, found True"),
        ({"players": 2, "seat": 2}, "seat must be an integer from 0 to 1, found 2"),
        ({"game": "x" * 10**6}, "the name of the game has 1000000 characters; the limit is 200"),
        ({"options": {"x" * 10**6: 1}}, "the name of an option has 1000000 characters"),
        ({"options": {f"{k}": k for k in range(33)}}, "at most 32 options, found 33"),
        ({"options": {"level": 12}}, "level must be"),
        ({"options": {"cheat": 1}}, "cheat"),
    ],
)
def test_a_game_that_cannot_begin_is_rejected(arguments: dict[str, object], problem: str) -> None:
    with pytest.raises(SessionError) as error:
        Sessions(RatsOfWistar).new_game(**arguments)  # type: ignore[arg-type]
    assert problem in str(error.value)


def test_wrong_actions_and_games_are_rejected_and_change_nothing() -> None:
    sessions = Sessions(RatsOfWistar, seed=3)
    number = game_id(sessions.new_game())
    before = sessions.look(number)
    with pytest.raises(SessionError, match="number 999"):
        sessions.act(number, "999")
    assert sessions.look(number) == before
    with pytest.raises(SessionError, match=f"'game-7'; .*{number}"):
        sessions.look("game-7")


def test_the_least_recently_used_game_is_dropped() -> None:
    sessions = Sessions(Nim, ["random"], seed=1)
    first, second, *_ = [game_id(sessions.new_game()) for _ in range(64)]
    sessions.look(first)
    sessions.new_game()
    sessions.look(first)
    with pytest.raises(SessionError, match=f"there is no game '{second}'"):
        sessions.look(second)


def test_a_game_that_is_busy_holds_up_no_other_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wistar_env.play.mcp_sessions._WAIT", 0.01)
    sessions = Sessions(Nim, ["random"], seed=1)
    busy, free = (game_id(sessions.new_game()) for _ in range(2))
    with sessions._games[busy].used():
        assert sessions.look(free)
        assert sessions.act(free, "1")
        assert game_id(sessions.new_game()) == "game-3"
        with pytest.raises(SessionError, match=f"{busy} is busy"):
            sessions.look(busy)
    assert sessions.look(busy)


def test_a_game_goes_on_after_a_bot_has_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    sessions = Sessions(Nim, ["random"], seed=1)
    number = game_id(sessions.new_game())

    def failing(table: Any) -> None:
        raise BotError("bot 'random' failed")

    with monkeypatch.context() as patched:
        patched.setattr(Table, "answer", failing)
        with pytest.raises(SessionError, match="bot 'random' failed"):
            sessions.act(number, "1")
        with pytest.raises(SessionError, match="bot 'random' failed"):
            sessions.act(number, "1")
    assert "You are player_0, and decide now." in sessions.look(number)
