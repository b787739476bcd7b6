"""Tiles: take all tiles of a colour, fill rows with them, and lay them on a wall, as in Azul."""

from typing import SupportsIndex

from wistar_env.author import (
    NOBODY,
    SEAT,
    Actions,
    Declared,
    State,
    end,
    field,
    next_seat,
    number_left,
    take,
)

COLOURS = ("blue", "yellow", "red", "black", "white")
N, COPIES, EACH, MIDDLE, NONE = len(COLOURS), 20, 4, 9, -1
#: Points lost in total by the number of tiles on the floor.
LOST = (0, 1, 2, 4, 6, 8, 11, 14)
FLOOR, ROUNDS = len(LOST) - 1, 20


class Tiles(Declared):
    """Tiles: lay colours on a wall."""

    players = (2, 4)
    seats_alike = True
    actions = (MIDDLE + 1) * N * (N + 1)
    bag = field(N, range=(0, COPIES), start=COPIES)
    box = field(N, range=(0, COPIES), meaning="tiles that are out until the bag is empty")
    shops = field(MIDDLE + 1, N, range=(0, COPIES), meaning="tiles to take; the last is the middle")
    rows = field(SEAT, N, range=(0, N), meaning="tiles of each row")
    colours = field(SEAT, N, range=(0, N - 1), show="onehot", meaning="colour of each row, if any")
    wall = field(SEAT, N, N, range=(0, 1), meaning="tiles of the wall, by row and column")
    floor = field(SEAT, range=(0, FLOOR), meaning="spaces of the floor that are taken")
    points = field(SEAT, range=(0, 250))
    first = field(range=SEAT, start=NOBODY, meaning="who begins the next round")
    rounds = field(range=(0, ROUNDS))

    def begin(g: State) -> None:
        for shop in range(2 * g.seats + 1):
            for _ in range(EACH):
                if number_left(g.bag) == 0:
                    for colour in range(N):
                        g.bag[colour] = g.box[colour]
                        g.box[colour] = 0
                colour = take(g, g.bag)
                if colour != NONE:
                    g.shops[shop, colour] += 1

    def legal(g: State) -> Actions:
        for shop in range(MIDDLE + 1):
            for colour in range(N):
                for row in range(N + 1):
                    if g.shops[shop, colour] > 0 and g.fits(colour, row):
                        yield (shop * N + colour) * (N + 1) + row

    def fits(g: State, colour: int, row: int) -> bool:
        if row == N:
            return True
        free = g.rows[g.mover, row] <= row and g.wall[g.mover, row, (row + colour) % N] == 0
        return free and (g.rows[g.mover, row] == 0 or g.colours[g.mover, row] == colour)

    def apply(g: State, action: int) -> None:
        seat, row, taken = g.mover, action % (N + 1), action // (N + 1)
        shop, colour = taken // N, taken % N
        number = g.shops[shop, colour]
        g.shops[shop, colour] = 0
        if shop == MIDDLE and g.first == NOBODY:
            g.first = seat
            g.floor[seat] = min(FLOOR, g.floor[seat] + 1)
        if shop != MIDDLE:
            for other in range(N):
                g.shops[MIDDLE, other] += g.shops[shop, other]
                g.shops[shop, other] = 0
        if row < N:
            fitting = min(number, row + 1 - g.rows[seat, row])
            g.rows[seat, row] += fitting
            g.colours[seat, row] = colour
            number -= fitting
        g.box[colour] += number
        g.floor[seat] = min(FLOOR, g.floor[seat] + number)
        next_seat(g)
        if g.on_offer() == 0:
            g.end_round()

    def on_offer(g: State) -> int:
        number = 0
        for shop in range(MIDDLE + 1):
            number += sum(g.shops[shop])
        return number

    def end_round(g: State) -> None:
        over = False
        for seat in range(g.seats):
            for row in range(N):
                if g.rows[seat, row] == row + 1:
                    over = g.lay(seat, row) == N or over
            g.points[seat] = max(0, g.points[seat] - LOST[g.floor[seat]])
            g.floor[seat] = 0
        g.rounds += 1
        if g.first != NOBODY:
            g.mover = g.first
        g.first = NOBODY
        g.begin()
        if over or g.rounds == ROUNDS or g.on_offer() == 0:
            end(g)

    def lay(g: State, seat: int, row: int) -> int:
        column = (row + g.colours[seat, row]) % N
        g.box[g.colours[seat, row]] += row
        g.rows[seat, row], g.colours[seat, row] = 0, 0
        g.wall[seat, row, column] = 1
        across, down = 1, 1
        for step in (-1, 1):
            k = column + step
            while 0 <= k < N and g.wall[seat, row, k] == 1:
                across, k = across + 1, k + step
            k = row + step
            while 0 <= k < N and g.wall[seat, k, column] == 1:
                down, k = down + 1, k + step
        g.points[seat] += across + down if across > 1 and down > 1 else max(across, down)
        return sum(g.wall[seat, row])

    def score(g: State, seat: int) -> int:
        points = g.points[seat]
        for k in range(N):
            row, column, colour = sum(g.wall[seat, k]), 0, 0
            for i in range(N):
                column += g.wall[seat, i, k]
                colour += g.wall[seat, i, (i + k) % N]
            points += 2 * (row == N) + 7 * (column == N) + 10 * (colour == N)
        return points

    def describe(self, action: SupportsIndex) -> str:
        """Return the text of an action."""
        taken, row = divmod(int(action), N + 1)
        shop = "the middle" if taken // N == MIDDLE else f"shop {taken // N + 1}"
        to = "the floor" if row == N else f"row {row + 1}"
        return f"take {COLOURS[taken % N]} from {shop} to {to}"
