"""Pieces that can be taken: displays and decks, starting pairs, Objectives, and the supply."""

from collections.abc import Iterator

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import small, words
from wistar_env.games.rats_of_wistar.render.svg.position.clickable import Choices
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing
from wistar_env.games.rats_of_wistar.render.svg.position.panels import heading
from wistar_env.games.rats_of_wistar.scene.parts import Objective, Pair, Piece, Tier
from wistar_env.games.rats_of_wistar.tables.symbol_words import counted
from wistar_env.kit.pictures import lettering, touch
from wistar_env.kit.pictures.boxes import Drawn, below, beside, flow, share
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import group, rect, text

_DECK = 54.0
_GAP = 6.0
#: The scale of the round's Guest.
_LARGE = 1.35


def display(drawing: Drawing, tier: int, width: float, columns: int = 4) -> Drawn:
    """Draw the deck and the display of a tier; a narrow picture has two columns."""
    columns = 2 if drawing.narrow else columns
    shown = drawing.scene.tiers[tier]
    note = f"{shown.deck} in the deck, {shown.discarded} discarded"
    each = (width - _DECK - _GAP * columns) / columns
    cards = [_slot(drawing, tier, slot, piece, each) for slot, piece in enumerate(shown.display)]
    deck = _deck(drawing, tier, shown)
    rows = [beside(cards[k : k + columns], _GAP) for k in range(0, len(cards), columns)]
    head = heading(f"{shown.name.capitalize()} Inventions", width, note)
    return below([head, beside([deck, below(rows, _GAP)], _GAP)], 5)


def _deck(drawing: Drawing, tier: int, shown: Tier) -> Drawn:
    choices = drawing.answers.about("TAKE", tier, len(shown.display))
    title = f"{shown.name} deck: {counted(shown.deck, 'card')}"
    drawn = small.back(shown.name, _DECK, small.CARD, str(shown.deck), title)
    halo = touch.box(0, 0, _DECK - 3, small.CARD - 2)
    return drawn._replace(svg=touch.answering(choices, drawn.svg, halo))


def _slot(drawing: Drawing, tier: int, slot: int, piece: Piece | None, width: float) -> Drawn:
    if piece is None:
        gap = rect(
            0.5, 0.5, width - 1, small.CARD - 1, 6, fill=ink.SUNKEN, stroke=ink.LINE,
            stroke_dasharray="4 3",
        )  # fmt: skip
        return Drawn(width, small.CARD, gap)
    taking = drawing.answers.about("TAKE", tier, slot)
    return invention(drawing, piece, width, taking)


def invention(drawing: Drawing, piece: Piece, width: float, more: Choices = ()) -> Drawn:
    """Draw a face-up Invention with its legal actions."""
    drawn = small.card(drawing.cards[piece.number], width)
    choices = more + of_card(drawing, piece.number)
    printed = words.invention(drawing.cards[piece.number])
    named = group(drawn.svg, title=printed, data_piece=name_of("invention", piece.number + 1))
    said = "; ".join([*(choice.text for choice in choices), printed])
    halo = touch.box(0, 0, width, small.CARD)
    return drawn._replace(svg=touch.answering(choices, named, halo, said))


def of_card(drawing: Drawing, number: int, first: str = "PLAY") -> Choices:
    """Return the legal actions on an Invention, starting with those of the block ``first``."""
    found = drawing.answers.about(first, number)
    for block in ("PLAY", "USE", "DISCARD", "PICK"):
        if block != first:
            found += drawing.answers.about(block, number)
    return found


def pairs(drawing: Drawing, width: float) -> Drawn:
    """Draw the starting pairs to choose from."""
    each = share(width, 330 if drawing.narrow else 270, 16, most=4)
    drawn = [_pair(drawing, pair, each) for pair in drawing.scene.pairs]
    return below([heading("Starting pairs", width), flow(drawn, width, 16)], 6)


def _pair(drawing: Drawing, pair: Pair, width: float) -> Drawn:
    each = (width - _GAP) / 2
    cards = beside(
        [
            small.card(drawing.cards[card.number], each)._replace(
                svg=group(
                    small.card(drawing.cards[card.number], each).svg,
                    title=words.invention(drawing.cards[card.number]),
                    data_piece=name_of("invention", card.number + 1),
                )
            )
            for card in pair.cards
        ],
        _GAP,
    )
    choices = drawing.answers.about("PAIR", pair.number)
    told = (words.invention(drawing.cards[card.number]) for card in pair.cards)
    said = "; ".join([f"choose starting pair {pair.number + 1}", *told])
    halo = touch.box(-3, -3, width + 6, small.CARD + 6, 8)
    return cards._replace(svg=touch.answering(choices, cards.svg, halo, said))


def objectives(drawing: Drawing, width: float) -> Drawn:
    """Draw the revealed Objectives with the discs on them."""
    each = share(width, 215, _GAP, most=3)
    note = f"{drawing.scene.objectives_left} in the deck"
    drawn = [_objective(drawing, objective, each) for objective in drawing.scene.objectives]
    return below([heading("Objectives", width, note), flow(drawn, width)], 5)


def _objective(drawing: Drawing, shown: Objective, width: float) -> Drawn:
    number = shown.card.number
    printed = drawing.scene.printed.objectives.objective[number]
    drawn = small.objective(printed, width, shown.claimed, shown.spaces)
    claimers = [
        seat.number
        for seat in drawing.scene.seats
        if number in {each.number for each in seat.claims}
    ]
    discs = "".join(
        tokens.draw(
            "disc",
            drawing.who(seat),
            width - 22 - 19 * k,
            5,
            18,
            f"claimed by {drawing.name(seat)}",
        )
        for k, seat in enumerate(reversed(claimers))
    )
    named = group(
        drawn.svg,
        discs,
        title=words.objective(printed),
        data_piece=name_of("objective", number + 1),
    )
    choices = drawing.answers.about("CLAIM", number) + drawing.answers.about("KEEP", number)
    halo = touch.box(0, 0, width, small.OBJECTIVE)
    return drawn._replace(svg=touch.answering(choices, named, halo))


def kept_objective(drawing: Drawing, number: int, width: float) -> Drawn:
    """Draw an Objective that the player may keep."""
    printed = drawing.scene.printed.objectives.objective[number]
    drawn = small.objective(printed, width, 0, len(printed.spaces))
    choices = drawing.answers.about("KEEP", number)
    halo = touch.box(0, 0, width, small.OBJECTIVE)
    named = group(drawn.svg, data_piece=name_of("objective", number + 1))
    return drawn._replace(svg=touch.answering(choices, named, halo))


def guest_tile(drawing: Drawing, piece: Piece, width: float) -> Drawn:
    """Draw a face-up Guest Mouse tile or Cheese."""
    printed = drawing.guests.get(piece.number)
    if printed is None:
        place = piece.number - len(drawing.guests)
        drawn = small.cheese(drawing.scene.printed.guests.cheese[place].vp, width)
        name = name_of("cheese", place + 1)
    else:
        drawn = small.guest(printed.kind, printed.timing, printed.effect, printed.vp, width)
        name = name_of("guest", piece.number + 1)
    title = words.guest(printed) if printed else piece.text
    return Drawn(width, small.TILE, group(drawn, title=title, data_piece=name))


def supply(drawing: Drawing, width: float) -> Drawn:
    """Draw the Guest of the round, and the Guests, Heroes and Skill tokens that are left."""
    return flow(_supply(drawing), width, 14)


def _labelled(label: str, drawn: Drawn) -> Drawn:
    width = max(drawn.width, lettering.width(label, 10.5))
    return Drawn(
        width,
        drawn.height + 16,
        text(0, 10, label, 10.5, fill=ink.MUTED, bare=True) + drawn.at(0, 16),
    )


def _supply(drawing: Drawing) -> Iterator[Drawn]:
    scene = drawing.scene
    left = scene.round_guests_left
    if scene.round_guest is not None:
        small_tile = guest_tile(drawing, scene.round_guest, 62)
        tile = Drawn(62 * _LARGE, small.TILE * _LARGE, group(small_tile.svg, scale=_LARGE))
    else:
        empty = rect(
            0.5, 0.5, 61, small.TILE - 1, 5, fill=ink.SUNKEN, stroke=ink.LINE,
            stroke_dasharray="4 3",
        )  # fmt: skip
        tile = Drawn(62, small.TILE, group(empty, title="The Guest of the round is gone"))
    yield _labelled(f"Round Guest, {left} more", tile)
    counts = {each.text: each.count for each in scene.guests_left}
    stacks = [
        Drawn(
            54,
            small.TILE,
            group(
                icons.draw(f"guest_{kind}", 0, 9, 26),
                text(29, 27, f"\u00d7{counts.get(kind, 0)}", 13, bold=True, bare=True),
                title=f"{counted(counts.get(kind, 0), 'Guest')} of the {kind} in the supply",
            ),
        )
        for kind in ("home", "basement")
    ]
    yield _labelled("Guests left", beside(stacks, 6))
    heroes = beside([_hero(drawing, piece) for piece in scene.heroes_left], 3)
    skills = beside([_skill(drawing, piece) for piece in scene.skills_left], 3)
    if heroes.width or skills.width:
        yield _labelled("Heroes and Skill tokens left", flow([heroes, skills], 190, 4))


def _hero(drawing: Drawing, piece: Piece) -> Drawn:
    printed = drawing.scene.printed.heroes.hero[piece.number]
    drawn = small.hero(piece.number, printed.name, printed.skill, printed.icons, 27)
    halo = touch.box(0, 0, drawn.width, drawn.height)
    choices = drawing.answers.about("HERO", piece.number)
    return drawn._replace(svg=touch.answering(choices, drawn.svg, halo))


def _skill(drawing: Drawing, piece: Piece) -> Drawn:
    drawn = small.skill_token(piece, 24)
    choices = drawing.answers.about("SKILL", piece.number)
    return drawn._replace(svg=touch.answering(choices, drawn.svg, touch.ring(12, 12, 12)))
