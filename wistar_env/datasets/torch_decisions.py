"""The decisions of a dataset as an ``IterableDataset`` of PyTorch: ``TorchDecisions``."""

from collections.abc import Iterator
from typing import Any

import numpy.typing as npt
import torch
from torch.utils.data import IterableDataset, get_worker_info

from wistar_env.arguments import integer
from wistar_env.datasets.dataset import SIDE_BY_SIDE, Dataset
from wistar_env.datasets.decision_rows import Decisions
from wistar_env.kit.vector.arrays import Sparse


class TorchDecisions(IterableDataset[dict[str, torch.Tensor]]):
    """All decisions of a dataset, split among workers and ranks so that each is read once.

    An item is a batch of up to ``num_games`` decisions: a dict of tensors, named as the attributes
    of ``Decisions``; sparse observations are ``"indices"``, ``"values"`` and ``"used"``. Pass
    ``batch_size=None`` to a ``DataLoader``. Workers and ranks read different games, and may yield
    different numbers of items.

    ``rank``, ``world_size``: the index of this process and the number of processes that read the
    dataset; None takes both from ``torch.distributed`` if it is initialized. Raises TypeError,
    ValueError if the rank is not below the world size.
    """

    def __init__(
        self,
        dataset: Dataset,
        observation: str = "sparse",
        *,
        games: npt.ArrayLike | None = None,
        num_games: int = SIDE_BY_SIDE,
        shuffle: int | None = None,
        rank: int | None = None,
        world_size: int | None = None,
    ) -> None:
        group = torch.distributed
        # A spawned worker has no process group.
        together = group.is_available() and group.is_initialized()
        own, size = (group.get_rank(), group.get_world_size()) if together else (0, 1)
        self._world_size = integer(
            "world_size", size if world_size is None else world_size, 1, 2**31 - 1
        )
        self._rank = integer("rank", own if rank is None else rank, 0, self._world_size - 1)
        self._dataset, self._observation = dataset, observation
        self._games, self._num_games, self._shuffle = games, num_games, shuffle

    def __iter__(self) -> Iterator[dict[str, torch.Tensor]]:
        """Yield the batches of this rank and worker."""
        info = get_worker_info()
        worker, workers = (info.id, info.num_workers) if info is not None else (0, 1)
        part = self._rank * workers + worker, self._world_size * workers
        for batch in self._dataset.decisions(
            self._observation,
            games=self._games,
            part=part,
            num_games=self._num_games,
            shuffle=self._shuffle,
        ):
            yield _tensors(batch)


def _tensors(batch: Decisions) -> dict[str, torch.Tensor]:
    arrays: dict[str, Any] = batch._asdict()
    if isinstance(batch.observation, Sparse):
        arrays |= batch.observation._asdict()
        del arrays["observation"], arrays["mask"]
    return {name: torch.from_numpy(array) for name, array in arrays.items()}
