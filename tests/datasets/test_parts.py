"""Parts of datasets: games by number, shares of several readers, and PyTorch's workers."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

from tests.author.early import Natural
from wistar_env.datasets import Dataset, record, recording
from wistar_env.games.lab_rats import LabRats

GAMES, PER_FILE = 10, 4


@pytest.fixture(scope="module", params=[LabRats, Natural])
def dataset(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Dataset:
    where = tmp_path_factory.mktemp("games")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(recording, "SHARD_SIZE", PER_FILE)
        record(where, request.param, ["random"], GAMES, seed=1)
    return Dataset(where, request.param)


def keys(batches: Any) -> Counter[tuple[int, int]]:
    """Return how often each decision is in some batches, by its game and its number there."""
    return Counter(
        (int(game), int(step))
        for batch in batches
        for game, step in zip(batch.game, batch.step, strict=True)
    )


@pytest.mark.parametrize("shuffle", [None, 3])
@pytest.mark.parametrize("parts", [1, 2, 3, 17])
def test_parts_have_every_decision_once_together(
    dataset: Dataset, parts: int, shuffle: int | None
) -> None:
    every = keys(dataset.decisions())
    assert {*every.values()} == {1}
    found = [keys(dataset.decisions(part=(k, parts), shuffle=shuffle)) for k in range(parts)]
    assert sum(found, Counter()) == every
    games = [{game for game, _ in part} for part in found]
    assert sum(map(len, games)) == len(set().union(*games))
    if shuffle is None:
        whole = [keys(dataset.whole_games(part=(k, parts))) for k in range(parts)]
        assert whole == found


def test_games_are_read_by_number(dataset: Dataset) -> None:
    every = keys(dataset.decisions())
    for games in ([7, 2], range(3, 9), np.array([], np.int64)):
        expected = Counter({key: 1 for key in every if key[0] in {*games}})
        assert keys(dataset.decisions(games=games)) == expected
        assert keys(dataset.whole_games(games=games, num_games=2)) == expected


def test_a_split_has_each_game_once_and_repeats(dataset: Dataset) -> None:
    training, validation = dataset.split(0.3, seed=5)
    assert (len(training), len(validation)) == (7, 3)
    assert sorted([*training, *validation]) == [*range(GAMES)]
    assert all(map(np.array_equal, dataset.split(0.3, seed=5), (training, validation)))
    assert any(dataset.split(0.3, seed=k)[1].tolist() != validation.tolist() for k in range(5))
    assert len(dataset.split(0)[1]) == len(dataset.split(1)[0]) == 0


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"part": (2, 2)}, "k of part must be"),
        ({"part": (0, 0)}, "n of part must be"),
        ({"part": 1}, r"part must be \(k, n\)"),
        ({"games": [10]}, "game 10 in games is not recorded; the dataset has 10 games"),
        ({"games": [-1]}, "game -1 in games is not recorded"),
        ({"games": [0.5]}, "games must be integers"),
        ({"games": 3}, "games must be integers"),
    ],
)
def test_parts_that_are_none_are_rejected(
    dataset: Dataset, wanted: dict[str, Any], message: str
) -> None:
    for read in (dataset.decisions, dataset.whole_games):
        with pytest.raises((TypeError, ValueError), match=message):
            next(read(**wanted))


def test_the_workers_of_a_loader_read_every_decision_once(dataset: Dataset) -> None:
    data = pytest.importorskip("torch.utils.data")
    from wistar_env.datasets.torch_decisions import TorchDecisions

    found: Counter[tuple[int, int]] = Counter()
    for rank in range(2):
        items = TorchDecisions(dataset, num_games=2, shuffle=1, rank=rank, world_size=2)
        for batch in data.DataLoader(items, batch_size=None, num_workers=2):
            assert batch["indices"].shape[0] == len(batch["action"])
            found.update(zip(batch["game"].tolist(), batch["step"].tolist(), strict=True))
    assert found == keys(dataset.decisions())


def test_tensors_of_dense_observations_have_masks(dataset: Dataset) -> None:
    pytest.importorskip("torch")
    from wistar_env.datasets.torch_decisions import TorchDecisions

    batch = next(iter(TorchDecisions(dataset, "uint8")))
    assert batch["observation"].shape[0] == batch["mask"].shape[0] == len(batch["action"])
    with pytest.raises(ValueError, match="rank must be"):
        TorchDecisions(dataset, rank=2, world_size=2)
