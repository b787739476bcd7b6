"""The rules' implementation of ``kit.rules_interface``, which the kit calls."""

from wistar_env.compiled.jit import unit
from wistar_env.compiled.streams import FOR_GAME, stream
from wistar_env.compiled.types import Seed, ShortArray
from wistar_env.games.rats_of_wistar.rules import engine, order, scoring
from wistar_env.games.rats_of_wistar.rules.choices import legal_of
from wistar_env.games.rats_of_wistar.rules.options import Report, apply_options
from wistar_env.games.rats_of_wistar.rules.setup import set_up
from wistar_env.games.rats_of_wistar.rules.stack import top
from wistar_env.games.rats_of_wistar.rules.types import Game, Legal, Tables
from wistar_env.kit.game_calls import over


@unit
def begin(t: Tables, g: Game, seed: Seed, legal: Legal) -> None:
    """Set up a game and go to its first choice."""
    g.rng = stream(seed, FOR_GAME)
    set_up(t, g)
    apply_options(g, seed)
    engine.run_to_choice(t, g, legal)


@unit
def find_legal(t: Tables, g: Game, legal: Legal) -> None:
    """Write the legal actions of the current choice; none when the game is over."""
    legal[0] = 0
    engine.note_mover(g)
    if not over(g):
        legal_of(t, g, top(g), legal)


@unit
def play_on(t: Tables, g: Game, action: int, legal: Legal) -> None:
    """Play a legal action at the current choice and continue to the next choice."""
    g.decisions += 1
    engine.respond(t, g, action)
    engine.run_to_choice(t, g, legal)


@unit
def rank_of(t: Tables, g: Game, seat: int, scores: ShortArray) -> int:
    """Return the rank of a seat (1 is best) from the scores that ``score_game`` wrote."""
    return scoring.rank_of(g, seat, scores)


@unit
def total_of(t: Tables, g: Game, seat: int) -> int:
    """Return the final score that a seat would have if the game ended now (SCORE-01..10)."""
    return scoring.total_of(t, g, seat)


@unit
def points_of(t: Tables, g: Game, seat: int) -> int:
    """Return the current VP of a seat on the track, without the final scoring."""
    return scoring.vp_of(g, seat)


@unit
def seat_after(t: Tables, g: Game, seat: int, places: int) -> int:
    """Return the seat that is ``places`` places after ``seat`` in the turn order."""
    return order.seat_after(g, seat, places)


@unit
def write_report(t: Tables, g: Game, report: Report) -> None:
    """Write the report of a finished game: the level of Rat-o-bot."""
    report.level = g.options.level
