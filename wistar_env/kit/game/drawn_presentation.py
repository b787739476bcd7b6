"""``DrawnPresentation``: pictures, drawn from scenes without hidden information."""

from collections.abc import Sequence
from dataclasses import Field, replace
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, TypeVar

import numpy as np
import numpy.typing as npt

from wistar_env.arguments import integer
from wistar_env.kit.game.frame_size import FRAME_SIZE, FrameSize, frame_size
from wistar_env.kit.game.presentation import Presentation
from wistar_env.kit.game.presentation_parts import PHONE
from wistar_env.kit.pictures import marks

if TYPE_CHECKING:
    from wistar_env.kit.pictures.sheet import Sheet


class DrawnScene(Protocol):
    """A position to draw: a dataclass with at least these fields."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all seats."""
        ...

    @property
    def decision(self) -> Any:
        """The current decision, a dataclass with ``choices``; None when the game is over."""
        ...


SceneT = TypeVar("SceneT", bound=DrawnScene)


class DrawnPresentation(Presentation, Generic[SceneT]):
    """Draws the positions of a game as SVG, PNG or pixels, for web pages and notebooks.

    A game's presentation derives from this class instead of ``Presentation``, and defines
    ``make_scene`` and ``draw``. A scene contains only what its seat may see, so a picture cannot
    reveal more.
    """

    __slots__ = ()

    def make_scene(self, seat: int | None, done: Sequence[str]) -> SceneT:
        """Return the position as plain data; each game defines it.

        Parameters
        ----------
        seat
            The seat to which it is shown; None shows everything.
        done
            Sentences about the last actions.
        """
        raise NotImplementedError(f"{type(self).__name__} must define make_scene")

    @classmethod
    def draw(
        cls, scene: SceneT, *, width: float = 1200, narrow: bool = False, with_fonts: bool = True
    ) -> str:
        """Return a scene as an SVG document; each game defines it.

        Clickable elements, which stand for legal actions, have the attribute ``data-action``
        (``kit.pictures.touch``).

        Parameters
        ----------
        scene
            The result of ``scene``.
        width
            Width in pixels.
        narrow
            Lay it out for a phone.
        with_fonts
            Whether to embed the fonts, for standalone files.
        """
        raise NotImplementedError(f"{cls.__name__} must define draw")

    @classmethod
    def draw_screen(cls, scene: SceneT, size: FrameSize = FRAME_SIZE) -> str:
        """Return a scene as an SVG document of a given width and height in pixels, for frames.

        The default centres the picture of ``draw``. A game may override this to use the size
        better.
        """
        return marks.resized(cls.draw(scene, with_fonts=False), *size)

    def draw_table(self, scene: SceneT, width: float) -> "Sheet":
        """Return a scene as a picture in parts, for an area of a page ``width`` pixels wide.

        The default has one part, the whole picture. A game may override this so that a page fetches
        less after a move, and to omit what the page shows elsewhere, such as scores.
        """
        from wistar_env.kit.pictures.sheet import whole

        drawn = self.draw(scene, narrow=width < PHONE, with_fonts=False)
        return whole(drawn, self.game.spec.title)

    def scene(self, seat: int | None, done: Sequence[str] = ()) -> SceneT:
        """Return the position as plain data: what ``seat`` may see, or everything for None.

        Parameters
        ----------
        seat
            The seat to which it is shown, or None.
        done
            Sentences about the last actions, which become part of the scene.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat.
        """
        if seat is not None:
            seat = integer("seat", seat, 0, self.game.num_seats - 1)
        return self.make_scene(seat, done)

    def shows_choices(self, viewer: int | None) -> bool:
        """Return whether a scene shows legal actions: if its viewer decides or sees everything."""
        return viewer in (None, self.game.seat)

    def svg(
        self,
        seat: int | None = None,
        *,
        width: float = 1200,
        narrow: bool = False,
        done: Sequence[str] = (),
    ) -> str:
        """Return the position as an SVG document, as ``seat`` sees it (default: the deciding seat).

        Parameters
        ----------
        seat
            The seat to which it is shown. ``draw(scene(None))`` shows everything.
        width
            Width in pixels.
        narrow
            Use a single column, for phones.
        done
            Sentences about the last actions, to show in the picture.

        Raises
        ------
        TypeError, ValueError
            If there is no such seat, or the width is not above 0.
        """
        return self.draw(self._seen(seat, done), width=width, narrow=narrow)

    def png(
        self,
        seat: int | None = None,
        *,
        width: int = 1200,
        narrow: bool = False,
        done: Sequence[str] = (),
    ) -> bytes:
        """Return the picture of ``svg`` as a PNG file: the same pixels on every machine.

        Raises
        ------
        TypeError, ValueError
            As ``svg``; also if the width is not an integer from 1 to 8192.
        """
        from wistar_env.kit.pictures.png import png

        return png(self.svg(seat, narrow=narrow, done=done), width)

    def frame(
        self, seat: int | None = None, done: Sequence[str] = (), size: FrameSize = FRAME_SIZE
    ) -> npt.NDArray[np.uint8]:
        """Return the position as pixels: see ``Presentation.frame``."""
        from wistar_env.kit.pictures import frames

        svg = self.draw_screen(self._seen(seat, done), frame_size(size))
        return frames.shared.pixels(svg)

    def page_scene(self, viewer: int | None) -> SceneT:
        """Return the scene for web pages, by default that of ``scene``.

        A game may override this to omit what a page shows elsewhere, such as scores.
        """
        return self.scene(viewer)

    def page_picture(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, narrow: bool
    ) -> str:
        """Return the position as an SVG document without fonts, which a page already has."""
        scene = self._page_scene(viewer, names, choices)
        return self.draw(scene, narrow=narrow, with_fonts=False)

    def table_sheet(
        self, viewer: int | None, names: Sequence[str], *, choices: bool, width: float
    ) -> "Sheet":
        """Return the position as a picture in parts: see ``draw_table``."""
        return self.draw_table(self._page_scene(viewer, names, choices), width)

    def _page_scene(self, viewer: int | None, names: Sequence[str], choices: bool) -> SceneT:
        scene = replace(self.page_scene(viewer), names=tuple(names))
        if not choices and scene.decision is not None:
            scene = replace(scene, decision=replace(scene.decision, choices=()))
        return scene

    def _seen(self, seat: int | None, done: Sequence[str] = ()) -> SceneT:
        return self.scene(self.game.seat if seat is None else seat, done)

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        return self.svg()
