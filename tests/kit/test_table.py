"""People and bots at a table of Nim: bot moves, hints, undo, saving and texts."""

from pathlib import Path
from typing import Any

import pytest

from tests.kit.nim import BareNim, Nim
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.replays import Replay
from wistar_env.play.history import reveals
from wistar_env.play.table import Table


class Slow(Nim):
    """Nim in which a seat takes its pieces one by one, so it may decide several times in a row."""

    __slots__ = ()

    @property
    def seat(self) -> int:
        """Whose turn it is."""
        return 0


def finished(table: Table[Nim]) -> Table[Nim]:
    while not table.game.finished:
        if table.yours:
            table.play(int(table.game.legal_actions()[-1]))
        else:
            table.answer()
    return table


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:simulations=16"])
def test_general_bots_play_the_game_to_its_end(bot: str) -> None:
    table = finished(Table(Nim, ["you", bot, "you"], seed=2))
    assert {entry.seat for entry in table.history} == {0, 1, 2}
    found = table.game.presentation.breakdown()
    assert found.totals == tuple(score["total"] for score in table.game.scores())
    assert all(table.game.ranks()[seat] == 1 for seat in found.winners)
    assert (found.unit, found.names) == ("points", ("player_0", "player_1", "player_2"))


def test_an_action_is_narrated_in_a_plain_sentence() -> None:
    table = Table(Nim, ["you", "greedy"], seed=2)
    action = int(table.game.legal_actions()[0])
    assert table.play(action) == (f"You: {table.game.describe(action)}",)
    (told,) = table.answer()
    assert told.startswith("greedy: take ")
    assert table.since(0)[-1] == told
    assert len(table.since(0)) == 2
    assert table.history[1].lines(["Ann", "Bob"]) == [told.replace("greedy", "Bob")]


def test_decisions_of_a_turn_are_undone_and_the_last_one_that_only_bots_have_answered() -> None:
    table = Table(Slow, ["you", "greedy"], seed=2)
    for _ in range(3):
        table.play(int(table.game.legal_actions()[0]))
    assert table.undoable() == [0, 1, 2]
    table.undo(1)
    assert table.position == 1
    assert table.game == table.replay().resume()
    other = Table(Nim, ["you", "greedy"], seed=2)
    other.play(int(other.game.legal_actions()[0]))
    other.answer()
    assert other.undoable() == [0]
    other.undo(0)
    assert other.position == 0
    people = Table(Nim, ["you", "you"], seed=2)
    for _ in range(2):
        people.play(int(people.game.legal_actions()[0]))
    assert people.undoable() == []
    with pytest.raises(ValueError, match="decision 0 cannot be undone"):
        people.undo(0)


def test_a_hint_changes_nothing_and_names_a_legal_action() -> None:
    table = Table(Nim, ["you", "greedy"], seed=2)
    before = table.game.to_bytes()
    hint = table.hint("mcts:simulations=32")
    assert hint.action in table.game.legal_actions()
    assert {option.action for option in hint.options} <= {*table.game.legal_actions().tolist()}
    assert table.game.to_bytes() == before


def test_a_saved_table_is_resumed(tmp_path: Path) -> None:
    table = Table(Nim, ["greedy", "you"], seed=8)
    table.answer()
    table.save(tmp_path / "nim.jsonl")
    again = Table.resume(Replay.load(tmp_path / "nim.jsonl", game=Nim))
    assert again.history == table.history
    assert finished(again).game == finished(table).game


class Open(Nim):
    """Nim in which the first seat sees the card of the second once it has taken something."""

    __slots__ = ()

    def observe_and_mask(self, seat: int) -> tuple[Any, Any]:
        """Return what a seat sees."""
        observation, mask = super().observe_and_mask(seat)
        if self.num_decisions:
            observation[-1] = self.record["cards"][0, 1]
        return observation, mask


@pytest.mark.parametrize(("game", "shown"), [(Nim, False), (Open, True)])
def test_an_action_reveals_what_is_observed_after_it(game: type[Nim], shown: bool) -> None:
    assert reveals(game.new(2, seed=1), 0) is shown


@pytest.mark.parametrize("players", [1, 5])
def test_a_table_has_as_many_players_as_its_game(players: int) -> None:
    with pytest.raises(ValueError, match=f"Nim .* 2 to 4 players, found {players}"):
        Table(Nim, ["you"] * players, seed=1)


def test_options_are_those_of_the_game() -> None:
    with pytest.raises(ValueError, match="has no option 'level'"):
        Table(BareNim, ["you", "you"], 1, {"level": 3})
    chosen = Table(RatsOfWistar, ["you"], 5, {"level": 4}).replay().options
    assert sum(chosen["tracks"]) == 4
