"""Behaviour cloning: a network learns the decisions of a dataset."""

from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch")


from tests.command_line import wistar  # noqa: E402
from wistar_env.datasets import Dataset, record  # noqa: E402
from wistar_env.games.lab_rats import LabRats  # noqa: E402
from wistar_env.games.rats_of_wistar import RatsOfWistar  # noqa: E402
from wistar_env.kit.networks.loading import load_network  # noqa: E402
from wistar_env.kit.networks.shared import SharedNetwork  # noqa: E402
from wistar_env.training import cloning  # noqa: E402


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    folder = tmp_path_factory.mktemp("games")
    record(folder, LabRats, ["careful"], 60, 3, seed=1)
    return Dataset(folder)


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    torch.set_num_threads(1)


def test_a_clone_learns_what_its_teacher_does(made: Dataset) -> None:
    seen: list[cloning.Progress] = []
    cloning.clone(made, epochs=4, batch_size=128, num_games=20, on_progress=seen.append)
    assert len(seen) == 12
    assert seen[-1].share == 1
    assert seen[-1].accuracy > seen[0].accuracy + 0.05
    assert seen[-1].loss < 0.85 * seen[0].loss


def test_the_network_in_compiled_code_is_what_was_trained(made: Dataset) -> None:
    network = cloning.clone(made, epochs=1, num_games=20, hidden=(32, 16))
    part = next(made.whole_games("uint8"))
    weights = {name: torch.from_numpy(network.parameters[name]) for name in cloning.LEARNED}
    scale = torch.tensor(LabRats.spec.observation_layout(3).scale)
    logits = cloning.logits_of(weights, scale, part, np.arange(40)).numpy()
    positions = made.replay(0).positions()
    for row, (game, _) in zip(range(40), positions, strict=False):
        found = network.predict(game)
        shown = dict(zip(part.legal[row].tolist(), logits[row].tolist(), strict=True))
        assert np.allclose(found.logits, [shown[k] for k in found.actions.tolist()], atol=1e-4)
        assert np.isinf(logits[row][part.num_legal[row] :]).all()


def test_the_same_seed_gives_the_same_clone(made: Dataset) -> None:
    first, again, other = (
        cloning.clone(made, epochs=1, hidden=(32, 16), seed=seed).weights for seed in (1, 1, 2)
    )
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_a_clone_learns_what_its_teacher_would_do_in_games_of_others(tmp_path: Path) -> None:
    record(tmp_path, LabRats, ["random"], 60, 3, seed=1)
    played = Dataset(tmp_path)
    first = cloning.clone(played, epochs=1, hidden=(32, 16), num_games=20)
    before = first.weights.copy()
    seen: list[cloning.Progress] = []
    taught = cloning.clone(
        played,
        teacher="greedy",
        begin_with=first,
        epochs=4,
        batch_size=128,
        num_games=20,
        on_progress=seen.append,
    )
    assert np.array_equal(first.weights, before)
    assert taught.hidden == (32, 16)
    assert taught.metadata["teacher"] == ["greedy"]
    assert seen[-1].accuracy > seen[0].accuracy + 0.05


def test_training_on_begins_where_it_ended(made: Dataset) -> None:
    first = cloning.clone(made, epochs=1, hidden=(32, 16))
    on = cloning.clone(made, begin_with=first, epochs=1, learning_rate=0.0)
    assert np.allclose(on.weights, first.weights, rtol=1e-5, atol=1e-9)


def test_a_clone_of_a_reader_knows_the_cards_of_the_dataset(tmp_path: Path) -> None:
    record(tmp_path, RatsOfWistar, ["random"], 1, 1, seed=1, data="permuted:v1:3")
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=1, ids=False)
    network = cloning.clone(
        Dataset(tmp_path), begin_with=reader.network_for(), epochs=1, learning_rate=0.0
    )
    expected = reader.network_for(data="permuted:v1:3")
    assert np.allclose(network.weights, expected.weights, rtol=1e-5, atol=1e-9)
    assert network.data == expected.data
    assert network.shared is None


def test_a_clone_is_marked_with_the_first_of_several_card_sets(tmp_path: Path) -> None:
    sets = ["permuted:v1:3", "permuted:v1:4"]
    record(tmp_path, RatsOfWistar, ["random"], 2, 1, seed=1, data=sets)
    network = cloning.clone(Dataset(tmp_path), hidden=(32, 16), epochs=1)
    assert network.data == RatsOfWistar.spec.open_data(sets[0]).fingerprint.hex()
    reader = SharedNetwork.random(RatsOfWistar, (1,), (32, 16), code=8, seed=1, ids=False)
    with pytest.raises(ValueError, match="one data folder only, found 2"):
        cloning.clone(Dataset(tmp_path), begin_with=reader.network_for(), epochs=1)


def test_a_focus_learns_all_decisions_of_a_block_and_few_others(
    made: Dataset, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned: list[tuple[int, int]] = []
    learn = cloning._learn

    def spy(weights, scale, part, rows, optimizer):  # type: ignore[no-untyped-def]
        learned.extend(zip(part.game[rows].tolist(), part.step[rows].tolist(), strict=True))
        return learn(weights, scale, part, rows, optimizer)

    monkeypatch.setattr(cloning, "_learn", spy)
    part = next(made.whole_games("uint8"))
    (before, stop), (name, count) = LabRats.spec.actions.blocks[:2]
    assert (before, name, count) == ("open", "stop", 1)
    can_stop = (part.legal == stop).any(axis=1)
    cloning.clone(made, epochs=1, hidden=(32, 16), focus="stop", others=0)
    wanted = zip(part.game[can_stop].tolist(), part.step[can_stop].tolist(), strict=True)
    assert sorted(learned) == sorted(wanted)
    learned.clear()
    cloning.clone(made, epochs=1, hidden=(32, 16), focus="stop", others=0.2)
    count = len(part.action) - can_stop.sum()
    assert abs(len(learned) - can_stop.sum() - 0.2 * count) < 5 * (0.16 * count) ** 0.5


def test_the_command_uses_one_core(
    made: Dataset, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads: list[int] = []

    def clone(dataset: Dataset, **settings: object) -> SharedNetwork:
        threads.append(torch.get_num_threads())
        raise ValueError("seen enough")

    monkeypatch.setattr(cloning, "clone", clone)
    torch.set_num_threads(2)
    wistar("train", "clone", str(made.folder), "--out", str(tmp_path / "clone.npz"))
    assert threads == [1]


def test_the_command_writes_a_network_that_plays(made: Dataset, tmp_path: Path) -> None:
    out = tmp_path / "clone.npz"
    given = [str(made.folder), "--out", str(out), "--epochs", "1", "--hidden1", "32"]
    result = wistar("train", "clone", *given)
    assert result.exit_code == 0, result.output
    assert f"{out}: play it as the bot network:{out}" in result.stdout
    network = load_network(out)
    assert network.hidden == (32, 64)
    assert network.metadata == {"teacher": ["careful"], "games": 60, "epochs": 1}
    for wrong, problem in (
        ([str(tmp_path)], "there is no such file"),
        ([str(made.folder), "--epochs", "0"], "Invalid value for '--epochs'"),
        ([str(made.folder), "--hidden1", "20"], "hidden sizes must be multiples"),
        ([str(made.folder), "--teacher", "nobody"], "nobody"),
        ([str(made.folder), "--focus", "place"], "focus must be one of 'open', 'stop'"),
        ([str(made.folder), "--others", "2"], "Invalid value for '--others'"),
        ([str(made.folder), "--others", "nan"], "Invalid value for '--others'"),
        ([str(made.folder), "--batch-size", "0"], "Invalid value for '--batch-size'"),
        ([str(made.folder), "--learning-rate", "nan"], "Invalid value for '--learning-rate'"),
        ([str(made.folder), "--learning-rate", "1e300"], "Invalid value for '--learning-rate'"),
        ([str(made.folder), "--seed", "-1"], "Invalid value for '--seed'"),
        ([str(made.folder), "--out", "missing/clone.npz"], "there is no folder 'missing'"),
        ([str(made.folder), "--begin-with", "wistar"], "plays Rats of Wistar"),
    ):
        result = wistar("train", "clone", *wrong)
        assert result.exit_code == 2
        assert problem in result.stderr
