"""Lab Rats at a table, with a bot of its own."""

from pathlib import Path

from wistar_env.games.lab_rats import LabRats
from wistar_env.kit.replays import Replay
from wistar_env.play.table import Table


def test_a_table_has_seats_for_bots_of_the_game(tmp_path: Path) -> None:
    table = Table(LabRats, ["careful", "random", "careful"], seed=2)
    for _ in range(20):
        table.answer()
    table.save(tmp_path / "game.jsonl")
    again = Table.resume(Replay.load(tmp_path / "game.jsonl"))
    assert again.game == table.game
    assert again.hint("careful").action in again.game.legal_actions()
