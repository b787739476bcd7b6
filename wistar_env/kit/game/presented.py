"""``Presented``: how a game declares its presentation."""

from typing import Generic, TypeVar, overload

from wistar_env.kit.game.position import Position

PresentationT_co = TypeVar("PresentationT_co", covariant=True)


class Presented(Generic[PresentationT_co]):
    """How a game declares its presentation: ``presentation = Presented(NimPresentation)``.

    Accessed on a game, it is the presentation of that game; accessed on the class, it is the class
    of presentations.

    Parameters
    ----------
    presentation_class
        The class, whose constructor takes a game.
    """

    def __init__(self, presentation_class: type[PresentationT_co]) -> None:
        self._class = presentation_class

    @overload
    def __get__(self, game: None, owner: type) -> type[PresentationT_co]: ...

    @overload
    def __get__(self, game: Position, owner: type) -> PresentationT_co: ...

    def __get__(
        self, game: Position | None, owner: type
    ) -> type[PresentationT_co] | PresentationT_co:
        return self._class if game is None else self._class(game)  # type: ignore[call-arg]
