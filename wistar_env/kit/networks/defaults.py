"""The default networks of games, used where no network is named: see ``NetworkSpec``."""

from functools import cache
from pathlib import Path
from typing import Final

from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game, GameSpec
from wistar_env.kit.game.view import View
from wistar_env.kit.networks.bundled import file_of
from wistar_env.kit.networks.loading import load_network
from wistar_env.kit.networks.network import Network

#: Stands for the default network of the game at hand.
AUTO: Final = "auto"


def default_files(spec: GameSpec) -> list[Path]:
    """Return the files of the default networks of a game; none if it declares none."""
    names = dict.fromkeys((spec.networks.default, spec.networks.reader))
    return [file_of(spec, name) for name in names if name]


@cache
def _loaded(file: Path) -> Network:
    return load_network(file)


class DefaultNetworks:
    """The default network of each game, loaded once at first use.

    It can replace a ``Network``, since it has ``for_game``.
    """

    file: Final = None

    def for_game(self, game: Game | View) -> Network:
        """Return the default network for a game, or the view of one.

        With other data than the bundled ones this is ``networks.reader`` of the game's ``spec``, if
        it declares one.

        Raises NetworkError if the game declares none, its file is damaged, or it was not made for
        this player count.
        """
        spec = game.spec
        if not spec.networks.default:
            raise NetworkError(
                f"{spec.title} has no default network: name one, such as network=FILE, or train "
                f"one with wistar train ppo --game {spec.name}"
            )
        bundled = game.data.fingerprint == spec.open_data(None).fingerprint
        name = spec.networks.default if bundled else spec.networks.reader or spec.networks.default
        return _loaded(file_of(spec, name)).for_game(game)


def chosen_network(network: str) -> Network | DefaultNetworks:
    """Load the network of this name or file; for ``AUTO`` return the games' default networks."""
    return DefaultNetworks() if network == AUTO else load_network(network)
