"""Pictures of the pages of ``wistar serve`` for README and ``docs/play.md``.

``python -m tests.server.page_pictures`` plays a part of a scripted game in a browser, and takes
``docs/images/table.png`` of Rats of Wistar and ``table-dark.png`` of Lab Rats.
"""

from pathlib import Path
from typing import Final, NamedTuple

from playwright.sync_api import Browser

from tests.docs import ROOT
from tests.server.browser import address, chromium, number
from tests.server.whole_game import READY, begin, click
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar

FOLDER: Final = ROOT / "docs" / "images"


class Picture(NamedTuple):
    """A picture: its game, its size, whether it is dark, and when it is taken.

    At least so many decisions come before it, and so many choices are offered.
    """

    game: str
    width: int
    height: int
    dark: bool
    decisions: int
    choices: int


PICTURES: Final = {
    "table": Picture("rats-of-wistar", 1920, 1080, False, 150, 8),
    "table-dark": Picture("lab-rats", 1440, 900, True, 12, 2),
}


def take(browser: Browser, at: str, picture: Picture, file: Path) -> None:
    """Play a part of a game and write the picture of its page."""
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        reduced_motion="reduce",
        color_scheme="dark" if picture.dark else "light",
    )
    page = context.new_page()
    actions, _ = begin(page, at, picture.game)
    choices = page.locator("#choices [data-choice]")
    while (before := number(page)) < picture.decisions or choices.count() < picture.choices:
        click(page, actions[before:])
        page.wait_for_function(READY, arg=before)
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    page.screenshot(path=file)
    context.close()


def main() -> None:
    """Take all pictures."""
    with address(game=RatsOfWistar, others=[LabRats]) as at, chromium() as browser:
        for name, picture in PICTURES.items():
            take(browser, at, picture, FOLDER / f"{name}.png")


if __name__ == "__main__":
    main()
