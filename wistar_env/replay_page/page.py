"""The page of a replay: one self-contained HTML file that works offline."""

import base64
import hashlib
import html
import json
import os
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from string import Template
from types import MappingProxyType
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.pictures import lettering
from wistar_env.kit.replays import Replay
from wistar_env.replay_page.game_data import (
    explanation_of,
    known_totals,
    result_of,
    step_of,
)
from wistar_env.replay_page.picture_store import PictureStore

#: The result of ``wistar_env.play.review_data.review_of``.
Review = Mapping[str, Any]

#: Called with the number of positions drawn so far.
OnProgress = Callable[[int], None]

_LEVEL: Final = 9
#: Names of the style sheet and the script that all pages of a site share.
_STYLE, _SCRIPT = "replay.css", "replay.js"
#: The parts of the page's script; each comes after the parts that it uses.
_SCRIPTS: Final = ("charts/theme.js", "charts/elements.js", "charts/charts.js", "replay.js")


def _no_progress(drawn: int) -> None:
    """Show no progress."""


def page_data(
    replay: Replay[Any],
    viewer: int | None,
    on_progress: OnProgress = _no_progress,
    review: Review | None = None,
    names: Sequence[str] = (),
) -> dict[str, Any]:
    """Return the contents of the page as JSON values.

    Raises ReplayError if an action is not legal.
    """
    pictures, scores = PictureStore(), []
    steps: list[dict[str, Any]] = []
    explanations: dict[int, Any] = {}
    names = names or replay.seat_names
    wide: list[int] = []
    narrow: list[int] = []
    for drawn, (game, action) in enumerate(replay.positions(), start=1):
        for layout, shown in ((False, wide), (True, narrow)):
            picture = game.presentation.page_picture(viewer, names, choices=False, narrow=layout)
            shown.append(pictures.add(picture))
        scores.append(known_totals(game, viewer))
        if action is not None:
            if found := explanation_of(replay, game, len(steps), viewer):
                explanations[len(steps)] = found
            steps.append(step_of(game, action, viewer, names))
        on_progress(drawn)
    return {
        "nodes": pictures.nodes(),
        "wide": wide,
        "narrow": narrow,
        "steps": steps,
        "scores": scores,
        "explanations": explanations,
        "review": review,
        "result": result_of(game, viewer),
        "seats": _seats(game, names),
    }


def _seats(game: Game, names: Sequence[str]) -> list[dict[str, str]]:
    colours = game.presentation.seat_colours
    return [
        {"name": name, "ink": colours[seat][0], "dark": colours[seat][1]}
        for seat, name in enumerate(names)
    ]


def compressed(contents: Any) -> str:
    """Return JSON values compressed by zlib and encoded in base64."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def _facts(replay: Replay[Any], game: Game, viewer: int | None, names: Sequence[str]) -> str:
    players = replay.num_players
    automata = names[players:]
    kind = players_text(players)
    chosen = game.spec.options_in_words(replay.options)
    kind = ", ".join(filter(None, [kind, " on ".join(filter(None, [*automata, chosen]))]))
    # The seed reveals all hidden information.
    seen = f"seed {replay.seed}" if viewer is None else f"as seen by {names[viewer]}"
    data = game.data.fingerprint.hex()[:8]
    return f"{kind}; {seen}; rules version {game.spec.rules_version}, data {data}"


def _escaped(text: str) -> str:
    """Return text escaped for HTML, with ``?`` for invalid Unicode, as in file names."""
    return html.escape(text.encode(errors="replace").decode())


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _template(name: str) -> str:
    return files("wistar_env.replay_page").joinpath(name).read_text("utf-8")


def _script() -> str:
    return "\n".join(_template(name) for name in _SCRIPTS)


def policy() -> str:
    """Return the page's content security policy, which allows only its own script."""
    return _policy(f"'sha256-{_hash(_script())}'", "'unsafe-inline'")


def _policy(script: str, style: str) -> str:
    return (
        f"default-src 'none'; img-src data:; font-src data:; style-src {style}; "
        f"script-src {script}; base-uri 'none'; form-action 'none'"
    )


def _style() -> str:
    return lettering.font_faces() + _template("replay.css")


@dataclass(frozen=True)
class OnSite:
    """The location of a page in a site whose pages share style and script."""

    shared: str  # the address of the folder that ``write_shared`` wrote, relative to the page
    # Addresses of other pages of the site, by link text.
    links: Mapping[str, str] = field(default_factory=dict)

    def parts(self) -> dict[str, str]:
        """Return the page template's policy, references to the shared files, and links."""
        shared = html.escape(self.shared)
        return {
            # Drawings use inline styles.
            "policy": _policy("'self'", "'self' 'unsafe-inline'"),
            "style": f'<link rel="stylesheet" href="{shared}/{_STYLE}">',
            "script": f'<script src="{shared}/{_SCRIPT}"></script>',
            "links": _links(self.links),
        }


def _links(links: Mapping[str, str]) -> str:
    """Return the HTML of links at the top of a page; empty without links."""
    made = " ".join(
        f'<a href="{html.escape(place)}">{html.escape(words)}</a>' for words, place in links.items()
    )
    return f'<p class="site">{made}</p>\n' if made else ""


def write_shared(folder: Path) -> None:
    """Write the style sheet and script of a site's pages to a folder, created if missing."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _STYLE).write_text(_style(), "utf-8")
    (folder / _SCRIPT).write_text(_script(), "utf-8")


def _alone(links: Mapping[str, str]) -> dict[str, str]:
    """Return the template parts of a self-contained page."""
    return {
        "policy": policy(),
        "style": f"<style>{_style()}</style>",
        "script": f"<script>{_script()}</script>",
        "links": _links(links),
    }


def page(
    replay: Replay[Any],
    viewer: int | None = None,
    *,
    title: str = "",
    review: Review | None = None,
    on_site: OnSite | None = None,
    links: Mapping[str, str] = MappingProxyType({}),
    names: Sequence[str] = (),
    on_progress: OnProgress = _no_progress,
) -> str:
    """Return the page of a replay.

    Parameters
    ----------
    replay
        The game.
    viewer
        The seat from whose perspective it is shown; None shows all hands, and the seed.
    title
        The title of the page.
    review
        The result of ``wistar_env.play.review_data.review_of`` for the same viewer; it adds a chart
        of the chances of winning, marks, and the worst decisions.
    on_site
        The site whose shared files it uses; None for a self-contained page.
    links
        Links at the top of a self-contained page: addresses by link text.
    names
        The names of the seats, by default ``Replay.seat_names``.
    on_progress
        Called after each position with the number drawn so far, of ``len(replay.actions) + 1``.

    Raises
    ------
    ReplayError
        If an action is not legal; the message names its number.
    """
    names = names or replay.seat_names
    contents = page_data(replay, viewer, on_progress, review, names)
    game = replay.resume()
    return Template(_template("replay.html")).substitute(
        title=_escaped(title or f"{game.spec.title}: a replay"),
        facts=html.escape(_facts(replay, game, viewer, names)),
        contents=compressed(contents),
        **(on_site.parts() if on_site else _alone(links)),
    )


def write(
    replay: Replay[Any],
    file: str | os.PathLike[str],
    viewer: int | None = None,
    *,
    title: str = "",
    review: Review | None = None,
    on_progress: OnProgress = _no_progress,
) -> int:
    """Write the page of a replay; return its size in bytes. See ``page``."""
    contents = page(replay, viewer, title=title, review=review, on_progress=on_progress).encode()
    Path(file).write_bytes(contents)
    return len(contents)
