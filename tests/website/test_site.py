"""The site is built without a warning, and stands on its own."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib.util import find_spec
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import pytest

from tests.docs import ROOT, blocks
from website import gallery

#: What a browser loads by itself; only ``a`` may lead elsewhere.
LOADED: Final = {"img": "src", "script": "src", "link": "href", "iframe": "src", "source": "srcset"}


class Page(HTMLParser):
    """A page of the site: what it loads, where it leads, and what can be led to."""

    def __init__(self) -> None:
        super().__init__()
        self.loads: list[str] = []
        self.leads: list[str] = []
        self.anchors: set[str] = set()
        self.words: list[str] = []
        self._within = False

    def handle_endtag(self, tag: str) -> None:
        self._within = self._within and tag != "a"

    def handle_data(self, data: str) -> None:
        if self._within:
            self.words.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if anchor := given.get("id"):
            self.anchors.add(anchor)
        if loaded := given.get(LOADED.get(tag, "")):
            self.loads.append(loaded)
        if tag == "a" and (led := given.get("href")):
            self.leads.append(led)
            self._within = True


def pages_of(folder: Path) -> dict[Path, Page]:
    found = {}
    for file in sorted(folder.rglob("*.html")):
        found[file] = Page()
        found[file].feed(file.read_text("utf-8"))
    return found


def broken(pages: dict[Path, Page], file: Path) -> list[str]:
    """Return the links of a page within the site that lead nowhere."""
    found = []
    for link in pages[file].leads + pages[file].loads:
        parts = urlsplit(link)
        if parts.scheme in ("http", "https", "data", "mailto"):
            continue
        target = (file.parent / unquote(parts.path)).resolve() if parts.path else file
        known = target not in pages or unquote(parts.fragment) in {"", *pages[target].anchors}
        if not target.is_file() or not known:
            found.append(link)
    return found


def named(page: Page) -> list[str]:
    """Return the words of links that are names of Markdown files, which a site does not have."""
    return [words for words in page.words if re.fullmatch(r"\s*[\w./-]+\.md\s*", words)]


def build(source: Path, folder: Path) -> "subprocess.CompletedProcess[str]":
    # Games of the leaderboard take minutes: tests/website/test_leaderboard_games.py draws some.
    options = ["-W", "--keep-going", "-q", "-c", str(ROOT / "website"), "-D", "leaderboard_games=0"]
    return subprocess.run(
        [sys.executable, "-m", "sphinx", *options, str(source), str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )


def test_the_site_is_built_without_a_warning_and_stands_on_its_own(tmp_path: Path) -> None:
    done = build(ROOT / "website" / "pages", tmp_path)
    assert done.returncode == 0, done.stderr
    pages = pages_of(tmp_path)
    assert {file.name for file in pages} >= {"index.html", "rules.html", "gallery.html"}
    assert {str(file): broken(pages, file) for file in pages if broken(pages, file)} == {}
    loaded = {urlsplit(link).scheme for page in pages.values() for link in page.loads}
    assert loaded <= {"", "data"}, "a page loads something from elsewhere"
    assert {str(file): named(page) for file, page in pages.items() if named(page)} == {}
    for file, page in pages.items():
        loads = {Path(urlsplit(link).path).name for link in page.loads}
        assert loads >= {"favicon.svg", "copybutton.js"}, file
    styles = "".join(file.read_text("utf-8") for file in tmp_path.rglob("*.css"))
    assert "url(http" not in styles
    assert "@import" not in styles
    for file in (tmp_path / "notebooks").glob("*.html"):
        assert f"{file.stem}.ipynb" in pages[file].leads, "a notebook cannot be downloaded"
    drawn = {file.name for file in (tmp_path / gallery.FOLDER).glob("*.svg")}
    shown = {Path(link).name for link in pages[tmp_path / "gallery.html"].loads}
    assert drawn <= shown
    looked_at(tmp_path)


#: What readers look for, and a page that is to be among the first three found.
SOUGHT: Final = {
    "action+mask": "environment",
    "batch": "vector",
    "cards": "cards",
    "cluster": "cluster",
    "dataset": "datasets",
    "hint": "play",
    "install": "install",
    "language+model": "language-models",
    "leaderboard": "results",
    "observation": "environment",
    "opponent": "agents",
    "replay": "play",
    "reward": "environment",
    "rules": "rules",
    "seed": "benchmark",
    "self-play": "training",
    "speed": "performance",
}


def looked_at(folder: Path) -> None:
    """Check in a browser, where there is one, what a screen of 1280 by 800 shows."""
    if find_spec("playwright") is None or find_spec("uvicorn") is None:
        return
    from tests.server.browser import CHROMIUM, chromium

    if CHROMIUM is None:
        return
    with chromium() as browser:
        page = browser.new_page(viewport={"width": 1280, "height": 800})
        page.goto((folder / "index.html").as_uri())
        for what in ("div.games img", "div.reasons p", "div.sd-tab-set label"):
            shown = page.locator(what).first.bounding_box()
            assert shown is not None, what
            assert shown["y"] + shown["height"] < 800, f"{what} is below the first screen"
        assert page.locator("button.copybtn").count() > 2
        for query, wanted in SOUGHT.items():
            page.goto(f"{(folder / 'search.html').as_uri()}?q={query}")
            page.wait_for_selector("#search-results li > a")
            first = "every => every.slice(0, 3).map((each) => each.getAttribute('href'))"
            found = page.locator("#search-results li > a").evaluate_all(first)
            assert wanted in [link.partition(".html")[0] for link in found], (query, found)
        for width in (390, 1024, 1366, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            for name in ("index", "results"):
                page.goto((folder / f"{name}.html").as_uri())
                wide = page.evaluate("document.documentElement.scrollWidth")
                assert wide <= width, f"{name} is wider than {width} pixels"
        page.set_viewport_size({"width": 1280, "height": 800})
        page.goto((folder / "results.html").as_uri())
        lost = "every => every.filter(each => each.scrollWidth > each.clientWidth + 1).length"
        tables = (ROOT / "docs" / "results.md").read_text("utf-8").count("\n| --- ")
        assert page.locator(".table-wrapper").count() == tables > 0
        assert page.locator(".table-wrapper").evaluate_all(lost) == 0, "columns are out of sight"


FRONT: Final = ROOT / "website" / "pages" / "index.md"
#: What only the extra `train` brings.
NEEDS_TRAIN: Final = "sb3_contrib"


def test_the_front_page_has_both_games_five_reasons_and_four_ways_to_begin() -> None:
    text = FRONT.read_text("utf-8")
    reasons = re.findall(r"^\*\*\[[^\]]+\]\((\S+)\)\*\* ", text, re.MULTILINE)
    assert len({*reasons}) == 5
    assert len(re.findall(r"^!\[", text, re.MULTILINE)) == 2
    assert len([each for each in blocks(FRONT) if each.language == "python"]) == 4


@pytest.mark.parametrize("code", [each.text for each in blocks(FRONT) if each.language == "python"])
def test_the_code_of_the_front_page_runs(code: str) -> None:
    if NEEDS_TRAIN in code:
        pytest.importorskip(NEEDS_TRAIN)
    exec(compile(code, str(FRONT), "exec"), {})


def test_every_notebook_is_a_page_of_the_site() -> None:
    text = FRONT.read_text("utf-8")
    for notebook in (ROOT / "notebooks").glob("*.ipynb"):
        assert f"\nnotebooks/{notebook.stem}\n" in text


def test_the_pages_are_of_four_kinds() -> None:
    captions = re.findall(r"^:caption: (.*)$", FRONT.read_text("utf-8"), re.MULTILINE)
    assert captions == ["Tutorials", "Guides", "Reference", "Explanation", "Project"]


def test_a_link_that_leads_nowhere_is_found(tmp_path: Path) -> None:
    (tmp_path / "other.html").write_text('<p id="there">')
    links = ["other.html#there", "other.html#gone", "gone.html", "https://example.org", "#here"]
    body = "".join(f'<a href="{link}">' for link in links) + '<img src="gone.svg" id="here">'
    (tmp_path / "page.html").write_text(body)
    pages = pages_of(tmp_path)
    found = broken(pages, tmp_path / "page.html")
    assert found == ["other.html#gone", "gone.html", "gone.svg"]
