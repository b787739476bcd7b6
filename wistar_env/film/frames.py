"""Many pictures that are nearly the same, each part of them kept once.

A picture is taken apart into its elements. An element that occurred before, with all that is in it,
is only referred to. From one position of a game to the next little changes, so a whole game takes
little more room than its first picture; and each picture can be put together without the others.
"""

import re
from typing import Final

#: The mark by which the ids of a picture differ from those of others.
_MARK: Final = re.compile(r'(?<=["#])w[0-9a-f]{8}-')
_PARTS: Final = re.compile(r"<[^>]*>|[^<]+")

#: What an element begins with, and the numbers of what is in it.
_Node = tuple[str | int, ...]


def normal(picture: str) -> str:
    """Return a picture with ids that do not differ from those of other pictures.

    So a page may show one of them at a time.
    """
    return _MARK.sub("w-", picture)


class Frames:
    """Pictures as ``wistar_env.render.svg`` makes them."""

    def __init__(self) -> None:
        self._numbers: dict[_Node, int] = {}
        self._nodes: list[_Node] = []

    def add(self, picture: str) -> int:
        """Keep a picture; return the number that it is found by."""
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

        Each has its opening tag, or its text, and then how many places before it each element is
        that is in it. Closing tags follow from the opening ones.
        """
        return [
            [each if isinstance(each, str) else place - each for each in node]
            for place, node in enumerate(self._nodes)
        ]

    def picture(self, number: int) -> str:
        """Return a picture that was kept, with the ids that ``normal`` gives it."""
        opening, *inside = self._nodes[number]
        assert isinstance(opening, str)
        whole = "".join(self.picture(each) for each in inside if isinstance(each, int))
        if not inside and not (opening.startswith("<") and not opening.endswith("/>")):
            return opening
        name = re.match(r"<([\w:-]+)", opening)
        return f"{opening}{whole}</{name[1]}>" if name else whole
