"""The colours of Lab Rats.

No information is conveyed by colour alone: each mutation also has a letter and a vial shape.
"""

from typing import Final, NamedTuple

from wistar_env.kit.pictures import marks, touch

INK: Final = marks.INK
ACCENT: Final = touch.ACCENT
WHITE: Final = "#ffffff"
MUTED: Final = "#56646a"
LINE: Final = "#b6c4c6"
TABLE: Final = "#e9efee"
PANEL: Final = "#fbfdfc"
SUNKEN: Final = "#dbe4e4"

#: The wall of the laboratory and its insets.
WALL: Final = "#cfdcdd"
JOINT: Final = "#bccccd"
STEEL: Final = "#8fa4ac"
STEEL_LIGHT: Final = "#a9bbc1"
STEEL_DARK: Final = "#5d727b"
FRAME: Final = "#3f5058"
DARK: Final = "#1c272c"
HAZARD: Final = "#f2c91f"
SIGN: Final = "#0c7a52"
SIGN_DARK: Final = "#07593b"
PAPER: Final = "#fdf8e6"

CHEESE: Final = "#f6c83d"
CHEESE_DARK: Final = "#a9780c"
CRUMB: Final = "#eebd4a"
POLLUTION: Final = "#7fb51e"
POLLUTION_DARK: Final = "#3f5f07"
BLOOD: Final = "#b3261e"
GLASS: Final = "#eaf4f6"
CORK: Final = "#b98a55"
WOOD: Final = "#b57d43"
WOOD_DARK: Final = "#6e4519"
FUR: Final = "#f4f1ea"
PINK: Final = "#f2b8b5"


class Hue(NamedTuple):
    """A mutation's colours for areas, outlines, pale backgrounds and letters, and its letter."""

    fill: str
    dark: str
    pale: str
    text: str
    letter: str


#: The hue of each mutation, by the number of its colour.
HUES: Final = (
    Hue("#d2382a", "#6f140d", "#fae0db", WHITE, "R"),
    Hue("#26864b", "#0f4d29", "#dbf1e3", WHITE, "G"),
    Hue("#2d6cc0", "#12356a", "#dce8f7", WHITE, "B"),
    Hue("#8b4fb5", "#472163", "#eee0f6", WHITE, "P"),
    Hue("#f08c1e", "#844400", "#fdebd2", INK, "O"),
    Hue("#f5d22e", "#7d6207", "#fdf6cf", INK, "Y"),
)
