"""The page of a replay: one self-contained HTML file that works offline."""

import base64
import hashlib
import html
import json
import os
import zlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from wistar_env.kit.game import Game
from wistar_env.kit.game.option_text import players_text
from wistar_env.kit.pictures import lettering
from wistar_env.kit.replays import Replay
from wistar_env.replay_page.game_data import (
    explanations_of,
    result_of,
    step_of,
    totals_of,
)
from wistar_env.replay_page.picture_store import PictureStore

#: What ``wistar_env.play.review_data.review_of`` returns.
Review = Mapping[str, Any]

#: Called with the number of positions drawn so far.
OnProgress = Callable[[int], None]

_LEVEL: Final = 9
#: The files that pages of a site share, by what they hold.
_STYLE, _SCRIPT = "replay.css", "replay.js"
#: The parts of the one script of the page, in the order in which they use each other.
_SCRIPTS: Final = ("charts/elements.js", "charts/charts.js", "replay.js")


def _no_progress(drawn: int) -> None:
    """Show no progress."""


def page_data(
    replay: Replay[Any],
    viewer: int | None,
    on_progress: OnProgress = _no_progress,
    review: Review | None = None,
) -> dict[str, Any]:
    """Return the contents of the page as JSON values.

    Raises
    ------
    ReplayError
        If an action is not legal.
    """
    pictures, steps, scores = PictureStore(), [], []
    names = replay.start().presentation.seat_names
    wide: list[int] = []
    narrow: list[int] = []
    for drawn, (game, action) in enumerate(replay.positions(), start=1):
        for layout, shown in ((False, wide), (True, narrow)):
            picture = game.presentation.page_picture(viewer, names, choices=False, narrow=layout)
            shown.append(pictures.add(picture))
        scores.append(totals_of(game))
        if action is not None:
            steps.append(step_of(game, action, viewer, names))
        on_progress(drawn)
    explanations = explanations_of(replay, [step["seat"] for step in steps], viewer)
    named = [
        option["action"]
        for explanation in explanations.values()
        for option in explanation["options"]
    ]
    named += [step["action"] for step in steps if "action" in step]
    return {
        "nodes": pictures.nodes(),
        "wide": wide,
        "narrow": narrow,
        "steps": steps,
        "scores": scores,
        "explanations": explanations,
        "review": review,
        "words": _words(game, named),
        "result": result_of(game),
        "seats": _seats(replay, game),
    }


def _words(game: Game, actions: Iterable[int]) -> dict[int, str]:
    known = range(game.spec.num_actions)
    return {action: game.describe(action) for action in sorted({*actions}) if action in known}


def _seats(replay: Replay[Any], game: Game) -> list[dict[str, str]]:
    players, colours = replay.players or (), game.presentation.seat_colours
    return [
        {
            "name": name,
            "player": players[seat] if seat < len(players) else "",
            "ink": colours[seat][0],
            "dark": colours[seat][1],
        }
        for seat, name in enumerate(game.presentation.seat_names)
    ]


def compressed(contents: Any) -> str:
    """Return JSON values compressed by zlib and encoded in base64."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def _facts(replay: Replay[Any], game: Game, viewer: int | None) -> str:
    players = replay.num_players
    automata = game.presentation.seat_names[players:]
    kind = players_text(players)
    chosen = game.spec.options_in_words(replay.options)
    kind = ", ".join(filter(None, [kind, " on ".join(filter(None, [*automata, chosen]))]))
    # The seed reveals all hidden information.
    seen = f"seed {replay.seed}" if viewer is None else f"as seen by seat {viewer}"
    data = game.data.fingerprint.hex()[:8]
    return f"{kind}; {seen}; rules version {game.spec.rules_version}, data {data}"


def _escaped(text: str) -> str:
    """Return text escaped for HTML; names of files may be invalid Unicode."""
    return html.escape(text.encode(errors="replace").decode())


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _template(name: str) -> str:
    return files("wistar_env.replay_page").joinpath(name).read_text("utf-8")


def _script() -> str:
    return "\n".join(_template(name) for name in _SCRIPTS)


def policy() -> str:
    """Return the content security policy of the page: it runs its own script only."""
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
    """How a page belongs to a site, of whose pages many have the same style and script.

    Attributes
    ----------
    shared
        The address of the folder that ``write_shared`` wrote, as seen from the page.
    links
        Addresses of other pages of the site, by their words.
    """

    shared: str
    links: Mapping[str, str] = field(default_factory=dict)

    def parts(self) -> dict[str, str]:
        """Return the parts of the page's template."""
        links = " ".join(
            f'<a href="{html.escape(place)}">{html.escape(words)}</a>'
            for words, place in self.links.items()
        )
        shared = html.escape(self.shared)
        return {
            # Drawings have styles of elements.
            "policy": _policy("'self'", "'self' 'unsafe-inline'"),
            "style": f'<link rel="stylesheet" href="{shared}/{_STYLE}">',
            "script": f'<script src="{shared}/{_SCRIPT}"></script>',
            "links": f'<p class="site">{links}</p>\n' if links else "",
        }


def write_shared(folder: Path) -> None:
    """Write style and script for the pages of a site."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / _STYLE).write_text(_style(), "utf-8")
    (folder / _SCRIPT).write_text(_script(), "utf-8")


def _alone() -> dict[str, str]:
    """Return the parts of a page that needs no other file."""
    return {
        "policy": policy(),
        "style": f"<style>{_style()}</style>",
        "script": f"<script>{_script()}</script>",
        "links": "",
    }


def page(
    replay: Replay[Any],
    viewer: int | None = None,
    *,
    title: str = "",
    review: Review | None = None,
    on_site: OnSite | None = None,
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
        What ``wistar_env.play.review_data.review_of`` says to the same viewer: for a chart of the
        chances of winning, marks, and the worst decisions.
    on_site
        The site that it belongs to; None for a page that needs no other file.
    on_progress
        Called after each position with the number drawn so far, of ``len(replay.actions) + 1``.

    Raises
    ------
    ReplayError
        If an action is not legal; the message has its number.
    """
    contents = page_data(replay, viewer, on_progress, review)
    game = replay.resume()
    return Template(_template("replay.html")).substitute(
        title=_escaped(title or f"{game.spec.title}: a replay"),
        facts=html.escape(_facts(replay, game, viewer)),
        contents=compressed(contents),
        **(on_site.parts() if on_site else _alone()),
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
