"""The mean of two networks: ``python -m experiments.mean_network FIRST SECOND FILE``.

The mean of a network's weights before and after fine-tuning often plays the original games better
than the fine-tuned network, and the new games equally well (Wortsman et al. 2022, *Robust
fine-tuning of zero-shot models*, arXiv:2109.01903).
"""

from pathlib import Path
from typing import Annotated

import typer

from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.shared import SharedNetwork


def mean_of(first: SharedNetwork, second: SharedNetwork) -> SharedNetwork:
    """Return the mean of two networks, with the metadata of the second."""
    if first.shapes != second.shapes:
        unlike = {name for name, _ in first.shapes.items() ^ second.shapes.items()}
        raise ValueError(
            f"the networks must have the same parameters, found {first} and {second}, which differ "
            f"in {', '.join(sorted(unlike))}"
        )
    made = second.copy()
    made.weights[:] = (first.weights + second.weights) / 2
    return made


def main(
    first: Annotated[str, typer.Argument(help="The first network.")],
    second: Annotated[str, typer.Argument(help="A network fine-tuned from it.")],
    file: Annotated[Path, typer.Argument(help="The file to write.")],
) -> None:
    """Write the mean weights of two networks to a file."""
    mean_of(load_shared(first), load_shared(second)).save(file)


if __name__ == "__main__":
    typer.run(main)
