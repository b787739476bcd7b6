"""The bot that plays the policy of a network: see ``wistar_env.kit.networks``."""

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from wistar_env.explanations import Explanation, Option
from wistar_env.kit.bots import Batch, View
from wistar_env.kit.networks.defaults import AUTO, chosen_network
from wistar_env.kit.networks.fitted_chances import chances
from wistar_env.kit.networks.inference import choose
from wistar_env.kit.networks.network import Prediction


class NetworkAgent:
    """Plays the action with the highest probability in a network's policy, without search.

    Parameters
    ----------
    network
        The file of a network, or the name of one that comes with a game; ``"auto"`` is the default
        network of the game for the current cards.
    sample
        Sample actions by their probabilities, instead of taking the most probable action (of equal
        ones, the lowest id).
    """

    def __init__(self, network: str = AUTO, sample: bool = False) -> None:
        self._network = chosen_network(str(network))
        if not isinstance(sample, bool):
            raise TypeError(f"sample must be true or false, found {sample!r}")
        self._sample = sample

    def reset(self, seed: int) -> None:
        """Do nothing: the bot has no state, and draws its randomness from ``Batch.seed``."""

    def act(self, batch: Batch) -> NDArray[np.int64]:
        """Return the network's action for each row.

        Raises
        ------
        NetworkError
            If the network is for another game or player count, or the game has no network.
        """
        actions = np.zeros(len(batch), np.int64)
        for _, rows in batch.by_data():
            first = batch.views[np.arange(len(batch))[rows][0]]
            # The records contain memory addresses, which a copy of this bot must not share.
            records = self._network.for_game(first).records()
            arrays = batch.observation[rows], batch.mask[rows], batch.seed[rows]
            chosen = np.zeros(len(arrays[0]), np.int64)
            choose(records, *arrays, self._sample, chosen)
            actions[rows] = chosen
        return actions

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return for each row the action played, the policy's probabilities and the win chance."""
        rows = zip(batch.views, batch.seed.tolist(), self.act(batch).tolist(), strict=True)
        return [self._explanation(view, seed, action) for view, seed, action in rows]

    def probabilities(self, batch: Batch) -> NDArray[np.float64]:
        """Return the network's probabilities if sampling, otherwise 1 for the action played."""
        shares = np.zeros(batch.mask.shape)
        if not self._sample:
            shares[np.arange(len(batch)), self.act(batch)] = 1
            return shares
        for row, (view, seed) in enumerate(zip(batch.views, batch.seed.tolist(), strict=True)):
            prediction = self._predict(view, seed)
            shares[row, prediction.actions] = _softmax(prediction.logits)
        return shares

    def _predict(self, view: View, seed: int) -> Prediction:
        return self._network.for_game(view).predict(view.determinize(seed), view.seat)

    def _explanation(self, view: View, seed: int, action: int) -> Explanation:
        prediction, network = self._predict(view, seed), self._network.for_game(view)
        chance = float(chances(network, view.determinize(seed), view.seat)[view.seat])
        shares = _softmax(prediction.logits)
        best_first = np.argsort(-shares, kind="stable")
        options = (Option(int(prediction.actions[k]), float(shares[k])) for k in best_first)
        return Explanation(action, chance, tuple(options))

    def fingerprint_files(self) -> list[Path]:
        """Return the network's file, whose contents are part of the fingerprint."""
        return [self._network.file] if self._network.file else []


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    shares = np.exp(logits - logits.max())
    normalized: NDArray[np.float32] = shares / shares.sum()
    return normalized
