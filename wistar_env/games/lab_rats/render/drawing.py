"""``Drawing``: a scene, and which of its legal actions have an element already."""

from wistar_env.games.lab_rats.scene import Scene, Seat
from wistar_env.kit.game.presentation_parts import Choice, viewer_first
from wistar_env.kit.pictures.touch import Unoffered


class Drawing:
    """A scene while it is drawn.

    Functions that draw ``take`` the legal actions of their elements. Those that no function has
    taken are ``left``, and become buttons.

    ``explains``: whether elements without a legal action say which one they would play.
    """

    def __init__(self, scene: Scene, narrow: bool, *, explains: bool = False) -> None:
        self.scene = scene
        self.narrow = narrow
        choices = scene.decision.choices if scene.decision else ()
        self._explains = explains and bool(choices)
        self._legal = {choice.action: choice for choice in choices}

    def take(self, *actions: int) -> tuple[Choice, ...]:
        """Return those of these actions that are legal, and mark them as drawn."""
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
        """The seat that is shown first: that of the viewer."""
        return viewer_first(self.scene.seats, self.scene.viewer)[0]

    @property
    def others(self) -> tuple[Seat, ...]:
        """All other seats, from the left of the first."""
        return viewer_first(self.scene.seats, self.scene.viewer)[1:]
