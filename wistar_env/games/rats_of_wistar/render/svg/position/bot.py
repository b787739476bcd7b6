"""The board of Rat-o-bot: its lair and cubes, its tracks, and its cards."""

from collections.abc import Iterator

from wistar_env.games.rats_of_wistar.render.svg import icons, ink, rich, tokens
from wistar_env.games.rats_of_wistar.render.svg.position import seat, short, small, words
from wistar_env.games.rats_of_wistar.render.svg.position.drawing import Drawing
from wistar_env.games.rats_of_wistar.scene.parts import Bot, Piece, Seat, Track
from wistar_env.games.rats_of_wistar.tables import schema_boards
from wistar_env.games.rats_of_wistar.tables.symbol_words import counted
from wistar_env.kit.pictures import lettering
from wistar_env.kit.pictures.boxes import Drawn, below, flow
from wistar_env.kit.pictures.gallery import name_of
from wistar_env.kit.pictures.marks import fitted, group, rect, text

_GAP = 4.0
_HIGH = 47.0


def rat_o_bot(drawing: Drawing, shown: Seat, width: float) -> Drawn:
    """Draw the board of Rat-o-bot: stock, lair, tracks, tokens and Action cards."""
    bot = shown.bot
    assert bot is not None
    return below(
        [
            seat.head(drawing, shown, width),
            flow(_stock(drawing, shown, bot), width, 7),
            seat.lair(drawing, shown, width),
            below((_track(drawing, track, width) for track in bot.tracks), 11),
            seat.tokens_held(drawing, shown, width),
            _actions(drawing, bot, width),
        ],
        9,
    )


def _counted(drawn: str, value: str, title: str) -> Drawn:
    width = 36.0 + lettering.width(value, 12.5, True)
    ground = rect(0, 0, width, 26, 6, fill=ink.WHITE, stroke=ink.LINE)
    return Drawn(width, 26, group(ground, drawn, text(29, 18, value, 12.5, bold=True), title=title))


def _stock(drawing: Drawing, shown: Seat, bot: Bot) -> Iterator[Drawn]:
    def worker(kind: str) -> str:
        return tokens.draw(kind, tokens.BOT, 3, 2, 22)

    yield _counted(worker("worker"), str(bot.workers), f"{counted(bot.workers, 'Worker')} in stock")
    values = drawing.scene.printed.board.bot_cubes.vp
    moved = len(values) - 1 - bot.cubes
    title = f"{counted(bot.cubes, 'cube')} left, {moved} moved: {values[moved]} VP"
    yield _counted(worker("cube"), f"{bot.cubes}, {values[moved]} VP", title)
    pile = icons.draw("deck", 4, 3, 20)
    yield _counted(pile, str(bot.pile), f"{counted(bot.pile, 'Invention')} in its pile")
    yield _counted(
        icons.draw("door", 4, 3, 20), str(shown.doors), counted(shown.doors, "Door token")
    )
    plan = " ".join(bot.floorplan)
    title = f"{counted(bot.explorations, 'Exploration card')} left; Missions in the order {plan}"
    yield _counted(icons.draw("explore", 4, 3, 20), f"{bot.explorations}: {plan}", title)


def _side(drawing: Drawing, track: Track) -> schema_boards.TrackSide:
    return next(
        side
        for side in drawing.scene.printed.bot_tracks.side
        if (side.symbol, side.index) == (track.symbol, track.index)
    )


def _track(drawing: Drawing, track: Track, width: float) -> Drawn:
    """Draw a track with its marker, its Skill tokens, and the texts of its spaces."""
    side = _side(drawing, track)
    skills = [small.skill_token(piece, 19) for piece in track.skills]
    parts = [
        icons.draw(track.symbol, 0, 2, 20, titled=True),
        fitted(23, 17, track.name, 10.5, 66, least=rich.LEAST, bold=True, bare=True),
    ]
    if drawing.narrow:
        # The spaces are below the name, so that they are wide enough to read.
        top, label = 30.0, -_GAP
        parts += [skill.at(84 + 21 * k, 2) for k, skill in enumerate(skills)]
    else:
        top, label = 0.0, 86.0
        parts += [skill.at(21 * k, 24) for k, skill in enumerate(skills)]
    each = (width - label - _GAP * len(side.spaces)) / len(side.spaces)
    for k, space in enumerate(side.spaces):
        drawn = _space(space, each, k == track.space, k < track.space)
        parts.append(drawn.at(label + (each + _GAP) * k + _GAP, top))
    number = drawing.scene.printed.bot_tracks.side.index(side) + 1
    return Drawn(width, top + _HIGH, group(*parts, data_piece=name_of("track", number)))


def _effect(space: schema_boards.TrackSpace) -> tuple[str, str]:
    """Return the kind of effect of a space, and the effect as symbols."""
    if space.immediate:
        word, _, where = space.immediate.partition(" ")
        return "immediate", {"explore": "[explore]", "mission": "[mission]"}.get(
            word, f"[objective] {where}"
        )
    if space.aggressive:
        return "aggressive", short.effect(space.aggressive)
    return ("endgame", short.effect(space.endgame)) if space.endgame else ("", "")


def _space(space: schema_boards.TrackSpace, width: float, here: bool, passed: bool) -> Drawn:
    kind, marked = _effect(space)
    fill = ink.BOT.pale if here or passed else ink.WHITE
    drawn = rect(
        0.6, 0.6, width - 1.2, _HIGH - 1.2, 5, fill=fill,
        stroke=ink.BOT.edge if here else ink.LINE, stroke_width=2 if here else 1,
    )  # fmt: skip
    if space.vp or not kind:
        drawn += icons.victory(space.vp, width - 23, 0.5, 22)
    if kind:
        drawn += icons.draw(kind, 3, 3, 13, titled=True)
        box = rich.fit(marked, width - 2, 28, 10.4, rich.LEAST)
        drawn += rich.draw(box, width / 2, 32 - box.height / 2, anchor="middle")
    if here:
        drawn += tokens.draw("cube", tokens.BOT, width / 2 - 11, -12, 19)
    said = space.immediate or words.effect(space.aggressive or space.endgame or "")
    title = f"{space.vp} VP; {kind + ': ' if kind else ''}{said}"
    return Drawn(width, _HIGH, group(drawn, title=title))


def _actions(drawing: Drawing, bot: Bot, width: float) -> Drawn:
    if not bot.actions:
        return Drawn(0, 0, "")
    label = Drawn(
        width,
        13,
        text(0, 10, "Action cards of this round", 11, bold=True, fill=ink.MUTED, bare=True),
    )
    return below([label, flow((_action(drawing, piece) for piece in bot.actions), width)], 4)


def _action(drawing: Drawing, piece: Piece) -> Drawn:
    """Draw an Action card: where the Chief goes, whether a Worker follows, and the bonuses."""
    printed = drawing.scene.printed.bot_actions.card[piece.number]
    width, height = 118.0, 52.0
    symbol, name = short.MAINS[printed.main] if printed.main else ("hut", "Hut")
    drawn = (
        rect(0, 0, width, height, 6, fill=ink.WHITE, stroke=ink.BOT.edge, stroke_width=1.2)
        + icons.draw(symbol, 5, 4, 20)
        + text(28, 18, name, 11, bold=True)
        + text(width - 6, 14, printed.name, rich.LEAST, anchor="end", fill=ink.MUTED)
    )
    if printed.worker:
        drawn += tokens.draw("worker", tokens.BOT, 78, 2, 20)
    elif printed.skill:
        drawn += icons.draw(printed.skill, 58, 6, 16, titled=True)
    bonuses = " ".join(_bonus(each) for each in printed.bonuses)
    box = rich.fit(bonuses, width - 10, 20, 12, rich.LEAST)
    drawn += rich.draw(box, 6, 39 - box.height / 2)
    said = f"{printed.main or 'Hut'}; {', '.join(printed.bonuses)}"
    named = group(
        drawn,
        title=f"Action card {printed.name}: {said}",
        data_piece=name_of("action", piece.number + 1),
    )
    return Drawn(width, height, named)


def _bonus(text: str) -> str:
    kind, skill = text.split()
    symbol = {
        "cards": "[advanced][advanced] ", "guest": "[round_guest] ", "advance": "",
        "mission": "[mission] ", "cheese": "[cheese] ",
    }[kind]  # fmt: skip
    return f"{symbol}[arrow][{skill}]"
