"""Tables of a game's observations and actions, for its page."""

from collections.abc import Iterable

from website.doc_tables import table
from wistar_env.kit.game.game import Game
from wistar_env.kit.game.options import Options
from wistar_env.kit.layout import Block, Layout


def sizes_table(game: type[Game]) -> str:
    """Return the table of sizes of a game's spaces, by player count."""
    spec = game.spec
    players = range(spec.min_players, spec.max_players + 1)
    observations = [spec.observation_layout(n) for n in players]
    rows = sizes_rows(
        spec.num_actions, observations, [spec.observation.state_layout(n) for n in players]
    )
    return table(["Players", *map(str, players)], rows)


def sizes_rows(
    actions: int, observations: Iterable[Layout], states: Iterable[Layout]
) -> list[list[object]]:
    """Return the rows of a table of sizes, from the layouts for each player count."""
    seen, all_seen = ([layout.size for layout in each] for each in (observations, states))
    return [["Actions", *[actions] * len(seen)], ["Observation", *seen], ["State", *all_seen]]


def blocks_table(blocks: Iterable[Block]) -> str:
    """Return the table of observation blocks in a layout or a section."""
    rows = []
    for block in blocks:
        axes = " x ".join(f"{axis} ({n})" for axis, n in zip(block.axes, block.shape, strict=True))
        most = f", up to {block.limit}" if block.limit > 1 else ""
        rows.append([f"`{block.name}`", (axes or "1") + most, block.meaning])
    return table(["Block", "Shape", "Meaning"], rows)


def actions_table(game: Game) -> str:
    """Return the table of action blocks, with the text of each block's first action."""
    rows, first = [], 0
    for name, size in game.spec.actions.blocks:
        rows.append([span(first, size), f"`{name}`", f"{first}: {game.describe(first)}"])
        first += size
    return table(["Action", "Block", "Example"], rows)


def axes_table(game: Game) -> str:
    """Return the table of axes with named indices."""
    axes: dict[str, int] = {}
    for block in game.spec.observation_layout(game.num_players).blocks:
        axes |= dict(zip(block.axes, block.shape, strict=True))
    rows = [
        [f"`{axis}`", ", ".join(game.presentation.axis_words(axis))]
        for axis in axes
        if game.presentation.axis_words(axis) != [str(k) for k in range(axes[axis])]
    ]
    return table(["Axis", "Indices, in order"], rows)


def span(first: int, size: int) -> str:
    """Return the indices or ids of a block, such as ``"5"`` or ``"8-29"``."""
    return str(first) if size == 1 else f"{first}-{first + size - 1}"


def options_table(options: Options) -> str:
    """Return the table of the options of a game."""
    rows = [
        [
            f"`{option.name}`",
            option.values,
            "-" if option.default is None else option.default,
            " or ".join(map(str, option.players)) or "all",
            option.help,
        ]
        for option in options
    ]
    return table(["Option", "Values", "Default", "Players", "Meaning"], rows)
