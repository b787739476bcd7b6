"""Pages of the site that are files of the repository, and where their links lead."""

import re
from pathlib import Path

import pytest

from tests.docs import PAGES as FILES
from tests.docs import ROOT
from website import links
from website.links import PAGES
from wistar_env import RatsOfWistar

DOCS = ROOT / "docs"


def aimed(text: str, file: Path = DOCS / "vector.md", address: str = "") -> str:
    return links.site(address).aimed(text, file, PAGES / "vector.md")


def test_every_page_of_the_repository_is_a_page_of_the_site() -> None:
    shown = links.site().pages
    assert [file.name for file in FILES if file not in shown] == []


def test_every_card_of_a_network_is_a_page_of_the_site() -> None:
    shown = links.site().pages
    assert RatsOfWistar.spec.networks.folder is not None
    found = [*RatsOfWistar.spec.networks.folder.glob("*.md")]
    assert found
    assert [file.name for file in found if file not in shown] == []


def test_a_link_to_a_page_leads_to_where_the_site_shows_it() -> None:
    assert (
        aimed("see [how](rules.md#12-end-and-scoring)") == "see [how](rules.md#12-end-and-scoring)"
    )
    assert aimed("[it](../README.md#why)") == "[it](readme.md#why)"
    assert aimed("[it](docs/rules.md)", ROOT / "README.md") == "[it](rules.md)"
    card = "../wistar_env/games/rats_of_wistar/networks/wistar.md"
    assert aimed(f"[it]({card})") == "[it](networks/wistar.md)"


def test_a_link_to_another_file_leads_to_the_repository_if_its_address_is_known() -> None:
    assert aimed("[it](../LICENSE)") == "it"
    address = "https://forge.example/rats/"
    assert aimed("[it](../LICENSE)", address=address) == (
        "[it](https://forge.example/rats/blob/HEAD/LICENSE)"
    )


def test_a_link_that_leads_nowhere_stays_so_that_it_is_found() -> None:
    assert "(" in aimed("[it](gone.md)")


@pytest.mark.parametrize("words", ["docs/rules.md", "rules.md", "`rules.md`"])
def test_a_link_that_is_called_after_its_file_is_called_as_its_page_is(words: str) -> None:
    title = re.search("^# (.*)$", (DOCS / "rules.md").read_text("utf-8"), re.MULTILINE)
    assert title is not None
    assert aimed(f"[{words}](rules.md#guests)") == f"[{title[1]}](rules.md#guests)"
    assert aimed("[how](rules.md)") == "[how](rules.md)"


def test_links_elsewhere_and_within_a_page_stay() -> None:
    text = "[a](https://example.org/x) [b](#here) [c](mailto:x@example.org)"
    assert aimed(text) == text


def test_a_picture_is_found_from_the_page_that_shows_it() -> None:
    words = aimed("![Board](images/board.svg)")
    place = words.removeprefix("![Board](").removesuffix(")")
    assert (PAGES / place).resolve() == DOCS / "images" / "board.svg"


@pytest.mark.parametrize("fence", ["```", "~~~"])
def test_code_stays_as_it_is(fence: str) -> None:
    text = f"{fence}python\ntable[0](../LICENSE)\n{fence}\n"
    assert aimed(text) == text


TEXT = """# Title

## First

one

```bash
## no heading
```

### Deeper

two

## Second

three
"""


def test_a_section_ends_where_the_next_one_of_its_depth_begins() -> None:
    found = links.section(TEXT, "first")
    assert found.startswith("one")
    assert found.endswith("two")
    assert "## no heading" in found
    assert links.section(TEXT, "second") == "three"
    assert links.section(TEXT, "deeper") == "two"


def test_a_section_that_is_missing_is_named() -> None:
    with pytest.raises(ValueError, match="'third'"):
        links.section(TEXT, "third")


def test_a_page_names_the_files_that_it_is_made_of() -> None:
    text, files = links.read(links.site(), PAGES / "index.md")
    assert files == {ROOT / "README.md"}
    assert "gymnasium.make" in text
    assert "<!-- section" not in text


def test_pictures_that_only_the_site_shows_exist() -> None:
    for page in PAGES.rglob("*.md"):
        for found in links.LINK.finditer(page.read_text("utf-8")):
            if found["image"]:
                assert (page.parent / found["target"]).exists(), (page.name, found["target"])
