"""Deduplicated storage of similar pictures.

Pictures are split into elements, and equal subtrees are stored once (hash consing). Successive
positions of a game differ little, so a whole game takes little more space than its first picture,
and any picture can be restored without the others.
"""

import re
from typing import Final

#: The prefix that makes the ids of a picture unique.
_PREFIX: Final = re.compile(r'(?<=["#])w[0-9a-f]{8}-')
_PARTS: Final = re.compile(r"<[^>]*>|[^<]+")

#: The opening tag or text of an element, and the numbers of its children.
_Node = tuple[str | int, ...]


def normal(picture: str) -> str:
    """Return a picture with a constant id prefix, which suffices if only one is shown at a time."""
    return _PREFIX.sub("w-", picture)


class PictureStore:
    """SVG pictures, with equal elements stored once."""

    def __init__(self) -> None:
        self._numbers: dict[_Node, int] = {}
        self._nodes: list[_Node] = []

    def add(self, picture: str) -> int:
        """Store a picture; return its number."""
        open_elements: list[list[str | int]] = [[""]]
        for part in _PARTS.findall(normal(picture)):
            if part.startswith("</"):
                open_elements[-2].append(self._number(tuple(open_elements.pop())))
            elif part.startswith("<") and not part.endswith("/>"):
                open_elements.append([part])
            else:
                open_elements[-1].append(self._number((part,)))
        return self._number(tuple(open_elements.pop()))

    def _number(self, node: _Node) -> int:
        found = self._numbers.get(node)
        if found is None:
            found = self._numbers[node] = len(self._nodes)
            self._nodes.append(node)
        return found

    def nodes(self) -> list[list[str | int]]:
        """Return all elements as JSON values.

        Each is its opening tag or text, followed by the distance back to each of its children.
        Closing tags follow from the opening ones.
        """
        return [
            [each if isinstance(each, str) else place - each for each in node]
            for place, node in enumerate(self._nodes)
        ]

    def picture(self, number: int) -> str:
        """Restore a picture, with ids as in ``normal``."""
        opening, *inside = self._nodes[number]
        assert isinstance(opening, str)
        whole = "".join(self.picture(each) for each in inside if isinstance(each, int))
        if not inside and not (opening.startswith("<") and not opening.endswith("/>")):
            return opening
        name = re.match(r"<([\w:-]+)", opening)
        return f"{opening}{whole}</{name[1]}>" if name else whole
