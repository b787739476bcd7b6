"""A table of people and bots: answers, taking back, hints, saving; and what taking back reveals."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from tests.games import middle, random_action
from wistar_env.errors import BotError, IllegalActionError, ReplayError, TrustError
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay
from wistar_env.play.history import reveals
from wistar_env.play.table import Table


def played(table: Table[RatsOfWistar], actions: int, seed: int = 0) -> Table[RatsOfWistar]:
    """Play so many actions, those of people at random."""
    rng = np.random.default_rng(seed)
    while table.position < actions and not table.game.finished:
        if table.yours:
            table.play(random_action(table.game, rng))
        else:
            table.answer()
    return table


def test_bots_answer_for_their_seats_and_people_for_theirs() -> None:
    table = played(Table(RatsOfWistar, ["you", "greedy"], seed=3), 40)
    seats = {entry.seat for entry in table.history}
    assert seats == {0, 1}
    while table.yours:
        table.play(int(table.game.legal_actions()[0]))
    with pytest.raises(IllegalActionError):
        table.play(970)
    table.answer()


def test_an_option_that_the_game_does_not_have_is_rejected() -> None:
    with pytest.raises(ValueError, match=r"'cheat'; .* level, tracks"):
        Table(RatsOfWistar, ["you"], seed=3, options={"cheat": 1})


def test_no_bot_is_asked_where_a_person_decides() -> None:
    table = Table(RatsOfWistar, ["you"], seed=3, options={"level": 2})
    with pytest.raises(BotError, match="no bot is to move"):
        table.answer()
    assert table.position == 0


def test_the_same_table_plays_the_same_game() -> None:
    players = ["random", "flat:rollouts=8", "greedy"]
    first, second = (played(Table(RatsOfWistar, players, seed=9), 60) for _ in range(2))
    assert first.game == second.game


@pytest.mark.parametrize("players", [["you"], ["you", "greedy"], ["random", "you", "random"]])
def test_every_decision_of_the_open_turn_can_be_undone(players: list[str]) -> None:
    rng = np.random.default_rng(1)
    table, times = Table(RatsOfWistar, players, seed=5), 0
    while table.position < 60:
        if not table.yours:
            table.answer()
            continue
        allowed = table.undoable()
        assert all(table.history[number].seat == table.game.seat for number in allowed)
        for number in allowed if table.position % 8 == 0 else ():
            times += 1
            again = Table.resume(table.replay())
            again.undo(number)
            assert again.game == table.replay().at(number)
            assert again.position == number
            assert again.yours
        table.play(random_action(table.game, rng))
    assert times > 5


@pytest.mark.parametrize("seed", [3, 4])
def test_the_last_decision_is_undone_whatever_bots_did_unless_it_showed_something(
    seed: int,
) -> None:
    rng = np.random.default_rng(seed)
    table, found = Table(RatsOfWistar, ["you", "random"], seed=seed), Counter[bool]()
    while not table.game.finished:
        if not table.yours:
            table.answer()
            continue
        seats = [entry.seat for entry in table.history]
        if 0 in seats and seats[-1] != 0:
            own = len(seats) - 1 - seats[::-1].index(0)
            replay = table.replay()
            since = enumerate(replay.actions[own:], own)
            shown = any(reveals(replay.at(k), action, 0) for k, action in since)
            assert table.undoable() == ([] if shown else [own])
            found[shown] += 1
        table.play(random_action(table.game, rng))
    assert found[False] > 2, "no bot decided without showing anything"
    assert found[True] > 2


def test_bots_decide_again_after_an_undo() -> None:
    rng = np.random.default_rng(3)
    table = Table(RatsOfWistar, ["you", "random"], seed=3)
    while not (table.yours and table.position and table.history[-1].seat and table.undoable()):
        table.play(random_action(table.game, rng)) if table.yours else table.answer()
    (own,) = table.undoable()
    table.undo(own)
    assert (table.position, table.yours, table.game) == (own, True, table.replay().resume())


def test_decisions_of_others_and_finished_turns_cannot_be_undone() -> None:
    table = played(Table(RatsOfWistar, ["you", "you"], seed=5), 1)
    with pytest.raises(ValueError, match="decision 0 cannot be undone"):
        table.undo(0)
    rng = np.random.default_rng(1)
    while table.game.round < 2:
        ends = table.game.seat
        table.play(random_action(table.game, rng))
        if table.game.seat != ends:
            assert table.undoable() == []


def test_an_action_reveals_what_its_seat_could_not_know() -> None:
    game = middle()
    shown = {game.describe(int(a)): reveals(game, int(a)) for a in game.legal_actions()}
    while not any("Basic Invention" in text for text in shown):
        game.step(random_action(game, np.random.default_rng(len(shown))))
        for action in game.legal_actions().tolist():
            shown[game.describe(action)] = reveals(game, action)
    assert shown["Bonus action: take a Basic Invention"]
    safe = [text for text in shown if text.startswith(("Chief to", "Main action: Collecting"))]
    assert safe
    assert not any(shown[text] for text in safe)


def test_asking_whether_an_action_reveals_something_changes_nothing() -> None:
    game = middle()
    before = game.to_bytes()
    for action in game.legal_actions().tolist():
        reveals(game, action)
    assert game.to_bytes() == before


def test_events_since_the_last_own_decision_are_summarized() -> None:
    table = played(Table(RatsOfWistar, ["you", "greedy", "greedy"], seed=4), 30)
    while not (table.yours and table.history[-1].seat != 0):
        played(table, table.position + 1)
    told = " ".join(table.since(0))
    last = max(k for k, entry in enumerate(table.history) if entry.seat == 0)
    others = {entry.seat for entry in table.history[last + 1 :]}
    assert others
    assert all(table.names[seat] in told for seat in others)
    assert len(table.since(0)) <= sum(
        len(entry.lines(table.names)) for entry in table.history[last:]
    )


def test_cards_that_others_drew_are_not_narrated() -> None:
    table = played(Table(RatsOfWistar, ["you", "greedy"], seed=4), 150)
    drawn = [d for e in table.history for d in e.events if d.seat == 1 and d.verb == "drew"]
    assert drawn
    assert all(event.thing.endswith("card") for event in drawn)


def test_a_hint_is_the_answer_of_another_bot_and_changes_nothing() -> None:
    table = played(Table(RatsOfWistar, ["you", "greedy"], seed=4), 20)
    while not table.yours:
        table.answer()
    before = table.game.to_bytes()
    hint = table.hint("mcts:simulations=30,network=wistar")
    assert hint.action in table.game.legal_actions()
    assert hint == table.hint("mcts:simulations=30,network=wistar")
    assert sum(option.visits or 0 for option in hint.options) in (0, 30)
    assert table.game.to_bytes() == before
    with pytest.raises(BotError, match="there is no bot"):
        table.hint("nobody")


def test_a_saved_table_continues_identically(tmp_path: Path) -> None:
    players = ["network:wistar", "you"]
    table = played(Table(RatsOfWistar, players, seed=8), 40)
    table.save(tmp_path / "game.jsonl")
    again = Table.resume(Replay.load(tmp_path / "game.jsonl"))
    assert again.players == tuple(players)
    assert again.history == table.history
    assert again.replay().to_dict() == table.replay().to_dict()
    assert played(again, 120, seed=2).game == played(table, 120, seed=2).game


HOSTILE = "os:system:touch called"


def test_a_replay_runs_no_code_that_it_names(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the module of a spec is imported."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    (tmp_path / "taking_over.py").write_text("import pathlib; pathlib.Path('called').touch()")
    for spec in (HOSTILE, "taking_over:Bot"):
        for players in (("you", spec), (spec, "greedy")):
            with pytest.raises(TrustError, match=f"outside of the registry.*{spec!r}.*trusted="):
                Table.resume(Replay(RatsOfWistar, 2, 1, players=players), trusted=["other:Bot"])
    assert not (tmp_path / "called").exists()


def test_a_user_s_bot_is_loaded_from_a_save_if_it_is_trusted() -> None:
    own = "solitary_bots:FirstBot"
    table = played(Table(RatsOfWistar, [own, "you"], seed=8), 30)
    again = Table.resume(table.replay(), trusted=[own])
    assert played(again, 60, seed=2).game == played(table, 60, seed=2).game


def test_a_trusted_name_of_something_else_is_not_called(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(BotError, match="'system' is not a class"):
        Table.resume(Replay(RatsOfWistar, 2, 1, players=("you", HOSTILE)), trusted=[HOSTILE])
    assert not (tmp_path / "called").exists()


def test_a_replay_without_players_is_no_table() -> None:
    with pytest.raises(ReplayError, match="does not name its players"):
        Table.resume(Replay(RatsOfWistar, 2, 1))


@pytest.mark.parametrize("players", [[], ["you"] * 5])
def test_no_table_has_no_players_or_too_many(players: list[str]) -> None:
    with pytest.raises(ValueError, match=f"1 to 4 players, found {len(players)}"):
        Table(RatsOfWistar, players, seed=1)
