"""An animated turn of a game, which ``website.pictures`` writes as ``turn.svg``.

An SVG document with the wheel, the Farm and a seat, which change as a bot plays a turn. It contains
each drawing once, with the times at which it is visible. Without animation it shows the turn's end.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import numpy as np

from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.games.rats_of_wistar.render.svg import ink
from wistar_env.kit.bots import Batch
from wistar_env.kit.bots import View as Decision
from wistar_env.kit.bots.registry import load
from wistar_env.kit.pictures import marks

#: The seed of a game of two bots, and the number of decisions before the turn.
_SEED: Final = 50
_BEFORE: Final = 60
#: An upper bound for the decisions of the turn.
_MOST: Final = 40
_NAMES: Final = ("You", "greedy")
#: The width of the table on the page in pixels, and in units of the drawing.
_ROOM: Final = 1000.0
_WIDTH: Final = 944.0
_CAPTION: Final = 64.0
#: Seconds for which each position is shown, and extra seconds for the last.
_PACE: Final = 1.8
_REST: Final = 3.0

#: A drawing of a part: x, y, and its SVG elements.
_Drawing = tuple[float, float, str]


def _turn() -> Iterator[tuple[RatsOfWistar, str]]:
    """Yield the positions of a turn of seat 0, each with a text about the action before it."""
    game = RatsOfWistar.new(num_players=2, seed=_SEED)
    player = load("greedy")
    player.reset(_SEED)
    for number in range(_BEFORE + _MOST):
        if number == _BEFORE:
            turn = game.turn
            yield game.clone(), f"Round {game.presentation.stage.split()[1]}: your turn"
        view = Decision(game, game.seat)
        action = int(player.act(Batch((view,), np.array([_SEED], np.int64)))[0])
        told = game.presentation.narrate(game.presentation.events_of(action, [0])[0], _NAMES)
        game.step(action)
        if number >= _BEFORE:
            yield game.clone(), " ".join(told)
            if game.turn != turn:
                return


def _drawings(game: RatsOfWistar) -> tuple[dict[str, _Drawing], float]:
    """Return a position's drawings by name, and the y coordinate of their lower edge."""
    scene = replace(game.presentation.page_scene(0), names=_NAMES, decision=None)
    sheet = game.presentation.draw_table(scene, _ROOM)
    parts = {part.name: part for part in sheet.parts}
    shown = (parts[name] for name in ("wheel", "farm", "seat 0", "cards"))
    return {part.name: (part.x, part.y, part.svg) for part in shown}, parts["supply"].y


def _visible(name: str, frames: list[int], ends: list[float], last: int) -> tuple[str, str]:
    """Return CSS rules for a drawing in some frames: without and with animation."""
    total, stops = ends[-1], []
    for k in range(len(ends)):
        begin = 100 * (ends[k - 1] if k else 0.0) / total
        stops.append(f"{begin:.2f}%{{visibility:{'visible' if k in frames else 'hidden'}}}")
    still = "" if last in frames else f".{name}{{visibility:hidden}}"
    moves = f".{name}{{animation:{name} {total:g}s step-end infinite}}"
    return still, f"@keyframes {name}{{{''.join(stops)}}}{moves}"


def _caption(words: str) -> str:
    """Draw a caption on a coloured band."""
    band = marks.rect(0, 0, _WIDTH, _CAPTION, fill=ink.INK)
    return band + marks.fitted(20, 40, words, 24, _WIDTH - 40, bold=True, fill=ink.WHITE)


def moving_turn() -> str:
    """Return the turn as an SVG document."""
    frames = [*_turn()]
    pictures = [_drawings(game) for game, _ in frames]
    high = _CAPTION + max(end for _, end in pictures)
    ends = [_PACE * (k + 1) for k in range(len(frames))]
    ends[-1] += _REST
    last, parts, still, moving = len(frames) - 1, [], [], []
    seen: dict[tuple[float, float, str], list[int]] = {}
    for k, ((_, words), picture) in enumerate(zip(frames, pictures, strict=True)):
        for x, y, svg in picture[0].values():
            seen.setdefault((x, y + _CAPTION, svg), []).append(k)
        seen.setdefault((0.0, 0.0, _caption(words)), []).append(k)
    for number, ((x, y, svg), shown) in enumerate(seen.items()):
        name = f"f{number}"
        parts.append(marks.element("g", marks.group(svg, x=x, y=y), class_=name))
        if len(shown) < len(frames):
            hidden, style = _visible(name, shown, ends, last)
            still.append(hidden)
            moving.append(style)
    rules = f"{''.join(still)}@media (prefers-reduced-motion: no-preference){{{''.join(moving)}}}"
    ground = marks.rect(0, 0, _WIDTH, high, fill="#efe6d5")
    return marks.document(
        _WIDTH, high, marks.element("style", rules), ground, *parts,
        title="A turn of Rats of Wistar, step by step",
    )  # fmt: skip
