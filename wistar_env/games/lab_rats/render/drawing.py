"""``Drawing``: a scene, and which of its legal actions already have an element."""

from wistar_env.games.lab_rats.scene import Scene, Seat
from wistar_env.kit.game.presentation_parts import Choice, viewer_first
from wistar_env.kit.pictures.touch import Unoffered


class Drawing:
    """A scene that is being drawn.

    Drawing functions ``take`` the legal actions of their elements. Actions that are ``left`` become
    buttons.

    ``explains``: whether elements that cannot be chosen name the action that they stand for.
    """

    def __init__(self, scene: Scene, narrow: bool, *, explains: bool = False) -> None:
        self.scene = scene
        self.narrow = narrow
        choices = scene.decision.choices if scene.decision else ()
        self._explains = explains and bool(choices)
        self._legal = {choice.action: choice for choice in choices}

    def take(self, *actions: int) -> tuple[Choice, ...]:
        """Return the legal ones among some actions, and mark them as drawn.

        If none is legal and the drawing ``explains``, the result is empty but names the first one.
        """
        found = tuple(self._legal.pop(action) for action in actions if action in self._legal)
        return found or (Unoffered.of(actions[0]) if self._explains else ())

    def left(self) -> list[Choice]:
        """Return the legal actions that have no element yet."""
        return [*self._legal.values()]

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.scene.names[seat]

    def decides(self, seat: int) -> bool:
        """Return whether a seat decides."""
        return self.scene.decision is not None and self.scene.decision.seat == seat

    @property
    def first(self) -> Seat:
        """The seat that is shown first, normally the viewer's."""
        return viewer_first(self.scene.seats, self.scene.viewer)[0]

    @property
    def others(self) -> tuple[Seat, ...]:
        """All other seats, starting to the left of the first seat."""
        return viewer_first(self.scene.seats, self.scene.viewer)[1:]
