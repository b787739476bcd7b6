"""The board, as a page shows it."""

from wistar_env.scene import Scene


def picture(scene: Scene, *, narrow: bool) -> str:
    """Return the board as SVG; elements that answer to actions have ``data-action``."""
    raise NotImplementedError
