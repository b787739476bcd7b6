"""What every part of a picture needs to know."""

from wistar_env.games.lab_rats.scene import Scene, Seat
from wistar_env.kit.game.hooks import Choice


class Drawing:
    """A scene as it is being drawn.

    Drawing functions query it for legal actions. Those that nothing asked for are ``left``, to be
    drawn as buttons.

    Parameters
    ----------
    scene
        What is shown.
    narrow
        Whether it is laid out for a phone.
    """

    def __init__(self, scene: Scene, narrow: bool) -> None:
        self.scene = scene
        self.narrow = narrow
        choices = scene.decision.choices if scene.decision else ()
        self._legal = {choice.action: choice for choice in choices}

    def take(self, *actions: int) -> tuple[Choice, ...]:
        """Return those of some actions that are legal: they are being drawn."""
        return tuple(self._legal.pop(action) for action in actions if action in self._legal)

    def left(self) -> list[Choice]:
        """Return the legal actions that no element answers to."""
        return [*self._legal.values()]

    def name(self, seat: int) -> str:
        """Return the name of a seat."""
        return self.scene.names[seat]

    def decides(self, seat: int) -> bool:
        """Whether a seat decides."""
        return self.scene.decision is not None and self.scene.decision.seat == seat

    @property
    def first(self) -> Seat:
        """The seat that is shown first: the viewer's."""
        return self.scene.seats[self.scene.viewer or 0]

    @property
    def others(self) -> tuple[Seat, ...]:
        """All other seats, from the left of the first."""
        first = self.first.number
        return (*self.scene.seats[first + 1 :], *self.scene.seats[:first])
