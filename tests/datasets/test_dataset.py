"""Reading datasets: every decision once, unchanged; changed files are rejected."""

import json
import pickle
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from wistar_env.datasets import Dataset, Decisions, expansion, record
from wistar_env.errors import BotError, ReplayError, WistarError
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import Batch
from wistar_env.kit.replays.shards import Shard
from wistar_env.kit.vector.arrays import Sparse

GAMES = 7


@pytest.fixture(scope="module", params=[RatsOfWistar, LabRats])
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    where = tmp_path_factory.mktemp("games")
    record(where, request.param, ["greedy"], GAMES, 3, seed=1)
    return where


def flat(parts: list[Decisions]) -> dict[str, Any]:
    names = ("action", "seat", "game", "step", "final_score", "win", "num_legal")
    return {name: np.concatenate([getattr(part, name) for part in parts]) for name in names}


@pytest.mark.parametrize("num_games", [1, 3, 1024])
def test_every_decision_comes_once_as_it_was(folder: Path, num_games: int) -> None:
    made = Dataset(folder)
    parts = list(made.decisions("float32", num_games=num_games))
    all_parts = flat(parts)
    assert len(all_parts["game"]) == made.num_decisions
    seen: dict[int, list[int]] = {}
    for part in parts:
        for row, number in enumerate(part.game.tolist()):
            seen.setdefault(number, []).append(int(part.action[row]))
            assert part.step[row] == len(seen[number]) - 1
    for number in range(GAMES):
        replay = made.replay(number)
        assert replay.actions == seen[number]
    number = 4
    positions = {k: game for k, (game, _) in enumerate(made.replay(number).positions())}
    end = positions[len(positions) - 1]
    shares = [1 / end.ranks().count(1) if rank == 1 else 0 for rank in end.ranks()]
    for part in parts:
        for row in np.flatnonzero(part.game == number).tolist():
            game = positions[int(part.step[row])]
            assert part.seat[row] == game.seat
            assert np.array_equal(part.observation[row], game.observe(game.seat))
            legal = sorted(part.legal[row][: part.num_legal[row]].tolist())
            assert legal == sorted(game.legal_actions().tolist())
            assert (part.legal[row][part.num_legal[row] :] == -1).all()
            assert part.mask is not None
            assert np.flatnonzero(part.mask[row]).tolist() == legal
            assert part.win[row] == np.float32(shares[game.seat])


def test_kinds_of_observations_say_the_same(folder: Path) -> None:
    made = Dataset(folder)
    both = zip(made.decisions("uint8"), made.decisions("sparse"), strict=True)
    for dense, sparse in both:
        assert sparse.mask is None
        row = len(sparse.action) - 1
        used = sparse.observation.used[row]
        rebuilt = np.zeros(dense.observation.shape[1], np.uint8)
        rebuilt[sparse.observation.indices[row][:used]] = sparse.observation.values[row][:used]
        assert np.array_equal(rebuilt, dense.observation[row])
        assert np.array_equal(dense.action, sparse.action)


def test_shuffling_repeats_and_loses_nothing(folder: Path) -> None:
    made = Dataset(folder)
    orders = [flat(list(made.decisions(num_games=2, shuffle=seed))) for seed in (1, 1, 2)]
    assert all(np.array_equal(orders[0][name], orders[1][name]) for name in orders[0])
    assert not np.array_equal(orders[0]["game"], orders[2]["game"])
    in_order = flat(list(made.decisions(num_games=2)))
    for order in (orders[0], orders[2]):
        pairs = {*zip(order["game"].tolist(), order["step"].tolist(), strict=True)}
        assert pairs == {*zip(in_order["game"].tolist(), in_order["step"].tolist(), strict=True)}


def test_returned_arrays_are_not_overwritten(folder: Path) -> None:
    parts, copies = [], []
    for part in Dataset(folder).decisions("float32"):
        parts.append(part)
        copies.append(part.observation.copy())
    assert all(np.array_equal(a.observation, b) for a, b in zip(parts, copies, strict=True))
    assert not np.array_equal(copies[0], copies[1])


def test_a_dataset_goes_to_other_processes(folder: Path) -> None:
    made = pickle.loads(pickle.dumps(Dataset(folder)))
    assert made.num_decisions == Dataset(folder).num_decisions


def changed(folder: Path, to: Path, **arrays: Any) -> Path:
    (to / "dataset.json").write_bytes((folder / "dataset.json").read_bytes())
    shard = Shard.load(folder / "games-0000000.npz")
    Shard(**{**vars(shard), **arrays}).save(to / "games-0000000.npz")
    return to


def test_changed_games_are_rejected(folder: Path, tmp_path: Path) -> None:
    shard = Shard.load(folder / "games-0000000.npz")
    actions = shard.actions.copy()
    actions[10] = 30000
    scores = shard.scores.copy()
    scores[5, 1] += 1
    lengths = shard.lengths.copy()
    lengths[:2] += (-1, 1)
    for arrays, problem in (
        (
            {"actions": actions},
            r"game 0 differs from its record: its action number 11, 30000, is not",
        ),
        ({"scores": scores}, "game 5 ends differently than recorded"),
        ({"lengths": lengths}, "record"),
        ({"seeds": shard.seeds + np.uint64(1)}, "record"),
    ):
        made = Dataset(changed(folder, tmp_path, **arrays))
        with pytest.raises(ReplayError, match=problem):
            list(made.decisions())


def test_a_folder_that_is_no_dataset_is_rejected(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="is no such file"):
        Dataset(tmp_path)
    told = json.loads((folder / "dataset.json").read_text("utf-8"))
    for change, problem in (
        (
            {"format": "wistar dataset 1"},
            "this version of wistar_env reads only the format 'wistar dataset 2'",
        ),
        ({"format": "wistar dataset 9"}, "this version of wistar_env reads"),
        ({"rules_version": 99}, "was recorded with rules version 99, but"),
        ({"data_fingerprint": "00"}, "recorded with different data"),
        ({"data": "/no/such/folder"}, "needs data that cannot be opened"),
        ({"color": 3}, "is damaged: color"),
        ({"games": "7"}, "is damaged: games"),
        ({"games": 0}, "is damaged: games"),
        ({"shard_size": 0}, "is damaged: shard_size"),
        ({"games": 10**9, "shard_size": 1}, "files, the limit"),
        ({"players": []}, "is damaged: players"),
        ({"data": [[1]]}, "is damaged: data"),
        ({"num_players": True}, "is damaged: num_players"),
    ):
        (tmp_path / "dataset.json").write_text(json.dumps({**told, **change}))
        with pytest.raises(ReplayError, match=problem):
            Dataset(tmp_path, trusted=["/no/such/folder"])


def test_a_dataset_names_no_code(folder: Path, tmp_path: Path) -> None:
    told = json.loads((folder / "dataset.json").read_text("utf-8"))
    for name in ("tests.kit.nim:Nim", "os:system", "no-such-game"):
        (tmp_path / "dataset.json").write_text(json.dumps({**told, "game": name}))
        with pytest.raises(WistarError):
            Dataset(tmp_path)


def test_arrays_that_do_not_fit_are_rejected(folder: Path, tmp_path: Path) -> None:
    shard = Shard.load(folder / "games-0000000.npz")
    huge = shard.lengths.copy()
    huge[:2] = 2**62
    for name, array in (
        ("lengths", shard.lengths.astype(np.float64)),
        ("lengths", huge),
        ("seeds", shard.seeds.astype(np.int64)),
        ("seeds", shard.seeds[:, None]),
        ("scores", shard.scores.astype(np.float32)),
        ("ranks", shard.ranks[:-1]),
    ):
        with pytest.raises(ValueError, match=r"must be|must have|add up to"):
            Shard(**{**vars(shard), name: array})
    wide = {name: np.hstack([getattr(shard, name)] * 2) for name in ("players", "scores", "ranks")}
    with pytest.raises(ReplayError, match=r"must have [0-9] seats, found"):
        list(Dataset(changed(folder, tmp_path, **wide)).decisions())
    with pytest.raises(ReplayError, match=r"player indices from 0 to [0-9]"):
        Dataset(changed(folder, tmp_path, players=shard.players + 9)).replay(0)


def test_a_file_that_unpacks_to_more_than_any_dataset_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "bomb.npz"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        with archive.open("seeds.npy", "w", force_zip64=True) as member:
            for _ in range(1025):
                member.write(bytes(2**20))
    assert file.stat().st_size < 2**21
    with pytest.raises(ReplayError, match="1,074,790,400 bytes"):
        Shard.load(file)


def test_damaged_files_are_named(folder: Path, tmp_path: Path) -> None:
    changed(folder, tmp_path)
    file = tmp_path / "games-0000000.npz"
    whole = file.read_bytes()
    for damaged in (b"", whole[: len(whole) // 2], b"no zip"):
        file.write_bytes(damaged)
        with pytest.raises(ReplayError, match=r"games-0000000\.npz"):
            list(Dataset(tmp_path).decisions())
    shard = Shard.load(folder / "games-0000000.npz")
    with pytest.raises(ValueError, match="all arrays must have 7 games"):
        Shard(**{**vars(shard), "lengths": shard.lengths[:-1]})


def test_missing_games_are_rejected(folder: Path) -> None:
    with pytest.raises(ValueError, match="number must be"):
        Dataset(folder).replay(GAMES)
    for wrong in ("text", None):
        with pytest.raises(ValueError, match=r"observation .*'sparse', 'float32'"):
            list(Dataset(folder).decisions(wrong))  # type: ignore[arg-type]


@pytest.mark.parametrize("num_games", [1, 3, 1024])
@pytest.mark.parametrize("observation", ["sparse", "float32"])
def test_whole_games_come_one_after_the_other(
    folder: Path, observation: str, num_games: int
) -> None:
    made = Dataset(folder)
    wanted: dict[tuple[int, int], list[Any]] = {}
    for part in made.decisions(observation):
        for row in range(len(part.action)):
            legal = part.legal[row][: part.num_legal[row]].tolist()
            seen = observed(part, row).tolist()
            key = int(part.game[row]), int(part.step[row])
            wanted[key] = [part.action[row], part.seat[row], part.win[row], legal, seen]
    places = []
    for part in made.whole_games(observation, num_games=num_games):
        assert len({*part.game.tolist()}) <= num_games
        for row in range(len(part.action)):
            legal = part.legal[row][: part.num_legal[row]].tolist()
            assert (part.legal[row][part.num_legal[row] :] == -1).all()
            seen = observed(part, row).tolist()
            key = int(part.game[row]), int(part.step[row])
            assert wanted[key] == [part.action[row], part.seat[row], part.win[row], legal, seen]
            places.append(key)
    assert places == sorted(wanted)


def test_legal_actions_of_whole_games_have_room_as_they_need_it(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wanted,) = Dataset(folder).whole_games()
    monkeypatch.setattr(expansion, "_FIRST_WIDTH", 1)
    (found,) = Dataset(folder).whole_games()
    assert np.array_equal(found.legal, wanted.legal)
    assert found.legal.shape[1] == found.num_legal.max()


def observed(part: Decisions, row: int) -> Any:
    """Return an observation; for sparse ones, indices and values."""
    if isinstance(part.observation, Sparse):
        used = part.observation.used[row]
        return np.stack([each[row][:used] for each in part.observation[:2]])
    return np.append(part.observation[row], part.mask[row] if part.mask is not None else 0)


def test_a_seat_is_rewarded_at_its_last_decision(folder: Path) -> None:
    made = Dataset(folder)
    ((_, shard),) = made.shards()
    (part,) = made.whole_games()
    for number in range(GAMES):
        first = (shard.ranks[number] == 1).astype(float)
        for seat in range(3):
            rows = np.flatnonzero((part.game == number) & (part.seat == seat))
            assert part.ends[rows].tolist() == [False] * (len(rows) - 1) + [True]
            assert (part.rewards[rows[:-1]] == 0).all()
            assert part.rewards[rows[-1]] == np.float32(2 * first[seat] / first.sum() - 1)


def test_games_together_are_at_least_one(folder: Path) -> None:
    with pytest.raises(ValueError, match="num_games must be"):
        list(Dataset(folder).whole_games(num_games=0))


def test_a_teacher_says_what_it_would_have_done(folder: Path, tmp_path: Path) -> None:
    """A compiled teacher, another bot, and games that other bots played."""
    made = Dataset(folder)
    (done,) = made.whole_games("uint8")
    (again,) = made.whole_games("uint8", teacher="greedy")
    assert np.array_equal(again.action, done.action)
    record(tmp_path, made.game, ["random"], 3, 3, seed=2)
    (played,) = Dataset(tmp_path).whole_games("uint8")
    (asked,) = Dataset(tmp_path).whole_games("uint8", teacher="greedy")
    assert (asked.legal == asked.action[:, None]).any(axis=1).all()
    assert 0.01 < (asked.action != played.action).mean() < 1
    for name in Decisions._fields:
        if name != "action":
            assert np.array_equal(getattr(asked, name), getattr(played, name))


def test_a_teacher_from_outside_is_asked(folder: Path) -> None:
    (asked,) = Dataset(folder).whole_games(teacher=f"{__name__}:Last")
    last = asked.legal.astype(np.int64).max(axis=1)
    assert np.array_equal(asked.action, last)
    with pytest.raises(BotError, match="nobody"):
        next(Dataset(folder).whole_games(teacher="nobody"))


class Last:
    """Takes the legal action with the highest id."""

    def reset(self, seed: int) -> None:
        """Do nothing."""

    def act(self, batch: Batch) -> list[int]:
        """Return the actions."""
        return [int(np.flatnonzero(mask)[-1]) for mask in batch.mask]
