"""Tables of what a game's observations and actions mean, for its page."""

from wistar_env.kit.game.game import Game
from wistar_env.kit.layout import Layout
from wistar_env.text.doc_tables import table


def sizes_table(game: type[Game]) -> str:
    """Return the table of sizes of a game's spaces, by number of players."""
    spec = game.spec
    players = range(spec.min_players, spec.max_players + 1)
    rows = [
        ["Actions", *(spec.num_actions for _ in players)],
        ["Observation", *(spec.observation_layout(n).size for n in players)],
        ["State", *(spec.state_layout(n).size for n in players)],
    ]
    return table(["Players", *map(str, players)], rows)


def blocks_table(layout: Layout) -> str:
    """Return the table of the blocks of an observation."""
    rows = []
    for block in layout.blocks:
        axes = " x ".join(f"{axis} ({n})" for axis, n in zip(block.axes, block.shape, strict=True))
        where = _span(block.start, block.size)
        rows.append([where, f"`{block.name}`", axes or "1", block.limit, block.meaning])
    return table(["Index", "Block", "Over", "Largest count", "Meaning"], rows)


def actions_table(game: Game) -> str:
    """Return the table of the blocks of action ids, with the first action of each in words."""
    rows, first = [], 0
    for name, size in game.spec.action_blocks:
        rows.append([_span(first, size), f"`{name}`", f"{first}: {game.describe(first)}"])
        first += size
    return table(["Action", "Block", "Example"], rows)


def axes_table(game: Game) -> str:
    """Return the table of the axes whose places have words of their own, with these in order."""
    axes: dict[str, int] = {}
    for block in game.spec.observation_layout(game.num_players).blocks:
        axes |= dict(zip(block.axes, block.shape, strict=True))
    rows = [
        [f"`{axis}`", ", ".join(game.axis_words(axis))]
        for axis in axes
        if game.axis_words(axis) != [str(k) for k in range(axes[axis])]
    ]
    return table(["Axis", "Places, in order"], rows)


def _span(first: int, size: int) -> str:
    return str(first) if size == 1 else f"{first}-{first + size - 1}"
