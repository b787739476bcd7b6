"""How much networks that read cards tell them apart: ``experiments.reader_codes``.

``python -m experiments.reader_codes NETWORK`` encodes the cards, Guests, Missions and Objectives of
some data sets, and prints for each of them

- how many numbers a code has, how many of these are above 0 for at least one of a hundred codes,
  and how many of them a code has above 0 in the mean;
- the share of codes without any: a network with a ReLU cannot tell these apart;
- the effective rank of the codes: the exponential of the entropy of their variance over principal
  components (Roy and Vetterli 2007, *The effective rank*).
"""

from collections.abc import Iterator
from typing import Annotated, Any, Final

import numpy as np
import typer
from numpy.typing import NDArray

from wistar_env.errors import WistarError
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.training.config import GameConfig

#: A number that is above 0 in fewer of the codes does not count as one in use.
RARE: Final = 0.01
#: Twenty sets that all bundled networks that read cards had in training.
DATA: Final = "generated:v1:{0..19}"


def codes_of(shared: SharedNetwork, sets: list[Any]) -> dict[str, NDArray[np.float32]]:
    """Return the codes of the places of several data sets by axis, a row for each place."""
    opened = [shared.game.spec.open_data(each) for each in sets]
    found = [shared.codes_of(shared.features_of(data, shared.tables[0])) for data in opened]
    return {axis: np.vstack([each[axis][:, :-1] for each in found]) for axis in shared.columns}


def effective_rank(codes: NDArray[np.float32]) -> float:
    """Return the number of directions in which codes differ; 1 if they do not."""
    spread = np.linalg.svd(codes - codes.mean(axis=0), compute_uv=False) ** 2
    if spread.sum() == 0:
        return 1.0
    shares = spread[spread > 0] / spread.sum()
    return float(np.exp(-(shares * np.log(shares)).sum()))


def lines(shared: SharedNetwork, sets: list[Any]) -> Iterator[str]:
    """Yield a line for each axis."""
    for axis, codes in codes_of(shared, sets).items():
        above = codes > 0
        used, empty = (above.mean(axis=0) >= RARE).sum(), (~above.any(axis=1)).mean()
        yield (
            f"{axis}: {used} of {codes.shape[1]} numbers in use, {above.sum(axis=1).mean():.1f} "
            f"above 0 in a code; none in {empty:.1%} of {len(codes):,} codes; "
            f"effective rank {effective_rank(codes):.1f}"
        )


def main(
    network: Annotated[str, typer.Argument(help="A network file, or the name of a bundled one.")],
    data: Annotated[str, typer.Option(help="Data sets, as for wistar train ppo.")] = DATA,
) -> None:
    """Print how many numbers the codes of a network have in use, and how different they are."""
    try:
        shared = load_shared(network)
        sets = GameConfig(data=data).data_folder
    except (WistarError, ValueError) as error:
        raise typer.BadParameter(str(error)) from None
    if not shared.code:
        raise typer.BadParameter(f"{network} knows cards by their ids, so it has no codes")
    for line in lines(shared, sets if isinstance(sets, list) else [sets]):
        print(line)


if __name__ == "__main__":
    typer.run(main)
