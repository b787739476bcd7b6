"""Priors of the root, optionally flatter than those of the tree, and with noise.

A network's policy is sharp, so search explores unexpected actions only with flat priors. Below the
root, flat priors cost strength: values become means over actions that no seat would play. The
temperature is KataGo's *root policy softmax temperature* (``docs/KataGoMethods.md`` there). The
noise is that of AlphaZero (Silver et al. 2018, arXiv:1712.01815): a prior becomes ``(1 -
noise_fraction) * prior + noise_fraction * noise``, where the noise of all actions is drawn from a
symmetric Dirichlet distribution.
"""

from typing import Final, NamedTuple

import numpy as np

from wistar_env.kit.search.buffers import SearchBuffers

#: Purpose of the random numbers of the noise.
_ROOT_NOISE: Final = 1


class RootPriors(NamedTuple):
    """Settings for the priors of the root."""

    temperature: float  # their temperature, relative to that of the tree; 1 leaves them as they are
    noise_fraction: float  # the weight of the noise, 0 to 1; 0 leaves them as they are
    # The concentration of the Dirichlet distribution: below 1, few actions get most of the noise.
    dirichlet_alpha: float

    def apply(self, buffers: SearchBuffers, seed: np.uint64) -> None:
        """Change the priors of a root that was just expanded.

        ``buffers``: the buffers of the search. ``seed``: the seed of the simulations of its tree.
        """
        if self.temperature == 1 and self.noise_fraction == 0:
            return
        prior = buffers.root_edges()["prior"]
        if self.temperature != 1:
            prior = (prior / prior.max()).astype(np.float64) ** (1 / self.temperature)
            prior /= prior.sum()
        if self.noise_fraction > 0:
            rng = np.random.default_rng((int(seed), _ROOT_NOISE))
            noise = rng.dirichlet(np.full(len(prior), self.dirichlet_alpha))
            prior = (1 - self.noise_fraction) * prior + self.noise_fraction * noise
        buffers.set_root_priors(prior)
