"""What answers to legal actions: elements that carry their ids, and a halo that shows it."""

from functools import lru_cache
from typing import Final, TypeAlias

from wistar_env.games.rats_of_wistar.render.svg import ink
from wistar_env.games.rats_of_wistar.render.svg.marks import circle, element, group, rect
from wistar_env.games.rats_of_wistar.scene.parts import Choice, Decision
from wistar_env.kit.pictures.xml_text import escaped

#: Looks of an element that answers. A page may style ``.wistar-choice`` further.
STYLE: Final = (
    ".wistar-choice{cursor:pointer}"
    ".wistar-choice:focus{outline:none}"
    ".wistar-choice:hover .wistar-halo,.wistar-choice:focus .wistar-halo"
    f"{{fill:{ink.ACCENT};fill-opacity:.22;stroke-width:4}}"
)


Choices: TypeAlias = tuple[Choice, ...]


class Answers:
    """The legal actions of the open decision, by what they are about.

    Whoever draws an element asks for its actions. What nothing asked for is ``left``, to be drawn
    as buttons.
    """

    def __init__(self, decision: Decision | None) -> None:
        choices = decision.choices if decision else ()
        self._found = {(choice.block, choice.numbers): choice for choice in choices}
        self._drawn: set[int] = set()

    def about(self, block: str, *numbers: int) -> Choices:
        """Return the legal action of a block with these numbers, if it is one."""
        choice = self._found.get((block, numbers))
        if choice is None:
            return ()
        self._drawn.add(choice.action)
        return (choice,)

    def blocks(self, *names: str) -> Choices:
        """Return the legal actions of some blocks."""
        found = tuple(choice for (block, _), choice in self._found.items() if block in names)
        self._drawn.update(choice.action for choice in found)
        return found

    def left(self) -> list[Choice]:
        """Return the legal actions that no element answers to."""
        return [choice for choice in self._found.values() if choice.action not in self._drawn]


def answering(choices: Choices, drawn: str, halo: str, words: str = "") -> str:
    """Return what is drawn as an element that answers to actions; as it is if there are none."""
    if not choices:
        return drawn
    said = words or "; ".join(choice.text for choice in choices)
    return element(
        "g",
        element("title", escaped(said)),
        drawn,
        halo,
        class_="wistar-choice",
        data_action=" ".join(str(choice.action) for choice in choices),
        role="button",
        tabindex="0",
        aria_label=said,
    )


@lru_cache(maxsize=4096)
def box(x: float, y: float, width: float, height: float, radius: float = 6) -> str:
    """Return the halo of a box."""
    return group(
        rect(
            x - 2,
            y - 2,
            width + 4,
            height + 4,
            radius + 2,
            **_GLOW,  # type: ignore[arg-type]
        )
        + rect(x, y, width, height, radius, **_RIM)  # type: ignore[arg-type]
    )


@lru_cache(maxsize=256)
def ring(x: float, y: float, radius: float) -> str:
    """Return the halo of a disc."""
    return circle(x, y, radius + 2, **_GLOW) + circle(x, y, radius, **_RIM)  # type: ignore[arg-type]


@lru_cache(maxsize=64)
def shape(d: str) -> str:
    """Return the halo of a path."""
    return element("path", d=d, **_GLOW) + element("path", d=d, **_RIM)  # type: ignore[arg-type]


_GLOW: Final = {
    "fill": "none",
    "stroke": ink.ACCENT,
    "stroke_opacity": 0.28,
    "stroke_width": 5,
}
_RIM: Final = {
    "fill": ink.ACCENT,
    "fill_opacity": 0.03,
    "stroke": ink.ACCENT,
    "stroke_width": 2.2,
    "class_": "wistar-halo",
}
