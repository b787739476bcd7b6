"""The board, as a page shows it."""

from wistar_env.scene import Scene


def picture(scene: Scene, *, narrow: bool) -> str:
    """Return the board as SVG; elements that answer to actions have ``data-action``."""
    from html import escape
    from wistar_env.render.text import page
    lines = page(scene).splitlines()
    w = 400 if narrow else 1200
    out = "".join(f'<text x="8" y="{20 + 15*k}" font-size="12" fill="#222">{escape(l)}</text>' for k, l in enumerate(lines))
    acts = scene.decision.choices if scene.decision else ()
    ids = [c.action for c in acts]
    out += "".join(f'<g data-action="{a}"><rect x="{w-60}" y="{10+30*k}" width="50" height="24" fill="#8ac"/></g>' for k, a in enumerate(ids))
    if len(ids) > 1: out += f'<g data-action="{" ".join(map(str, ids))}"><rect x="{w-130}" y="10" width="50" height="24" fill="#ca8"/></g>'
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w} {30+15*len(lines)}">{out}</svg>'
