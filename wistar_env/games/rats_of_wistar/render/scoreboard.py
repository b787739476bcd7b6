"""The scores and goods that a page always shows, the actions due, and the legend."""

from collections.abc import Iterator
from typing import Final

from wistar_env.games.rats_of_wistar.render.svg.position.header import details_of
from wistar_env.games.rats_of_wistar.scene.parts import Piece, Scene, Seat
from wistar_env.games.rats_of_wistar.tables.symbol_words import title
from wistar_env.kit.game.breakdown import Breakdown
from wistar_env.kit.game.presentation_parts import Figure, HeldPiece, LegendEntry, SeatScore
from wistar_env.kit.pictures.gallery import name_of

_ELECTRICITY: Final = {
    "no": "electricity",
    "Basic": "electricity_basic",
    "Advanced": "electricity_advanced",
}
#: Symbols by heading, in the order of the legend.
_LEGEND: Final = {
    "What you own": (
        "wood metal movement wild electricity_basic electricity_advanced hand door tent disc item "
        "vp"
    ),
    "Skills and icons": (
        "strength agility perception intelligence stamina energy skill_icons best_skill "
        "skill_token hero"
    ),
    "Actions": ("dig bed project explore potion hut round_guest mission objective any_main turn"),
    "Places and pieces": (
        "forest lair farm room guest guest_home guest_basement cheese cube cube_brown cube_grey "
        "worker chief explorer"
    ),
    "Cards": "structure tool automaton basic advanced card deck lock key",
    "When an effect happens": "immediate once income permanent endgame aggressive",
    "Signs": "lose return discount tick",
}
#: Decisions that the rules explain under "Cards".
_CARDS: Final = (
    "play invention",
    "use discount",
    "complete mission",
    "remove cube",
    "choose hero",
    "choose skill token",
    "keep objective",
)
_TOPICS: Final = {
    "choose option": "Effects",
    "accept cost": "Effects",
    "take of type": "Effects",
    "recover card": "Effects",
    "copy once": "Effects",
    "play drawn": "Effects",
    "give item": "Effects",
    "receive item": "Effects",
    "bot takes guest": "Rat-o-bot",
}


def seat_score(seat: Seat, score: Breakdown) -> SeatScore:
    """Return what a page always shows of a seat: VP, score so far by category, and goods."""
    goods = [
        Figure(title(name, count != 1), str(count), name)
        for name, count in (
            ("wood", seat.wood),
            ("metal", seat.metal),
            ("movement", seat.movement),
            ("wild", seat.wild),
        )
    ]
    bot = seat.bot is not None
    mark = f"mark-{'bot' if bot else seat.number}"
    figures = [] if bot else goods
    if not bot:
        figures.append(
            Figure(f"{seat.electricity} Electricity", "", _ELECTRICITY[seat.electricity])
        )
    figures.append(Figure("Door tokens", str(seat.doors), "door"))
    if not bot:
        figures.append(Figure("Cards in hand", str(seat.hand_size), "hand"))
    if not bot:
        figures.append(Figure("Workers at the entrance", str(seat.entrance), "worker"))
    chief = f"chief-{'bot' if bot else seat.number}"
    figures.append(Figure("Chiefs to place", str(seat.chiefs), chief))
    ends = ("If the game ended now", score.totals[seat.number])
    points = Figure("VP now", str(seat.vp), "vp", (*score.parts(seat.number), ends))
    return SeatScore(seat.number, points, tuple(figures), mark)


def held_pieces(scene: Scene) -> Iterator[HeldPiece]:
    """Yield the hand and the private Objectives of the viewer, and the common Objectives."""
    if scene.viewer is not None:
        seat = scene.seats[scene.viewer]
        yield from (_held("Hand", "invention", card) for card in seat.hand)
        yield from (_held("Your Objective", "objective", card) for card in seat.private)
    yield from (_held("Objectives", "objective", shown.card) for shown in scene.objectives)


def _held(heading: str, kind: str, piece: Piece) -> HeldPiece:
    return HeldPiece(heading, name_of(kind, piece.number + 1), piece.text.partition(":")[0])


def due_in_words(scene: Scene) -> str:
    """Return advice, details of the decision and actions due; empty if the scene has no choices."""
    if scene.decision is None or not scene.decision.choices:
        return ""
    return "; ".join([*_first_steps(scene), *details_of(scene)])


def _first_steps(scene: Scene) -> Iterator[str]:
    """Yield advice for the beginning of a game, and for turns in the first round."""
    assert scene.decision is not None
    if scene.decision.name == "choose pair":
        yield f"Most VP after {scene.rounds} rounds. Pick two cards that you can pay for"
    elif scene.decision.name == "turn" and scene.round == 1:
        if any(choice.block == "PLACE" for choice in scene.decision.choices):
            yield "1 deploy Workers, 2 place a Chief, 3 do its actions"


def legend() -> Iterator[LegendEntry]:
    """Yield the symbols of the legend, each with its heading and meaning."""
    for group, names in _LEGEND.items():
        for name in names.split():
            yield LegendEntry(group, name, title(name))


def topic_of(decision: str) -> str:
    """Return the heading of the rules for prompts that explains a decision.

    For an empty name it is ``"Final scoring"``.
    """
    if decision in _CARDS:
        return "Cards"
    return _TOPICS.get(decision, "A turn" if decision else "Final scoring")
