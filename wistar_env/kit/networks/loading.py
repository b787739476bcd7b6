"""Networks from files: ``load_network`` for playing, ``load_shared`` for further training."""

from os import PathLike
from typing import Any

from wistar_env.arguments import integer
from wistar_env.errors import NetworkError
from wistar_env.kit.game import Game
from wistar_env.kit.game.registry import find_game
from wistar_env.kit.networks import files
from wistar_env.kit.networks.network import Network
from wistar_env.kit.networks.shared import SharedNetwork
from wistar_env.kit.networks.shared_rows import Rows, copy_rows, match
from wistar_env.system.untrusted_files import reading_file


def load_network(
    path: str | PathLike[str],
    game: type[Game] | str | None = None,
    num_players: int | None = None,
) -> Network:
    """Load a network from a file, or by the name of one that comes with a game.

    Call ``for_players`` of the result for other player counts or data.

    Parameters
    ----------
    path
        A file, or the name of a bundled network, such as ``wistar``; ``GAME/NAME`` if several games
        have a network of that name.
    game
        The game of the network, see ``kit.game.registry.find_game``. None means the game that the
        file names, which must be installed or imported.
    num_players
        The player count; None means the smallest one that the network was made for.

    Raises
    ------
    NetworkError
        If there is no such file, it is damaged, or its network is for another game or other player
        counts, needs inputs that the game does not have, or does not fit the shapes of the game's
        blocks or its card features.
    GameNotFoundError
        If there is no such ``game``.
    """
    return load_shared(path, game).network_for(num_players)


def load_shared(path: str | PathLike[str], game: type[Game] | str | None = None) -> SharedNetwork:
    """Load the shared parameters in a file.

    Inputs and actions that the game did not have when the network was saved get weights of 0;
    ``metadata["new_blocks"]`` names their blocks.

    ``path``, ``game``: as for ``load_network``. Raises NetworkError: as for ``load_network``.
    """
    saved = files.opened(path, None if game is None else find_game(game))
    with reading_file(saved.file, files.WHAT, NetworkError):
        return _filled(_made(saved), saved)


def _filled(shared: SharedNetwork, saved: files.Saved) -> SharedNetwork:
    """Copy the parameters of a file into a network, matched by the names of blocks."""
    blocks = _rows(saved.contents["inputs"]), _rows(saved.contents["actions"])
    what = f"{saved.file}: this network"
    inputs = match(blocks[0], shared.blocks, what)
    actions = match(blocks[1], shared.action_blocks, what)
    for gone in {b.name for b in blocks[0]} - {b.name for b in shared.blocks}:
        raise NetworkError(f"{what} reads the block {gone!r}, which the game does not have")
    arrays = dict(saved.arrays)
    shapes = dict(shared.shapes)
    for name, rows in (("first", blocks[0]), ("policy", blocks[1]), ("policy_bias", blocks[1])):
        shapes[name] = (sum(block.size for block in rows), *shapes[name][1:])
    files.check_parameters(arrays, shapes, saved.file)
    matches = {"first": inputs, "policy": actions, "policy_bias": actions}
    for name, parameter in shared.parameters.items():
        if name in matches:
            copy_rows(arrays[name], parameter, matches[name])
        else:
            parameter[:] = arrays[name]
    if new := (*inputs.new, *actions.new):
        shared.metadata["new_blocks"] = sorted({*shared.metadata.get("new_blocks", []), *new})
    shared.file = saved.file
    return shared


def _made(saved: files.Saved) -> SharedNetwork:
    """Return the network that a file describes, with all weights 0."""
    contents, spec = saved.contents, saved.game.spec
    shared = SharedNetwork(
        saved.game,
        contents["tables"],
        contents["hidden"],
        contents.get("code", 0),
        contents["metadata"],
        contents.get("encoder", "leaky"),
        ids=contents.get("ids", True),
    )
    shared.value_scale = integer("value_scale", contents["value_scale"], 1, 2**31 - 1)
    shared.rules = integer("rules", contents["rules"], 0, 2**31 - 1)
    shared.data = str(contents["data"])
    mark = files.mark([(axis, *names) for axis, names in shared.columns.items()])
    if shared.code and contents["columns"] != mark:
        raise NetworkError(
            f"{saved.file}: this network's card features differ from those of {spec.title}"
        )
    return shared


def _rows(blocks: Any) -> tuple[Rows, ...]:
    """Return the blocks of a file, with checked sizes and limits."""
    found = []
    for name, shape, limit in blocks:
        sizes = tuple(integer("the size of a block", size, 1, 2**16) for size in shape)
        found.append(Rows(str(name), sizes, integer("the limit of a block", limit, 1, 255)))
    return tuple(found)
