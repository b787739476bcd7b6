"""Noise on the priors of the root, so that self-play tries what the network does not think of.

As in AlphaZero (Silver et al. 2018, arXiv:1712.01815): a prior becomes ``(1 - fraction) * prior +
fraction * noise``, where the noise of all actions is drawn from a symmetric Dirichlet distribution.
"""

from typing import Final, NamedTuple

import numpy as np

from wistar_env.kit.search.buffers import SearchBuffers

#: Purpose of the random numbers of the noise.
_ROOT_NOISE: Final = 1


class RootNoise(NamedTuple):
    """The weight and the distribution of the noise.

    Attributes
    ----------
    fraction
        The weight of the noise, 0 to 1; 0 leaves the priors as they are.
    alpha
        The concentration of the Dirichlet distribution: below 1, few actions get most of the noise.
    """

    fraction: float
    alpha: float

    def mix(self, buffers: SearchBuffers, seed: np.uint64) -> None:
        """Mix noise into the priors of a root that was just expanded.

        Parameters
        ----------
        buffers
            The buffers of the search.
        seed
            The seed of the simulations of its tree.
        """
        if self.fraction == 0:
            return
        rng = np.random.default_rng((int(seed), _ROOT_NOISE))
        prior = buffers.root_edges()["prior"]
        noise = rng.dirichlet(np.full(len(prior), self.alpha))
        buffers.set_root_priors((1 - self.fraction) * prior + self.fraction * noise)
