"""The pages of the documentation, and the fenced blocks in them."""

import re
from pathlib import Path
from textwrap import dedent
from typing import Final, NamedTuple

ROOT: Final = Path(__file__).resolve().parents[1]
PAGES: Final = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "CHANGELOG.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "experiments").glob("*.md")),
]

_FENCED: Final = re.compile(
    r"^(?P<indent> *)(?P<fence>```+|~~~+)(?P<language>[^\n]*)\n(?P<text>.*?)^(?P=indent)(?P=fence)",
    re.MULTILINE | re.DOTALL,
)
_INLINE: Final = re.compile(r"`([^`\n]+)`")


class Block(NamedTuple):
    """A fenced block: the language that it says, its text, and the line where it begins."""

    language: str
    text: str
    line: int


def blocks(page: Path) -> list[Block]:
    """Return the fenced blocks of a page."""
    text = page.read_text("utf-8")
    return [
        Block(
            found["language"].strip(),
            dedent(found["text"]),
            text[: found.start("text")].count("\n"),
        )
        for found in _FENCED.finditer(text)
    ]


def command_lines(page: Path) -> list[str]:
    """Return the lines of a page's Bash blocks, without comments, and its code within a line."""
    lines = [
        line.partition(" #")[0].strip().removeprefix("# ")
        for block in blocks(page)
        if block.language == "bash"
        for line in block.text.replace("\\\n", " ").splitlines()
    ]
    return lines + _INLINE.findall(_FENCED.sub("", page.read_text("utf-8")))


def commands(page: Path, *program: str) -> list[list[str]]:
    """Return the arguments of each command of a page that starts this program."""
    found = []
    for line in command_lines(page):
        words = [word for word in line.split() if not re.fullmatch(r"[A-Z_]+=\S*", word)]
        if words and [words[0].removeprefix(".venv/bin/"), *words[1 : len(program)]] == [*program]:
            found.append(words[len(program) :])
    return found
