"""A data folder in which every name would be harmful if shown without escaping."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import get_type_hints
from xml.etree import ElementTree

from wistar_env.games.rats_of_wistar.tables import reading, schema, schema_boards
from wistar_env.kit.game.data_files import Model

#: Prefixes of the names, in turn; a number makes each name unique.
HARM = [
    "</title></text><script>alert(1)</script>",
    "<script>alert(1)</script>&\"'",
    "<img src=x onerror=alert(1)>",
    '"onload="alert(1)" x="',
    "]]>--><!--&#0;&quot;",
]
#: Elements that pictures are made of.
OURS = {
    *("svg", "g", "title", "desc", "defs", "symbol", "use", "style", "text", "clipPath"),
    *("rect", "circle", "ellipse", "line", "path", "polygon", "polyline"),
}


def _fields() -> set[str]:
    """Return the fields of all entries that contain a name, by the schema."""
    models = [each for module in (schema, schema_boards) for each in vars(module).values()]
    return {
        field
        for model in models
        if isinstance(model, type) and issubclass(model, Model)
        for field, hint in get_type_hints(model, include_extras=True).items()
        if "_plain" in repr(hint)
    }


def write(folder: Path) -> set[str]:
    """Write the bundled data with hostile names into a folder; return the names."""
    named = re.compile(rf'\b({"|".join(sorted(_fields()))}) = (\[.*?\]|".*?")')
    names: dict[str, str] = {}

    def hostile(found: re.Match[str]) -> str:
        name = names.setdefault(found[1], f"{HARM[len(names) % len(HARM)]}{len(names)}")
        assert len(name) <= 60
        return '"{}"'.format(name.replace('"', '\\"'))

    folder.mkdir(parents=True, exist_ok=True)
    for file in reading.DEFAULT.glob("*.toml"):
        text = re.sub(r"(, )?\bknown = \{.*?\}", "", file.read_text("utf-8"))
        changed = named.sub(
            lambda found: f"{found[1]} = " + re.sub('"(.*?)"', hostile, found[2]), text
        )
        (folder / file.name).write_text(changed, "utf-8")
    return {*names.values()}


def check_picture(picture: str) -> str:
    """Check that a picture is XML with only harmless elements; return its texts."""
    root = ElementTree.fromstring(picture)
    for element in root.iter():
        assert element.tag.rpartition("}")[2] in OURS, element.tag
        for name, value in element.attrib.items():
            assert not name.lower().startswith("on"), (name, value)
            assert not name.endswith("href") or value.startswith("#"), (name, value)
    return " ".join(part for element in root.iter() for part in _words(element))


def _words(element: ElementTree.Element) -> Iterator[str]:
    yield element.text or ""
    yield from element.attrib.values()


class Elements(HTMLParser):
    """The elements of a page, each with its attributes."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.found.append((tag, dict(attrs)))
