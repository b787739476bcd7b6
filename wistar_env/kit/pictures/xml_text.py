"""Escaping of untrusted text for pictures."""

import re
from typing import Final

#: Characters that XML 1.0 forbids, even escaped.
_ILLEGAL: Final = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_ESCAPES: Final = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"}
)


def escaped(text: str) -> str:
    """Return text escaped for elements and attributes; illegal characters become U+FFFD."""
    return _ILLEGAL.sub("\ufffd", text).translate(_ESCAPES)
