"""The round, turn order, decision, last actions, final scores and VP track of a picture."""

from collections.abc import Iterator
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import ink, rich, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import market
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing
from wistar_env.games.rats_of_wistar.render.svg.position.panels import heading
from wistar_env.games.rats_of_wistar.scene.parts import Choice, Piece, Scene
from wistar_env.games.rats_of_wistar.tables.sentences import sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain
from wistar_env.kit.pictures import lettering, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside, flow, share
from wistar_env.kit.pictures.marks import circle, fitted, group, line, rect, text

_BUTTON: Final = 28.0
#: The vertical offset of stacked marks on the VP track.
_STACKED: Final = 18.0
_LINES: Final = 5
#: Blocks of actions on an Invention that may not be visible on the table.
_CARDS: Final = ("PLAY", "USE", "DISCARD", "PICK")


def title(drawing: Drawing, width: float) -> Drawn:
    """Draw the name of the game, the round and turn, and the turn order."""
    scene = drawing.scene
    name = Drawn(150, 30, text(0, 23, "Rats of Wistar", 21, bold=True))
    order = [
        Drawn(26, 30, tokens.draw("mark", drawing.who(seat), 0, 3, 25, drawing.name(seat)))
        for seat in scene.turn_order
    ]
    label = Drawn(66, 30, text(0, 20, "Turn order", 12, fill=ink.MUTED))
    left, right = beside([name, _rounds(drawing)], 18), beside([label, *order], 5)
    if left.width + right.width + 18 > width:
        return below([left, right], 2)._replace(width=width)
    return Drawn(width, 30, left.svg + right.at(width - right.width, 0))


def _rounds(drawing: Drawing) -> Drawn:
    """Draw the rounds as a row of marks, highlighting the current one."""
    scene = drawing.scene
    drawn, x = "", 9.0
    for k in range(1, scene.rounds + 1):
        done, here = k < scene.round, k == scene.round
        fill = ink.EARTH if done else ink.GOLD if here else ink.WHITE
        drawn += circle(x, 16, 9, fill=fill, stroke=ink.INK, stroke_width=1.6 if here else 1)
        colour = ink.WHITE if done else ink.INK
        drawn += text(x, 20.2, str(k), 11.5, bold=True, anchor="middle", fill=colour)
        x += 23
    words = f"turn {scene.turn} of {scene.turns}" if scene.round else "starting hands"
    words = "the game is over" if scene.totals else words
    drawn += text(x, 20, words, 12.5, fill=ink.MUTED)
    title = f"round {scene.round} of {scene.rounds}"
    return Drawn(x + lettering.width(words, 12.5), 30, group(drawn, title=title))


def decision(drawing: Drawing, width: float) -> Drawn:
    """Draw the current decision, with buttons for the remaining actions.

    Call it after drawing everything else: elements drawn before it use up their actions.
    """
    decision = drawing.scene.decision
    if decision is None:
        return Drawn(0, 0, "")
    name = decision.name
    if name == "turn":
        name = "place a Chief" if drawing.scene.due is None else "what is next in the turn"
    who = drawing.name(decision.seat)
    words = f"{who} {'decide' if who == 'You' else 'decides'}: {name}"
    details = "; ".join(details_of(drawing.scene))
    mark = tokens.draw("mark", drawing.who(decision.seat), 0, 0, 28)
    told = fitted(38, 13 if details else 19, words, 15, width - 38, least=11, bold=True)
    if details:
        told += group(
            fitted(38, 27, details, 11.5, width - 38, least=rich.LEAST, fill=ink.MUTED),
            title=details,
        )
    head = Drawn(width, 30, mark + told)
    drawn = loose(drawing, width)
    buttons = [_button(choice, width) for choice in drawing.answers.left()]
    return below([head, flow(drawn, width), flow(buttons, width, 8)], 9)


def loose(drawing: Drawing, width: float) -> list[Drawn]:
    """Draw cards and Objectives to choose from that are not on the table."""
    left = drawing.answers.left()
    cards = [_loose_card(drawing, each, width) for each in left if each.block in _CARDS]
    return cards + [
        market.kept_objective(drawing, each.numbers[0], share(width, 220, 6, most=3))
        for each in left
        if each.block == "KEEP"
    ]


def _loose_card(drawing: Drawing, choice: Choice, width: float) -> Drawn:
    piece = Piece(choice.numbers[0], choice.text)
    return market.invention(drawing, piece, share(width, 124, 6, most=6))


def details_of(scene: Scene) -> Iterator[str]:
    """Yield details of the decision: what remains to be done, what is due, and its cause."""
    assert scene.decision is not None
    for amount in scene.decision.numbers:
        if "left" in amount.text or "due" in amount.text:
            yield f"{amount.text}: {amount.count}"
    yield from scene.decision.details
    yield from (f"from {card.text.partition(':')[0]}" for card in scene.decision.cards)
    yield from (f"from Guest {guest.text.partition(' ')[0]}" for guest in scene.decision.guests)
    if scene.due is not None:
        main = ["the Main action"] * scene.due.main
        due = [*main, *(f"Bonus: {bonus}" for bonus in scene.due.bonuses)]
        if due:
            yield f"due in this turn: {', '.join(due)}"


def _button(choice: Choice, most: float) -> Drawn:
    words = choice.text[0].upper() + choice.text[1:]
    marked = words + (f": {sentence(choice.effect).rstrip('.')}" if choice.effect else "")
    size = 12.0
    width = min(most, rich.width(marked, size, True) + 24)
    box = rich.fit(marked, width - 20, 18, size, rich.LEAST, bold=True)
    drawn = rect(0, 0, width, _BUTTON, 14, fill=ink.WHITE) + rich.draw(
        box, width / 2, (_BUTTON - box.height) / 2, anchor="middle"
    )
    said = f"{choice.text}: {plain(sentence(choice.effect))}" if choice.effect else choice.text
    return Drawn(
        width,
        _BUTTON,
        touch.answering((choice,), drawn, touch.box(0, 0, width, _BUTTON, 14), said, button=True),
    )


def done(drawing: Drawing, width: float) -> Drawn:
    """Draw the last actions, at most five; an empty drawing if there are none."""
    if not drawing.scene.done:
        return Drawn(0, 0, "")
    shown = drawing.scene.done[-_LINES:]
    label = Drawn(width, 14, text(0, 11, "Just done", 11.5, bold=True, fill=ink.MUTED))
    told = [
        Drawn(width, 15, group(fitted(0, 11, words, 12, width, least=rich.LEAST), title=words))
        for words in shown
    ]
    return below([label, *told], 1)


def totals(drawing: Drawing, width: float) -> Drawn:
    """Draw the final scores by category, the best seat first; empty if the scene has none."""
    scene = drawing.scene
    if not any(total.parts for total in scene.totals):
        return Drawn(0, 0, "")
    kinds = [
        part.number
        for k, part in enumerate(scene.totals[0].parts)
        if any(total.parts[k].count for total in scene.totals)
    ]
    names = {part.number: part.text.replace("_", " ") for part in scene.totals[0].parts}
    return (
        _upright(drawing, kinds, names, width)
        if drawing.narrow
        else _across(drawing, kinds, names, width)
    )


def _across(drawing: Drawing, kinds: list[int], names: dict[int, str], width: float) -> Drawn:
    """Draw the scores as a table with a row for each seat."""
    label, last, high = 190.0, 80.0, 30.0
    each = (width - label - last) / max(1, len(kinds))
    drawn = "".join(
        text(label + each * (k + 0.5), 12, names[kind], 11, anchor="middle", fill=ink.MUTED)
        for k, kind in enumerate(kinds)
    )
    drawn += text(width - last / 2, 12, "total", 11, anchor="middle", fill=ink.MUTED)
    for row, total in enumerate(drawing.scene.totals):
        y = 20 + high * row
        if row == 0:
            drawn += rect(0, y, width, high, 6, fill="#fbeab8")
        drawn += text(10, y + 20, f"{row + 1}.", 13, bold=True)
        drawn += tokens.draw("mark", drawing.who(total.seat), 30, y + 3, 24)
        name = drawing.name(total.seat)
        drawn += fitted(62, y + 20, name, 14, label - 66, least=rich.LEAST, bold=True)
        for k, kind in enumerate(kinds):
            count = str(total.parts[kind].count)
            drawn += text(label + each * (k + 0.5), y + 20, count, 13.5, anchor="middle")
        drawn += text(width - last / 2, y + 21, f"{total.vp} VP", 15, bold=True, anchor="middle")
    return Drawn(width, 20 + high * len(drawing.scene.totals), drawn)


def _upright(drawing: Drawing, kinds: list[int], names: dict[int, str], width: float) -> Drawn:
    """Draw the scores as a table with a column for each seat."""
    totals, label, high = drawing.scene.totals, 110.0, 22.0
    each = (width - label) / len(totals)
    drawn = ""
    for k, total in enumerate(totals):
        x = label + each * (k + 0.5)
        drawn += tokens.draw(
            "mark", drawing.who(total.seat), x - 13, 0, 26, drawing.name(total.seat)
        )
    rows = [(names[kind], [str(total.parts[kind].count) for total in totals]) for kind in kinds]
    rows.append(("total", [str(total.vp) for total in totals]))
    for row, (name, counts) in enumerate(rows):
        y, bold = 32 + high * row, row == len(rows) - 1
        drawn += line(0, y, width, y, stroke=ink.LINE) + text(0, y + 15.5, name, 12.5, bold=bold)
        for k, count in enumerate(counts):
            x = label + each * (k + 0.5)
            drawn += text(x, y + 15.5, count, 13.5, bold=bold, anchor="middle")
    return Drawn(width, 32 + high * len(rows), drawn)


def track(drawing: Drawing, width: float) -> Drawn:
    """Draw the VP track with the marks of all seats, stacking those that overlap."""
    seats = drawing.scene.seats
    highest = max(100, *(-(-seat.vp // 20) * 20 for seat in seats))
    left, size = 14.0, 22.0
    length = width - left - 14
    lanes: list[list[float]] = []
    discs = ""
    for seat in sorted(seats, key=lambda each: (each.vp, each.number)):
        x = left + length * seat.vp / highest
        lane = next(
            (k for k, taken in enumerate(lanes) if all(abs(x - t) >= size + 1 for t in taken)),
            len(lanes),
        )
        if lane == len(lanes):
            lanes.append([])
        lanes[lane].append(x)
        title = f"{drawing.name(seat.number)}: {seat.vp} VP"
        discs += tokens.draw(
            "mark", drawing.who(seat.number), x - size / 2, -size - lane * _STACKED, size, title
        )
    top = size + (len(lanes) - 1) * _STACKED + 3
    ruler = rect(left - 4, top, length + 8, 8, 4, fill=ink.GOLD, stroke="#b08a1c")
    step = 5 if highest <= 200 else 20
    for value in range(0, highest + 1, step):
        x = left + length * value / highest
        major = value % 20 == 0
        ruler += line(x, top, x, top + (8 if major else 4), stroke="#7a5f10")
        if major:
            ruler += text(x, top + 20, str(value), 10.5, anchor="middle", fill=ink.MUTED)
    drawn = Drawn(width, top + 24, ruler + group(discs, y=top - 2))
    return below([heading("VP track", width), drawn], 4)
