"""The board of a seat: goods, lair, abilities, and Inventions."""

from collections.abc import Iterator
from math import ceil
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import market, short, small, words
from wistar_env.games.rats_of_wistar.render.svg.position.clickable import Choices
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing
from wistar_env.games.rats_of_wistar.scene.parts import Piece, Seat
from wistar_env.games.rats_of_wistar.tables.symbol_words import counted, title
from wistar_env.kit.pictures import touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside, flow, share
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import fitted, group, path, rect, text

_CELL: Final = 46.0
_HIGH: Final = 44.0
_GAP: Final = 4.0
#: Position and size of the VP in a cell.
_VP: Final = (20.0, 0.5, 25.0)
_SYMBOLS: Final = {"no": "", "Basic": "electricity_basic", "Advanced": "electricity_advanced"}


def head(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw the head of a panel: mark, name, VP, place in the turn order, Chiefs and discs."""
    who, name = drawing.who(seat.number), drawing.name(seat.number)
    place = drawing.scene.turn_order.index(seat.number) + 1
    you = " (you)" if seat.number == drawing.scene.viewer and name != "You" else ""
    right = beside(_stock(drawing, seat), 3)
    drawn = (
        tokens.draw("mark", who, 0, 0, 28)
        + fitted(36, 13, name + you, 15, width - right.width - 120, least=11, bold=True, bare=True)
        + text(36, 26, f"{_ordinal(place)} in turn order", 10.5, fill=ink.MUTED, bare=True)
        + right.at(width - right.width - 44, 2)
        + icons.victory(seat.vp, width - 36, -4, 36)
    )
    return Drawn(width, 30, drawn)


def _ordinal(place: int) -> str:
    return {1: "1st", 2: "2nd", 3: "3rd"}.get(place, f"{place}th")


def _stock(drawing: Drawing, seat: Seat) -> Iterator[Drawn]:
    """Yield the pieces that the seat has not placed yet."""
    who = drawing.who(seat.number)
    pitched = sum(seat.number in room.tents for room in drawing.scene.rooms)
    counts = (("chief", seat.chiefs), ("tent", 2 - pitched), ("disc", seat.discs))
    for kind, count in counts:
        if count:
            yield Drawn(
                40,
                24,
                group(
                    tokens.draw(kind, who, 0, 0, 24),
                    text(25, 17, f"\u00d7{count}", 11, bold=True, bare=True),
                    title=f"{counted(count, kind)} to place",
                ),
            )


def goods(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw tokens, Electricity, Door tokens, Workers at the entrance, and icons."""
    return flow(_goods(drawing, seat), width, 7)


def _good(symbol: str, value: int | str, title: str) -> Drawn:
    width = 29.0 + 7 * len(str(value))
    drawn = (
        rect(0, 0, width, 26, 6, fill=ink.WHITE, stroke=ink.LINE)
        + icons.draw(symbol, 3, 3, 20)
        + text(26, 18, str(value), 13, bold=True)
    )
    return Drawn(width, 26, group(drawn, title=title))


def _goods(drawing: Drawing, seat: Seat) -> Iterator[Drawn]:
    for symbol, count, block in (
        ("wood", seat.wood, ""),
        ("metal", seat.metal, ""),
        ("movement", seat.movement, "USE_MOVEMENT"),
        ("wild", seat.wild, "BUY_WILD"),
    ):
        drawn = _good(symbol, count, f"{count} {title(symbol, count != 1)}")
        yield _answering(drawing, seat, drawn, block)
    yield _answering(drawing, seat, _electricity(seat), "BUY_ELECTRICITY")
    yield _good("door", seat.doors, counted(seat.doors, "Door token"))
    yield _good("lair", seat.entrance, f"{counted(seat.entrance, 'Worker')} at the lair entrance")
    if seat.icons:
        yield _icons(seat)


def _electricity(seat: Seat) -> Drawn:
    symbol = _SYMBOLS[seat.electricity]
    coin = icons.draw(symbol or "electricity", 7, 3, 20)
    ground = rect(0, 0, 34, 26, 6, fill=ink.WHITE, stroke=ink.LINE)
    shown = coin if symbol else group(coin, opacity=0.22)
    return Drawn(34, 26, group(ground, shown, title=f"{seat.electricity} Electricity"))


def _icons(seat: Seat) -> Drawn:
    """Draw a seat's icons, each kind with its number."""
    parts, x = "", 7.0
    for each in seat.icons:
        parts += icons.draw(each.text, x, 4, 18)
        parts += text(x + 20, 18, str(each.count), 12, bold=True)
        x += 23 + 7 * len(str(each.count))
    ground = rect(0, 0, x + 1, 26, 6, fill=ink.SUNKEN)
    words = ", ".join(f"{each.text} {each.count}" for each in seat.icons)
    return Drawn(x + 1, 26, group(ground, parts, title=f"icons: {words}"))


def _answering(drawing: Drawing, seat: Seat, drawn: Drawn, block: str) -> Drawn:
    choices = drawing.answers.about(block) if block and drawing.decides(seat.number) else ()
    halo = touch.box(0, 0, drawn.width, drawn.height)
    return drawn._replace(svg=touch.answering(choices, drawn.svg, halo))


def lair(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw Bed tiles, and rooms with their contents."""
    beds, rooms = list(_beds(drawing, seat)), list(_rooms(drawing, seat))
    # All cells have the same width, so that the rows are aligned. A narrow picture has one row for
    # the Bed tiles and two for the rooms.
    columns = len(beds) if drawing.narrow else 9
    scale = min(1.25, width / (columns * (_CELL + _GAP) - _GAP))
    both = [flow(row, width / scale, _GAP) for row in (beds, rooms)]
    drawn = below(both, 5)
    return Drawn(width, drawn.height * scale, group(drawn.svg, scale=scale))


def _cell(
    fill: str,
    edge: str,
    drawn: str,
    title: str,
    choices: Choices = (),
    dash: str | None = None,
) -> Drawn:
    ground = rect(
        0.6, 0.6, _CELL - 1.2, _HIGH - 1.2, 5, fill=fill, stroke=edge, stroke_dasharray=dash
    )
    named = group(ground, drawn, title=title)
    return Drawn(_CELL, _HIGH, touch.answering(choices, named, touch.box(0, 0, _CELL, _HIGH, 5)))


def _beds(drawing: Drawing, seat: Seat) -> Iterator[Drawn]:
    values = drawing.scene.printed.board.beds.vp[1:]
    mine = drawing.decides(seat.number)
    for k, vp in enumerate(values):
        if k < seat.beds_built:
            best = k == seat.beds_built - 1
            past = text(_CELL / 2, _HIGH / 2 + 4, str(vp), 12, anchor="middle", fill=ink.MUTED)
            yield _cell(
                ink.SUNKEN, ink.LINE, icons.victory(vp, 11, 10, 24) if best else past,
                f"Bed space uncovered: {vp} VP" + (" count" if best else ""), dash="3 2",
            )  # fmt: skip
            continue
        build = drawing.answers.about("BUILD") if mine and k == seat.beds_built else ()
        drawn = icons.draw("bed", 3, 17, 23)
        if seat.bot is None:
            drawn += tokens.draw("worker", drawing.who(seat.number), 2, 1, 20)
        drawn += icons.victory(vp, *_VP)
        yield _cell("#e9d9ba", "#b98b52", drawn, f"Bed tile, {vp} VP", build)


def _rooms(drawing: Drawing, seat: Seat) -> Iterator[Drawn]:
    """Yield the rooms: first the open ones with their tiles, then those still to be dug."""
    values = drawing.scene.printed.board.rooms.vp[1:]
    mine = drawing.decides(seat.number)
    inside = [_guest(drawing, piece, mine) for piece in seat.guests]
    bed = icons.draw("bed", 9, 9, 28)
    inside += [_cell("#f8efdc", "#b98b52", bed, "Bed")] * seat.beds
    empty = icons.draw("room", 11, 10, 24)
    vacant = _cell(ink.WHITE, ink.LINE, group(empty, opacity=0.25), "room, free")
    inside += [vacant] * max(0, seat.rooms_free)
    yield from inside
    for k, vp in list(enumerate(values))[seat.rooms_dug :]:
        dig = drawing.answers.about("DIG") if mine and k == seat.rooms_dug else ()
        earth = (
            path("M4 34 q5 -7 10 0 t10 0 t10 0 t8 0", fill="none", stroke="#6b4f35", stroke_width=2)
            + path("M4 25 q5 -7 10 0 t10 0", fill="none", stroke="#6b4f35", stroke_width=2)
            + icons.victory(vp, *_VP)
        )
        yield _cell("#a58463", "#6b4f35", earth, f"Underground tile, {vp} VP", dig)


def _guest(drawing: Drawing, piece: Piece, mine: bool) -> Drawn:
    drawn = market.guest_tile(drawing, piece, _CELL)
    choices = drawing.answers.about("EXPEL", piece.number) if mine else ()
    return drawn._replace(svg=touch.answering(choices, drawn.svg, touch.box(0, 0, _CELL, _HIGH, 5)))


def abilities(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw the ability spaces with their cubes."""
    printed = drawing.scene.printed.abilities.ability
    taken = {piece.number for piece in seat.abilities}
    # All rows have the same number of spaces; there are as few rows as possible.
    fitting = max(1, int((width + _GAP) / (52 + _GAP)))
    columns = ceil(len(printed) / ceil(len(printed) / fitting))
    each = share(width, 52, _GAP, most=5 if drawing.narrow else columns)
    return flow(
        (_ability(drawing, seat, k, k in taken, each) for k in range(len(printed))), width, _GAP
    )


def _ability(drawing: Drawing, seat: Seat, number: int, taken: bool, width: float) -> Drawn:
    printed = drawing.scene.printed.abilities.ability[number]
    colours = tokens.ink_of(drawing.who(seat.number))
    edge = ink.COLOURS[printed.colour]
    told = f"pair +{printed.pair_vp}[vp]" if printed.pair else short.effect(printed.effect)
    does = rich.fit(told, width - 4, 15, rich.LEAST, rich.LEAST)
    drawn = rect(
        0.7, 0.7, width - 1.4, 40.6, 5, fill=colours.pale if taken else ink.WHITE,
        stroke=colours.edge if taken else edge, stroke_width=1.6 if taken else 1.1,
    )  # fmt: skip
    if not taken:
        drawn += tokens.draw("cube", drawing.who(seat.number), 3, 3, 19)
    else:
        drawn += icons.draw("tick", 4, 5, 15)
    if printed.vp:
        drawn += icons.victory(printed.vp, width - 23.5, 1.5, 22)
    drawn += rich.draw(does, width / 2, 31 - does.height / 2, anchor="middle")
    price = f", costs {printed.items} item" if printed.items and not taken else ""
    state = "removed" if taken else "there"
    title = f"{printed.name} ({printed.colour}): {words.effect(printed.effect)}; {printed.vp} VP"
    choices = drawing.answers.about("CUBE", number) if drawing.decides(seat.number) else ()
    named = group(
        drawn,
        title=f"{title}{price}; cube {state}",
        data_piece=name_of("ability", number + 1),
    )
    return Drawn(width, 42, touch.answering(choices, named, touch.box(0, 0, width, 42, 5)))


def tokens_held(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw Heroes, Skill tokens and Objectives of a seat."""
    heroes = [drawing.scene.printed.heroes.hero[piece.number] for piece in seat.heroes]
    numbers = [piece.number for piece in seat.heroes]
    drawn = [
        small.hero(number, each.name, each.skill, each.icons, 26)
        for number, each in zip(numbers, heroes, strict=True)
    ]
    drawn += [small.skill_token(piece, 26) for piece in seat.skill_tokens]
    private = {piece.number for piece in seat.private}
    claimed = {piece.number for piece in seat.claims}
    drawn += [
        _claim(drawing, seat, number, number in claimed) for number in sorted(claimed | private)
    ]
    return flow(drawn, width, 6)


def _claim(drawing: Drawing, seat: Seat, number: int, claimed: bool) -> Drawn:
    """Draw an Objective of a seat, either claimed or private."""
    printed = drawing.scene.printed.objectives.objective[number]
    width = 150.0
    drawn = (
        rect(0, 0, width, 26, 6, fill=ink.WHITE, stroke=ink.LINE)
        + icons.draw("objective", 4, 4, 18)
        + fitted(27, 17.5, printed.name, 11, width - 50, least=rich.LEAST)
    )
    if claimed:
        drawn += tokens.draw("disc", drawing.who(seat.number), width - 22, 4, 18)
    state = "claimed" if claimed else f"private; {printed.count} {printed.spaces[0]}"
    named = group(
        drawn, title=f"{printed.name}: {state}", data_piece=name_of("objective", number + 1)
    )
    choices = drawing.answers.about("CLAIM", number) if drawing.decides(seat.number) else ()
    return Drawn(width, 26, touch.answering(choices, named, touch.box(0, 0, width, 26)))


def inventions(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw the Inventions of a seat, in play and in its hand."""
    chips = share(width, 150, 6)
    played = [_played(drawing, seat, k, chips) for k in range(len(seat.played))]
    cards = share(width, 118, 6)
    hand = [market.invention(drawing, piece, cards) for piece in seat.hand]
    unknown = seat.hand_size - len(seat.hand)
    if unknown:
        title = f"{counted(unknown, 'card')} that only {drawing.name(seat.number)} knows"
        high = small.CARD if hand else 60.0
        hand.append(small.back("", 60, high, f"\u00d7{unknown}", title))
    in_play = _section(f"In play: {len(played) or 'nothing'}", flow(played, width), width)
    in_hand = _section(f"Hand: {seat.hand_size or 'nothing'}", flow(hand, width), width)
    return below([in_play, in_hand], 8)


def _section(words: str, drawn: Drawn, width: float) -> Drawn:
    label = Drawn(width, 13, text(0, 10, words, 11, bold=True, fill=ink.MUTED, bare=True))
    return below([label, drawn], 4)


def _played(drawing: Drawing, seat: Seat, place: int, width: float) -> Drawn:
    card, used = seat.played[place].card, seat.played[place].used
    drawn = small.chip(drawing.cards[card.number], width, used)
    choices = market.of_card(drawing, card.number, "USE")
    printed = words.invention(drawing.cards[card.number])
    title = f"{printed}{'; used this round' if used else ''}"
    said = "; ".join([*(choice.text for choice in choices), title])
    halo = touch.box(0, 0, width, small.CHIP)
    named = group(drawn.svg, title=title, data_piece=name_of("invention", card.number + 1))
    return drawn._replace(svg=touch.answering(choices, named, halo, said))


def player(drawing: Drawing, seat: Seat, width: float) -> Drawn:
    """Draw the board of a player: goods, lair, abilities, tokens, Objectives and Inventions."""
    return below(
        [
            head(drawing, seat, width),
            goods(drawing, seat, width),
            lair(drawing, seat, width),
            abilities(drawing, seat, width),
            tokens_held(drawing, seat, width),
            inventions(drawing, seat, width),
        ],
        9,
    )
