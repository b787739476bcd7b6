"""The Python of docs/new-game.md and game-by-hand.md: a game, what plays it, the same by hand."""

from typing import Final

from tests.docs import ROOT, blocks

PAGE: Final = ROOT / "docs" / "new-game.md"
BY_HAND_PAGE: Final = ROOT / "docs" / "game-by-hand.md"
CODE: Final = [block.text for block in blocks(PAGE) if block.language == "python"]
#: The game as its template writes it.
DECLARED: Final = CODE[0]
#: Programs that play it.
PROGRAMS: Final = CODE[1:3]
#: The module of the same game by hand.
BY_HAND: Final = "\n\n".join(
    block.text for block in blocks(BY_HAND_PAGE) if block.language == "python"
)
