"""Measures the first three rounds of a scripted beginner.

``python -m tests.server.beginner`` plays a solo game in the browser like somebody who reads the
list of choices from the top, and takes what is in sight: a Worker is deployed only if that can be
seen without scrolling. It prints, by size of the window, the clicks, the decisions whose best
choice was below the fold, the jumps of the page, the Main actions that gave nothing, and seconds.
"""

import time
from typing import Any, Final

from playwright.sync_api import Browser, Locator, Page

from tests.server.browser import address, await_change, begin, chromium

SIZES: Final = ((1440, 900), (1024, 768), (390, 844))
ROUNDS: Final = 3
#: The page is said to jump if it scrolls by itself by more than this, in pixels.
_JUMP: Final = 40
#: The beginner's preferences, most wanted first, by the first words of a choice.
_WISHES: Final = (
    "Deploy a Worker",
    "Main action",
    "Bonus action",
    "Chief to",
    "Dig a Room",
    "Build a Bed",
    "Take",
    "Open door",
    "Move",
)


class Beginner:
    """Somebody at their first game, who counts."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.counts = dict.fromkeys(("decisions", "clicks", "below the fold", "jumps", "wasted"), 0)

    def play(self) -> None:
        """Play the first rounds."""
        while f"Round {ROUNDS + 1}" not in self.page.locator("#when").inner_text():
            before = self._number()
            self._scrolled()
            self._choose()
            await_change(self.page, before)

    def _number(self) -> int:
        return int(self.page.locator("#place").get_attribute("max") or 0)

    def _scrolled(self) -> None:
        place = self.page.evaluate("scrollY")
        if abs(place - getattr(self, "_place", place)) > _JUMP:
            self.counts["jumps"] += 1

    def _choose(self) -> None:
        self.counts["decisions"] += 1
        buttons = self.page.locator("#choices button:not([data-step]):not(:disabled)").all()
        while not buttons:  # a payment of several items
            self.page.locator("[data-step='1']:not(:disabled)").first.click()
            self.counts["clicks"] += 1
            buttons = self.page.locator("#pay:enabled").all()
        seen = [button for button in buttons if button.is_visible() and self._in_sight(button)]
        wanted, best = self._wanted(seen), self._wanted(buttons) or buttons[0]
        if wanted is None or wanted.inner_text() != best.inner_text():
            self.counts["below the fold"] += 1
        wanted = wanted or best
        text = wanted.inner_text()
        self.counts["wasted"] += "Main action" in text and "nothing" in text
        wanted.scroll_into_view_if_needed()
        self._place = self.page.evaluate("scrollY")
        wanted.click()
        self.counts["clicks"] += 1
        if self.page.locator("#sure").is_visible():
            self.page.locator("#sure-yes").click()
            self.counts["clicks"] += 1

    def _wanted(self, buttons: list[Locator]) -> Locator | None:
        said = [(button.inner_text(), button) for button in buttons]
        for wish in _WISHES:
            found = [button for text, button in said if text.startswith(wish)]
            if found:
                return found[0]
        ends = [button for text, button in said if not text.startswith("Buy")]
        return ends[0] if ends else None

    def _in_sight(self, button: Locator) -> bool:
        box: Any = button.bounding_box()
        inside = button.evaluate(
            """each => {
                const { top, bottom } = each.getBoundingClientRect();
                const dock = document.querySelector("#dock").getBoundingClientRect();
                return top >= dock.top && bottom <= Math.min(dock.bottom, innerHeight);
            }"""
        )
        return bool(box and inside)


def measured(browser: Browser, at: str, width: int, height: int) -> dict[str, float]:
    """Return the counts of a beginner at a size of the window."""
    context = browser.new_context(
        viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    page = context.new_page()
    begin(page, at, players=1, seed=1)
    page.wait_for_selector("#choices button")
    began = time.perf_counter()
    beginner = Beginner(page)
    beginner.play()
    context.close()
    return {**beginner.counts, "seconds": round(time.perf_counter() - began, 1)}


def main() -> None:
    """Print the counts at all sizes."""
    with address() as at, chromium() as browser:
        for width, height in SIZES:
            found = measured(browser, at, width, height)
            print(f"{width}x{height}: {', '.join(f'{n} {name}' for name, n in found.items())}")


if __name__ == "__main__":
    main()
