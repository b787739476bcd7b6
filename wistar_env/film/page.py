"""The page of a replay: one HTML file without any request, so that it works everywhere."""

import base64
import hashlib
import html
import json
import os
import zlib
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, Final

from wistar_env.film.frames import Frames
from wistar_env.film.game_data import explanations_of, result_of, shown, step_of, watched
from wistar_env.game import Game
from wistar_env.gate import RULES_VERSION
from wistar_env.render.svg import ink, lettering, picture
from wistar_env.replay import Replay

#: Called with the number of positions that are drawn.
OnProgress = Callable[[int], None]

_LEVEL: Final = 9


def _nothing(drawn: int) -> None:
    """Show no progress."""


def film(replay: Replay, viewer: int | None, on_progress: OnProgress = _nothing) -> dict[str, Any]:
    """Return all that the page shows, as JSON values.

    Raises
    ------
    ReplayError
        If an action is not legal.
    """
    frames, wide, narrow, steps, scores = Frames(), [], [], [], []
    for drawn, (game, action) in enumerate(watched(replay), start=1):
        scene = shown(game, viewer)
        wide.append(frames.add(picture(scene, with_fonts=False)))
        narrow.append(frames.add(picture(scene, narrow=True, with_fonts=False)))
        scores.append([score["total"] for score in game.scores()])
        if action is not None:
            steps.append(step_of(game, action, viewer))
        on_progress(drawn)
    explanations = explanations_of(replay, [step["seat"] for step in steps], viewer)
    asked = [
        option["action"]
        for explanation in explanations.values()
        for option in explanation["options"]
    ]
    asked += [step["action"] for step in steps if "action" in step]
    return {
        "nodes": frames.nodes(),
        "wide": wide,
        "narrow": narrow,
        "steps": steps,
        "scores": scores,
        "thoughts": explanations,
        "words": _words(game, asked),
        "result": result_of(game),
        "seats": _seats(replay, game),
    }


def _words(game: Game, actions: Iterable[int]) -> dict[int, str]:
    known = range(len(game.components.actions.texts))
    return {action: game.describe(action) for action in sorted({*actions}) if action in known}


def _seats(replay: Replay, game: Game) -> list[dict[str, str]]:
    scene = game.scene(None)
    players = replay.players or ()
    return [
        {
            "name": name,
            "player": players[seat] if seat < len(players) else "",
            "ink": (ink.BOT if scene.seats[seat].bot else ink.SEATS[seat]).fill,
            "dark": (ink.BOT if scene.seats[seat].bot else ink.SEATS[seat]).edge,
        }
        for seat, name in enumerate(scene.names)
    ]


def packed(contents: Any) -> str:
    """Return JSON values as text that the page unpacks: base64 of what zlib makes of them."""
    text = json.dumps(contents, separators=(",", ":"), ensure_ascii=False)
    return base64.b64encode(zlib.compress(text.encode(), _LEVEL)).decode()


def _facts(replay: Replay, game: Game, viewer: int | None) -> str:
    players = replay.num_players
    kind = f"{players} players" if players > 1 else f"solo, Rat-o-bot on level {game.level}"
    # All that is hidden follows from the seed.
    seen = f"seed {replay.seed}" if viewer is None else f"as seat {viewer} sees it"
    data = game.components.fingerprint.hex()[:8]
    return f"{kind}; {seen}; rules version {RULES_VERSION}, data {data}"


def _written(text: str) -> str:
    """Return text as a page in UTF-8 may show it; names of files can be no text at all."""
    return html.escape(text.encode(errors="replace").decode())


def _hash(text: str) -> str:
    return base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _template(name: str) -> str:
    return files("wistar_env.film").joinpath(name).read_text("utf-8")


def page(
    replay: Replay,
    viewer: int | None = None,
    *,
    title: str = "",
    on_progress: OnProgress = _nothing,
) -> str:
    """Return the page of a replay.

    Parameters
    ----------
    replay
        The game.
    viewer
        The seat through whose eyes it is shown; None shows all hands, and the seed.
    title
        What stands above it.
    on_progress
        Called after each position with how many are drawn, of ``len(replay.actions) + 1``.

    Raises
    ------
    ReplayError
        If an action is not legal; the message says which.
    """
    script = _template("film.js")
    contents = film(replay, viewer, on_progress)
    game = replay.resume()
    policy = (
        "default-src 'none'; img-src data:; font-src data:; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{_hash(script)}'; base-uri 'none'; form-action 'none'"
    )
    return Template(_template("film.html")).substitute(
        policy=policy,
        title=_written(title or "Rats of Wistar: a replay"),
        facts=html.escape(_facts(replay, game, viewer)),
        style=lettering.font_faces() + _template("film.css"),
        film=packed(contents),
        script=script,
    )


def write(
    replay: Replay,
    file: str | os.PathLike[str],
    viewer: int | None = None,
    *,
    title: str = "",
    on_progress: OnProgress = _nothing,
) -> int:
    """Write the page of a replay; return its size in bytes. See ``page``."""
    contents = page(replay, viewer, title=title, on_progress=on_progress).encode()
    Path(file).write_bytes(contents)
    return len(contents)
