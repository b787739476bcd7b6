"""Networks of any kind from files: ``load_network``."""

from os import PathLike

from wistar_env.kit.game import Game
from wistar_env.kit.networks import files
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.reader import Reader


def load_network(path: str | PathLike[str], game: type[Game] | None = None) -> Network:
    """Load a network, or the reader in a file as its network for the bundled data.

    ``Network.for_data`` of it gives the network for other data.

    Parameters
    ----------
    path, game
        As for ``Network.load``.

    Raises
    ------
    NetworkError
        As ``Network.load`` and ``Reader.load``.
    """
    saved = files.opened(path, game)
    if files.CODE in saved.contents:
        return Reader.of_saved(saved).network_for()
    return Network.of_saved(saved)
