"""A declared game with options, constants and an automaton."""

from wistar_env.author import SEAT, Actions, Declared, State, constant, draw, end, field, next_seat
from wistar_env.kit.game.options import Option

OPTIONS = (Option(name="rounds", help="turns of each player", low=1, high=4, default=2),)


def seats_of(num_players: int) -> tuple[int, int]:
    """Return seats and automata: alone, one plays against an automaton."""
    return (2, 1) if num_players == 1 else (num_players, 0)


class Pots(Declared, options=OPTIONS, seats_of=seats_of):
    """Pots: bet on dice. A lost bet costs points, and alone one plays against the pot."""

    players = (1, 3)
    actions = ("safe", "risky")
    prizes = constant((2, 5), range=(0, 9), meaning="of each action")
    loss = constant(3, range=(0, 9))
    points = field(SEAT, range=(-36, 36))
    turns = field(range=(0, 12), meaning="turns of all")
    die = field(range=(0, 6), show="onehot")

    def legal(g: State) -> Actions:
        yield 0
        yield 1

    def apply(g: State, action: int) -> None:
        g.roll_for(g.mover, action)
        g.turns += 1
        next_seat(g)
        if g.turns == g.options.rounds * (g.seats - g.automata):
            end(g)
        if g.automata == 1 and g.mover <= 0:
            g.roll_for(1, 1)

    def roll_for(g: State, seat: int, action: int) -> None:
        g.die = 1 + draw(g, 6)
        if g.die > 2 + 2 * action:
            g.points[seat] += g.prizes[action]
        else:
            g.points[seat] -= g.loss

    def score(g: State, seat: int) -> int:
        return g.points[seat]
