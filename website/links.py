"""Pages of the site that include files of the repository, with links that work in both.

``<!-- file: docs/rules.md -->`` includes a file, ``<!-- section: README.md#quickstart -->`` a
section of a file. Its links are rewritten: to a page of the site if one shows the target, otherwise
to the repository's address if it is known (see ``setup.py``); otherwise the link is removed. If the
text of a link is a file name, it becomes the title of the page.
"""

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final

from website.leaderboard_games import games_of_entries

if TYPE_CHECKING:
    from sphinx.application import Sphinx

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = Path(__file__).resolve().parent / "pages"
#: Folders that pages link to, with the page for each.
_FOLDERS: Final = {
    "docs": "index.md",
    "wistar_env/games/rats_of_wistar/networks": "networks/index.md",
}
_FENCE: Final = re.compile(r"^( *)(```+|~~~+).*?^\1\2 *$", re.MULTILINE | re.DOTALL)
#: A Markdown link or image whose target is a file.
LINK: Final = re.compile(r"(?P<image>!?)\[(?P<words>[^\]]*)\]\((?!\w+:|#)(?P<target>[^)\s]+)\)")
#: The text of a link that is only a file name, which the site does not show.
_FILE_NAME: Final = re.compile(r"`?[\w./-]+\.md`?")
_TITLE: Final = re.compile(r"^# (.*)$", re.MULTILINE)
_TAKEN: Final = re.compile(r"^<!-- (?:file|section): ([^#\s]+)(?:#(\S+))? -->$", re.MULTILINE)


@dataclass(frozen=True)
class Site:
    """The locations of pages and of the repository."""

    pages: Mapping[Path, Path]  # the page that shows each file
    address: str = ""  # the address of the repository
    # HTML that is added after each link to a file.
    more: Mapping[Path, str] = field(default_factory=dict)

    def aimed(self, text: str, file: Path, page: Path) -> str:
        """Return the text of a file with its links rewritten for a page of the site."""

        def replaced(found: re.Match[str]) -> str:
            path, _, anchor = found["target"].partition("#")
            aim = (file.parent / path).resolve()
            place = self._place(aim, page, bool(found["image"]))
            more = f": {self.more[aim]}" if aim in self.more else ""
            if place is None:
                return found["words"] + more
            words = self._called(found["words"], aim)
            return f"{found['image']}[{words}]({place}{'#' if anchor else ''}{anchor}){more}"

        return outside_code(text, lambda part: LINK.sub(replaced, part))

    def _called(self, words: str, target: Path) -> str:
        """Return the text of a link; a file name is replaced by the title of its page."""
        if target not in self.pages or not target.is_file() or not _FILE_NAME.fullmatch(words):
            return words
        title = _TITLE.search(target.read_text("utf-8"))
        return title[1] if title else words

    def _place(self, target: Path, page: Path, image: bool) -> str | None:
        """Return the target of a link to a file, or None if there is none."""
        if image:
            # For a picture that is not drawn yet, show its text; tests/test_docs.py reports it.
            return os.path.relpath(target, page.parent) if target.exists() else None
        if target in self.pages:
            return os.path.relpath(self.pages[target], page.parent)
        if target == ROOT:
            return self.address or None
        if not target.exists():
            return os.path.relpath(target, page.parent)  # Sphinx reports it
        return f"{self.address}/blob/HEAD/{target.relative_to(ROOT)}" if self.address else None


def site(address: str = "", more: Mapping[Path, str] | None = None) -> Site:
    """Return the pages of the site, by the files that they show."""
    pages = {ROOT / folder: PAGES / page for folder, page in _FOLDERS.items()}
    for page in sorted(PAGES.rglob("*.md")):
        found = _TAKEN.fullmatch(page.read_text("utf-8").strip())
        pages[page] = page
        if found:
            pages[ROOT / found[1]] = page
    return Site(pages, address.rstrip("/"), more or {})


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Return a text with ``change`` applied outside fenced code blocks."""
    parts, end = [], 0
    for block in _FENCE.finditer(text):
        parts += [change(text[end : block.start()]), block[0]]
        end = block.end()
    return "".join([*parts, change(text[end:])])


def anchor_of(heading: str) -> str:
    """Return the anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-")


def section(text: str, anchor: str) -> str:
    """Return the section below a heading, up to the next one of the same or a higher level."""
    headings: list[tuple[int, int, int, str]] = []

    def note(found: re.Match[str]) -> str:
        headings.append((len(found[1]), found.start(), found.end(), anchor_of(found[2])))
        return found[0]

    # Blank out code blocks, whose comments could look like headings, but keep offsets.
    bare = _FENCE.sub(lambda block: re.sub(r"\S", " ", block[0]), text)
    re.sub(r"^(#+) (.*)$", note, bare, flags=re.MULTILINE)
    for k, (depth, _, begin, name) in enumerate(headings):
        if name == anchor:
            ends = [start for deep, start, _, _ in headings[k + 1 :] if deep <= depth]
            return text[begin : min(ends, default=len(text))].strip()
    known = ", ".join(name for *_, name in headings)
    raise ValueError(f"no heading has the anchor {anchor!r}; the anchors are {known or 'none'}")


def read(shown: Site, page: Path) -> tuple[str, set[Path]]:
    """Return the text of a page with included files, and the set of these files."""
    files: set[Path] = set()

    def taken(found: re.Match[str]) -> str:
        file = ROOT / found[1]
        files.add(file)
        text = file.read_text("utf-8")
        return shown.aimed(section(text, found[2]) if found[2] else text, file, page)

    own = shown.aimed(page.read_text("utf-8"), page, page)
    return _TAKEN.sub(taken, own), files


@cache
def _games() -> dict[Path, str]:
    """Return the links to the games of each leaderboard entry, by the entry's file."""
    return {file: games.links() for file, games in games_of_entries().items()}


def setup(app: "Sphinx") -> dict[str, bool]:
    """Make Sphinx read Markdown pages through ``read``."""
    # A change of this value makes Sphinx read all pages again.
    app.add_config_value("repository_address", "", "env", str)

    def source_read(app: "Sphinx", name: str, source: list[str]) -> None:
        shown = site(
            app.config.repository_address, _games() if app.config.leaderboard_games else {}
        )
        page = PAGES / f"{name}.md"
        if not page.exists():
            return  # a notebook
        source[0], files = read(shown, page)
        for file in files:
            app.env.note_dependency(str(file))

    app.connect("source-read", source_read)
    return {"parallel_read_safe": True}
