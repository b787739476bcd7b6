"""Behaviour cloning with PyTorch: a network learns the decisions of a dataset.

``wistar train clone FOLDER`` trains it and writes a file for the bot ``network:FILE``. It is an
example of learning from a dataset, short enough to modify: the first layer sums the rows of nonzero
values, and only legal actions have a probability.

``--teacher BOT`` learns what a bot would do in the games of a dataset, whoever played them. On
games of the clone itself, this is DAgger (Ross et al. 2011, arXiv:1011.0686): the clone learns to
recover from mistakes that its teacher never makes. ``--focus BLOCK`` learns mostly from decisions
that can take an action of that block.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import Tensor
from torch.nn import functional

from wistar_env.arguments import choice, integer, number
from wistar_env.datasets import Dataset, Decisions
from wistar_env.kit.game import MAX_SEED, GameSpec
from wistar_env.kit.networks.network import Network
from wistar_env.kit.vector.data_sets import DataSets
from wistar_env.training.sparse_layers import Places, legal_logits, sum_of_rows

#: Parameters that a clone learns; the value heads, which only search uses, do not change.
LEARNED: Final = tuple(
    f"{name}{kind}" for name in ("first", "second", "policy") for kind in ("", "_bias")
)
#: In training, inputs range from 0 to their limit, but at most to this. If they ranged from 0 to 1,
#: as in the network, Adam would need more steps until one more Wood changes a decision.
LARGEST_INPUT: Final = 10


class Progress(NamedTuple):
    """The quality of a clone, measured on each minibatch before its training step."""

    share: float  # the fraction of the training that is done
    loss: float  # the cross-entropy of the last ``num_games`` games
    accuracy: float  # the fraction of decisions whose most probable action is the label


def clone(
    dataset: Dataset,
    *,
    teacher: str | None = None,
    begin_with: Network | None = None,
    focus: str = "",
    others: float = 0.1,
    hidden: tuple[int, int] = (128, 64),
    epochs: int = 3,
    batch_size: int = 512,
    learning_rate: float = 2e-3,
    num_games: int = 256,
    seed: int = 0,
    on_progress: Callable[[Progress], None] = lambda progress: None,
) -> Network:
    """Return a network that has learned the decisions of a dataset.

    Parameters
    ----------
    dataset
        The dataset; its games must share one card set unless the network does not distinguish
        cards.
    teacher
        The spec of a bot that relabels the decisions; None for the recorded actions.
    begin_with
        The network to start from, which is not changed; None for random weights.
    focus
        The name of a block of actions; all decisions that can take one of them are learned from.
        Empty for all decisions.
    others
        With ``focus``, the fraction of the other decisions that are learned from.
    hidden
        The sizes of the hidden layers of a random network.
    epochs
        Passes over the dataset.
    batch_size
        Decisions of one step of Adam.
    learning_rate
        Learning rate of the first step, annealed linearly to 0.
    num_games
        Games whose decisions are shuffled together.
    seed
        Seed of the initial parameters and of the order of decisions.
    on_progress
        Called after each ``num_games`` games.

    Raises
    ------
    BotError
        If the teacher cannot be found, or fails.
    NetworkError
        If the network to begin with is for other games.
    ReplayError
        If the dataset is damaged.
    TypeError, ValueError
        If an argument is invalid, or a card-feature network is given several data sets.
    """
    integer("epochs", epochs, 1, 10**6)
    integer("batch_size", batch_size, 1, 2**31 - 1)
    integer("seed", seed, 0, MAX_SEED)
    number("learning_rate", learning_rate, 0, 1)
    number("others", others, 0, 1)
    focused = _block(dataset.game.spec, focus)
    about = dataset.description
    network = _first_network(dataset, begin_with, hidden, seed)
    layout = dataset.game.spec.observation_layout(about.num_players)
    unit = torch.tensor(np.minimum(layout.limit, LARGEST_INPUT).astype(np.float32))
    # The tensors share the network's memory, so Adam updates the network in place.
    weights = {k: torch.from_numpy(network.parameters[k]) for k in LEARNED}
    weights["first"] /= unit[:, None]
    for weight in weights.values():
        weight.requires_grad_()
    scale = torch.tensor(layout.scale) * unit
    optimizer = torch.optim.Adam(weights.values(), lr=learning_rate, fused=True)
    draw = np.random.default_rng(seed)
    passed, total = 0.0, dataset.num_decisions * epochs
    for _ in range(epochs):
        for part in dataset.whole_games("uint8", num_games=num_games, teacher=teacher):
            sums = np.zeros(2)
            chosen = _chosen(part, focused, others, draw)
            for rows in _minibatches(chosen, batch_size, draw):
                optimizer.param_groups[0]["lr"] = learning_rate * (1 - passed / total)
                sums += len(rows) * np.array(_learn(weights, scale, part, rows, optimizer))
                passed += len(part.action) * len(rows) / len(chosen)
            on_progress(Progress(passed / total, *(sums / max(1, len(chosen))).tolist()))
    weights["first"].detach().mul_(unit[:, None])
    taught_by = about.players if teacher is None else [teacher]
    network.metadata = {"teacher": taught_by, "games": len(dataset), "epochs": epochs}
    return network


def _first_network(
    dataset: Dataset, begin_with: Network | None, hidden: tuple[int, int], seed: int
) -> Network:
    """Return a copy of ``begin_with``, or without it a network with random weights."""
    about = dataset.description
    sets = DataSets(dataset.game.spec, about.data).sets
    if begin_with is not None:
        begin_with.check_plays(dataset.game.spec, about.num_players)
        return begin_with.copy_for(sets)
    return Network.random(dataset.game, about.num_players, hidden, seed, sets[0])


def _block(spec: GameSpec, name: str) -> npt.NDArray[np.bool_]:
    """Return which actions belong to a block (all if unnamed), with a final False for index -1."""
    if not name:
        return np.arange(spec.num_actions + 1) < spec.num_actions
    choice("focus", name, dict(spec.actions.blocks))
    belongs = [np.full(size, block == name) for block, size in spec.actions.blocks]
    return np.concatenate([*belongs, [False]])


def _chosen(
    part: Decisions, focused: npt.NDArray[np.bool_], others: float, draw: np.random.Generator
) -> npt.NDArray[np.int64]:
    """Return the rows that can take a focused action, and a random fraction of the others."""
    can_take = focused[part.legal].any(axis=1)  # legal is -1 after the legal actions
    return np.flatnonzero(can_take | (draw.random(len(part.action)) < others))


def _minibatches(
    rows: npt.NDArray[np.int64], size: int, draw: np.random.Generator
) -> Iterator[npt.NDArray[np.int64]]:
    """Yield all rows in shuffled minibatches."""
    order = draw.permutation(rows)
    for first in range(0, len(rows), size):
        yield order[first : first + size]


def _learn(
    weights: Mapping[str, Tensor],
    scale: Tensor,
    part: Decisions,
    rows: npt.NDArray[np.int64],
    optimizer: torch.optim.Optimizer,
) -> tuple[float, float]:
    """Take an optimizer step; return the loss and accuracy before it."""
    logits = logits_of(weights, scale, part, rows)
    wanted = torch.from_numpy((part.legal[rows] == part.action[rows, None]).argmax(1))
    loss = functional.cross_entropy(logits, wanted)
    optimizer.zero_grad()
    loss.backward()  # type: ignore[no-untyped-call]
    optimizer.step()
    return loss.item(), (logits.argmax(1) == wanted).float().mean().item()


def logits_of(
    weights: Mapping[str, Tensor], scale: Tensor, part: Decisions, rows: npt.NDArray[np.int64]
) -> Tensor:
    """Return the logits of the legal actions of each decision, padded with -inf."""
    counts = torch.from_numpy(part.observation[rows])
    wide = sum_of_rows(counts, scale, weights["first"], weights["first_bias"])
    narrow = functional.linear(functional.relu(wide), weights["second"].T, weights["second_bias"])
    num_legal, legal = part.num_legal[rows], part.legal[rows]
    is_legal = np.arange(legal.shape[1]) < num_legal[:, None]
    begins = np.concatenate([[0], np.cumsum(num_legal, dtype=np.int64)])
    logits = legal_logits(
        Places(begins, legal[is_legal]),
        functional.relu(narrow),
        weights["policy"],
        weights["policy_bias"],
    )
    return torch.full(legal.shape, -torch.inf).masked_scatter(torch.from_numpy(is_legal), logits)


def print_progress() -> Callable[[Progress], None]:
    """Return a callback that prints its first progress in each tenth of the training."""
    reported: set[int] = set()

    def show(progress: Progress) -> None:
        tenth = int(progress.share * 10)
        if tenth not in reported:
            reported.add(tenth)
            print(
                f"{progress.share:4.0%}  cross-entropy {progress.loss:.3f}  "
                f"accuracy {progress.accuracy:.1%}",
                flush=True,
            )

    return show
