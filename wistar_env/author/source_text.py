"""``SourceText``: generated Python source, built line by line."""

from collections.abc import Iterator
from contextlib import contextmanager


class SourceText:
    """Lines of generated Python.

    Attributes
    ----------
    lines
        The lines so far.
    """

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._depth = 0

    def add(self, *lines: str) -> None:
        """Add lines to the open block."""
        self.lines += [f"{'    ' * self._depth}{line}" for line in lines]

    @contextmanager
    def block(self, *heads: str) -> Iterator[None]:
        """Add nested block headers; lines added within the context are indented below them."""
        for head in heads:
            self.add(head)
            self._depth += 1
        yield
        self._depth -= len(heads)

    @property
    def text(self) -> str:
        """All lines, each with a line break."""
        return "".join(f"{line}\n" for line in self.lines)
