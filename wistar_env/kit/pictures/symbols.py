"""Symbols that a document defines once and uses any number of times.

``use`` places a symbol; ``marks.document`` defines the symbols that were used. Different documents
have different ids, so that a page can contain several.
"""

import re
from hashlib import blake2b
from typing import Final

#: Width and height of the square in which a symbol is drawn, in units.
GRID: Final = 24

_BODIES: Final[dict[str, str]] = {}
_TOKENS: Final[set[str]] = set()
_USED: Final = re.compile(r'href="#w-([\w-]+)"')
_MARKED: Final = re.compile(r'<defs><g id="(w[0-9a-f]{8}-)')


def declare(name: str, body: str, *, token: bool = False) -> None:
    """Declare a symbol, drawn in a square of ``GRID`` units.

    All games of a process share the names, so each game uses a prefix. Dark pages darken symbols
    whose names end in ``-missing``, which show empty places.

    ``token``: whether the symbol shows a piece that players move or flip; pages animate such
    tokens. Raises ValueError if another symbol has the name.
    """
    if _BODIES.setdefault(name, body) != body:
        raise ValueError(f"another symbol is already declared as {name!r}; choose another name")
    if token:
        _TOKENS.add(name)


def use(name: str, x: float, y: float, size: float, title: str = "") -> str:
    """Return a symbol in the square of this size with its corner at (x, y).

    ``title``: its tooltip, text that is already escaped.

    Raises KeyError if no symbol was declared by this name.
    """
    if name not in _BODIES:
        raise KeyError(f"no symbol {name!r} was declared; see symbols.declare")
    where = f"translate({x:.5g} {y:.5g}) scale({size / GRID:.4g})"
    opened = f'<use href="#w-{name}" transform="{where}"'
    return f"{opened}><title>{title}</title></use>" if title else f"{opened}/>"


def is_token(name: str) -> bool:
    """Return whether a symbol was declared as a token."""
    return name in _TOKENS


def body(name: str) -> str:
    """Return the elements of a symbol.

    Raises KeyError if no symbol was declared by this name.
    """
    if name not in _BODIES:
        raise KeyError(f"no symbol {name!r} was declared; see symbols.declare")
    return _BODIES[name]


def defined(body: str) -> str:
    """Return a document's elements after definitions of the symbols they use, with unique ids."""
    names = sorted(set(_USED.findall(body)))
    if not names:
        return body
    mark = "w" + blake2b(body.encode(), digest_size=4).hexdigest()
    definitions = "".join(f'<g id="{mark}-{name}">{_BODIES[name]}</g>' for name in names)
    return f"<defs>{definitions}</defs>" + body.replace('href="#w-', f'href="#{mark}-')


def without_mark(document: str) -> str:
    """Return a document with ids that do not differ between equal documents, to compare them."""
    marked = _MARKED.search(document)
    return document.replace(marked[1], "w-") if marked else document
