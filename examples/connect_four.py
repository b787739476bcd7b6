"""Connect Four: drop discs into seven columns; four in a line win."""

from wistar_env.author import NONE, Actions, Declared, State, end, field, next_seat
from wistar_env.kit.game.spec_records import ScoreSpec

ROWS, COLUMNS, LINE = 6, 7, 4


class ConnectFour(Declared, scores=ScoreSpec(zero_sum=True)):
    """Connect Four."""

    players = 2
    actions = {"column": [str(1 + column) for column in range(COLUMNS)]}
    discs = field(ROWS, COLUMNS, range=(NONE, 1), start=NONE, show="seat", meaning="whose disc")
    winner = field(range=(NONE, 1), start=NONE, show=None)

    def legal(g: State) -> Actions:
        for column in range(COLUMNS):
            if g.discs[ROWS - 1, column] == NONE:
                yield column

    def apply(g: State, action: int) -> None:
        row = 0
        while g.discs[row, action] != NONE:
            row += 1
        seat = g.mover
        g.discs[row, action] = seat
        if g.completes_a_line(row, action):
            g.winner = seat
        next_seat(g)
        if g.winner != NONE or g.decisions == ROWS * COLUMNS:
            end(g)

    def completes_a_line(g: State, row: int, column: int) -> bool:
        for up, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            length = 1 + g.run(row, column, up, right) + g.run(row, column, -up, -right)
            if length >= LINE:
                return True
        return False

    def run(g: State, row: int, column: int, up: int, right: int) -> int:
        length, seat = 0, g.discs[row, column]
        row, column = row + up, column + right
        while 0 <= row < ROWS and 0 <= column < COLUMNS and g.discs[row, column] == seat:
            length += 1
            row, column = row + up, column + right
        return length

    def score(g: State, seat: int) -> int:
        return 0 if g.winner == NONE else 1 if g.winner == seat else -1
