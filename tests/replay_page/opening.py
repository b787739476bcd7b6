"""How long pages of replays take to open from a file.

``python -m tests.replay_page.opening PAGE.html ...`` opens each page several times in Chromium, in
a new profile each time, and prints milliseconds from the request to the first painted board. Pages
come from ``wistar replay FILE --html PAGE.html --review ...``. Use a quiet machine.
"""

import sys
from pathlib import Path
from statistics import median
from typing import Final

from playwright.sync_api import Browser

from tests.server.browser import WIDE, chromium

REPEATS: Final = 7
#: Notes when a frame with the board in it was painted: the frame after the one that lays it out.
_WATCH: Final = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector("#stage svg")) return;
  watcher.disconnect();
  requestAnimationFrame(() => requestAnimationFrame((now) => (window.painted = now)));
}).observe(document, { childList: true, subtree: true });
"""


def opening(browser: Browser, page: Path) -> float:
    """Return milliseconds from the request of a page to its first painted board."""
    context = browser.new_context(viewport=WIDE)  # type: ignore[arg-type]
    tab = context.new_page()
    tab.add_init_script(_WATCH)
    tab.goto(page.resolve().as_uri())
    found: float = tab.wait_for_function("window.painted").json_value()
    context.close()
    return found


def main() -> None:
    """Print how long the pages take."""
    with chromium() as browser:
        for page in map(Path, sys.argv[1:]):
            opening(browser, page)  # the browser itself starts
            times = sorted(opening(browser, page) for _ in range(REPEATS))
            size = f"{page.stat().st_size / 1000:.0f} kB"
            print(f"{page.name}: {size}; {median(times):.0f} ms, at most {times[-1]:.0f} ms")


if __name__ == "__main__":
    main()
