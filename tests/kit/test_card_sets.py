"""Card sets in the kit: any game may declare them, and a game without rejects their names."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tests.kit import nim
from tests.kit.nim import SPEC, Nim
from wistar_env.benchmark import arena, opponent_ladder
from wistar_env.errors import DataError, ReplayError
from wistar_env.kit.game import CardSets, GameData
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.game.spec_records import DataSpec
from wistar_env.kit.replays import Replay
from wistar_env.kit.vector.batch_game import BatchGame

SET = "heaps:v1:3"


HEAPS = GameData(SET, nim.tables(), nim.rules)


def open_heaps(data: Any) -> Any:
    if data in (SET, HEAPS):
        return HEAPS
    if isinstance(data, str):
        raise DataError(f"no heaps are called {data}")
    return SPEC.open_data(data)


class HeapsNim(Nim):
    """Nim with a card set."""

    __slots__ = ()
    spec = replace(
        SPEC,
        open_data=open_heaps,
        data=DataSpec(
            card_sets=CardSets(
                lambda data: isinstance(data, str) and data.startswith("heaps:"),
                lambda name, folder: [folder / name],
            )
        ),
    )


@pytest.mark.parametrize("name", ["generated:v1:7", Path("permuted:v1:7"), "some_thing:v12:0"])
def test_a_game_without_card_sets_rejects_their_names(name: Any) -> None:
    problem = r"has no card sets, found data '.*:\d+'; for a folder of this name, give its full"
    for game in (Nim, find_game("lab-rats")):
        seats = game.spec.min_players
        with pytest.raises(DataError, match=f"{game.spec.title} {problem}"):
            game.new(seats, data=name)
        with pytest.raises(DataError, match=problem):
            BatchGame(game, 2, seats, data=name)
        with pytest.raises(DataError, match=problem):
            arena.plan(game, ["random"] * seats, games=1, seed=1, batch=1, data=str(name))


def test_a_game_that_makes_them_opens_them() -> None:
    assert HeapsNim.new(2, data=SET).data is HEAPS
    with pytest.raises(DataError, match="no heaps are called heaps:v1:4"):
        HeapsNim.new(2, data="heaps:v1:4")


def test_results_files_name_them() -> None:
    bots: Any = {"games": 1, "seed": 1, "batch": 1}
    for data, named in ((SET, SET), (None, None)):
        plans = [
            arena.plan(HeapsNim, ["random"] * 2, data=data, **bots),
            opponent_ladder.plan(HeapsNim, ["random"], data=data, **bots),
        ]
        assert [plan.header.settings.get("card_set") for plan in plans] == [named] * 2
        assert {plan.header.data for plan in plans} == {HEAPS.fingerprint.hex()}


def test_a_replay_opens_the_card_set_that_it_names(tmp_path: Path) -> None:
    game = HeapsNim.new(2, seed=4, data=SET)
    replay = Replay(HeapsNim, 2, 4, data=game.data)
    replay.actions.append(int(game.legal_actions()[0]))
    replay.save(tmp_path / "replay")
    loaded = Replay.load(tmp_path / "replay", game=HeapsNim)
    assert loaded.data is HEAPS
    assert loaded == replay
    assert "card_set" not in Replay(HeapsNim, 2, 4).to_dict()


@pytest.mark.parametrize(
    ("game", "name", "problem"),
    [
        (HeapsNim, "/etc/passwd", "must name a card set of Nim.*, found '/etc/passwd'"),
        (HeapsNim, 7, "must name a card set of Nim.*, found 7"),
        (
            HeapsNim,
            "heaps:v1:4",
            "the saved card set cannot be made: no heaps are called heaps:v1:4",
        ),
        (Nim, SET, "must name a card set of"),
    ],
)
def test_a_forged_replay_opens_nothing_else(game: type[Nim], name: Any, problem: str) -> None:
    saved = {**Replay(game, 2, 4).to_dict(), "card_set": name}
    with pytest.raises(ReplayError, match=problem):
        Replay.from_dict(saved, game=game)
