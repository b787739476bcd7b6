"""A position as text that a player of the game can follow.

It shows what lies open, the hand of one seat, the open decision and its legal actions in words,
and nothing else: what that seat may not see is not in it.
"""

from typing import Any

from wistar_env.arguments import integer
from wistar_env.game import Game
from wistar_env.render.players import counted, flagged, seat_lines
from wistar_env.rules.limits import CHIEFS, DISPLAY, ROUNDS
from wistar_env.rules.state import NONE
from wistar_env.spaces.entries import Entries


class Page:
    """The lines of one position."""

    def __init__(self, game: Game, viewer: int) -> None:
        self.game = game
        self.viewer = viewer
        self.g: Any = game.record[0]
        self.box = game.box
        self.entries: Entries = game.box.entries

    def seat(self, seat: int) -> str:
        """Return how a seat is called."""
        return "Rat-o-bot" if self.g["solo"] and seat == 1 else f"player_{seat}"

    def lines(self) -> list[str]:
        """Return the whole page."""
        return [
            *self.heading(),
            *self.wheel(),
            *self.farm(),
            *self.objectives(),
            *self.display(),
            *self.seats(),
            *self.decision(),
        ]

    def heading(self) -> list[str]:
        """Return round, turn, turn order and, when it is over, the result."""
        g, game = self.g, self.game
        order = ", ".join(self.seat(seat) for seat in g["order"][: game.num_seats])
        where = f"round {game.round} of {ROUNDS}, turn {g['turn']} of {CHIEFS * game.num_seats}"
        lines = [f"Rats of Wistar, {where}; turn order {order}"]
        if game.finished:
            scores = game.scores()
            places = [f"{self.seat(seat)} {scores[seat]['total']} VP" for seat in game.ranking()]
            lines.append(f"The game is over: {', '.join(places)}")
        return lines

    def wheel(self) -> list[str]:
        """Return the Sectors with their spaces, and the Hut."""
        g, labels = self.g, self.box.labels
        lines = ["", "Wheel"]
        for position, main in enumerate(labels.of("position")):
            sector = int(g["wheel"][position])
            spaces = []
            for k, bonuses in enumerate(self.entries.spaces(sector, self.game.num_seats)):
                chief = int(g["chiefs"][sector, k])
                by = "free" if chief == NONE else self.seat(chief)
                spaces.append(f"[{k + 1}: {bonuses}; {by}]")
            lines.append(f"  {main:<20} {labels.of('sector')[sector]} {' '.join(spaces)}")
        hut = [self.seat(seat) for seat in g["hut"][: g["hut_size"]]]
        guest = int(g["round_guest"])
        tile = "none" if guest == NONE else labels.of("guest")[guest]
        return [
            *lines,
            f"  Alchemist's Hut: {', '.join(hut) or 'empty'}",
            f"  Round Guest: {tile}",
        ]

    def farm(self) -> list[str]:
        """Return the rooms with what is in them, and the passages."""
        g, names = self.g, self.box.names
        lines = ["", "Farm"]
        for room in range(len(names.rooms)):
            lines += self._room(room)
        doors = [name for k, name in enumerate(names.passages) if g["doors"][k] != NONE]
        ways = [name for k, name in enumerate(names.passages) if g["doors"][k] == NONE]
        supply = counted(self.box.labels.of("kind"), g["supply_size"])
        return [
            *lines,
            f"  Doors: {', '.join(doors) or 'none'}; open: {', '.join(ways) or 'none'}",
            f"  Guests in the supply: {supply}",
        ]

    def _room(self, room: int) -> list[str]:
        g, t, names = self.g, self.box.tables[0], self.box.names
        contents = []
        for seat in range(self.game.num_seats):
            p = g["players"][seat]
            if p["explorer"] == room:
                contents.append(f"Explorer of {self.seat(seat)}")
            if room in p["tents"]:
                contents.append(f"Tent of {self.seat(seat)}")
        if g["room_guests_size"][room]:
            contents.append(f"face-down Guests {g['room_guests_size'][room]}")
        if room == t["cheese_room"]:
            cheese = [self.box.labels.of("guest")[k] for k in g["cheese"][: g["cheese_size"]]]
            contents += reversed(cheese)
        lines = [
            f"  {names.rooms[room]} {names.room_names[room]:<20} {'; '.join(contents)}".rstrip()
        ]
        for place in range(len(names.mission_places)):
            if t["mission_room"][place] == room and g["mission_card"][place] != NONE:
                lines += self._mission(place)
        return lines

    def _mission(self, place: int) -> list[str]:
        g, names = self.g, self.box.names
        if not g["mission_open"][place]:
            return [f"      {names.mission_places[place]}: face-down mission"]
        card = int(g["mission_card"][place])
        lines = [f"      {names.mission_places[place]}: {names.missions[card]}"]
        for row, text in enumerate(self.entries.mission_rows(card)):
            cube = int(g["mission_cubes"][place, row])
            by = "" if cube == NONE else f" [{self.seat(cube)}]"
            lines.append(f"        {row + 1} {text}{by}")
        return lines

    def objectives(self) -> list[str]:
        """Return the Objectives shown, Heroes and Skill tokens left."""
        g, of = self.g, self.box.labels.of
        spaces = int(self.box.tables[0]["setup"][self.game.num_seats]["objective_spaces"])
        lines = ["", "Objectives"]
        for objective in g["objectives"]:
            claimed = int(g["objective_claims"][objective])
            text = self.entries.objective(int(objective))
            lines.append(f"  {text}; spaces claimed {claimed} of {spaces}")
        return [
            *lines,
            f"  Heroes left: {flagged(of('hero'), g['heroes_left'])}",
            f"  Skill tokens left: {flagged(of('skill'), g['skills_left'])}",
        ]

    def display(self) -> list[str]:
        """Return the Inventions that can be taken, or the starting pairs."""
        g, cards = self.g, self.entries.cards
        if self.game.round == 0:
            lines = ["", "Starting pairs"]
            for pair in range(self.game.num_seats):
                if g["pairs"][pair, 0] != NONE:
                    lines += [f"  {pair + 1}: {cards[card]}" for card in g["pairs"][pair]]
            return lines
        lines = ["", "Display"]
        for tier, name in enumerate(self.box.labels.of("tier")):
            lines.append(
                f"  {name}: deck {g['deck_size'][tier]}, discarded {g['discard_size'][tier]}"
            )
            for slot in range(DISPLAY):
                card = int(g["display"][tier, slot])
                text = "empty" if card == NONE else cards[card]
                lines.append(f"    {slot + 1} {text}")
        return lines

    def seats(self) -> list[str]:
        """Return what lies before each seat, the viewer first."""
        n = self.game.num_seats
        lines: list[str] = []
        for k in range(n):
            seat = (self.viewer + k) % n
            you = " (you)" if seat == self.viewer else ""
            lines += ["", f"{self.seat(seat)}{you}"]
            page = seat_lines(self.g, self.box, self.entries, seat, self.viewer)
            lines += [f"  {line}" for line in page]
        return lines

    def decision(self) -> list[str]:
        """Return the open decision and, to the seat that decides, its legal actions."""
        game = self.game
        if game.finished:
            return []
        lines = ["", f"{self.seat(game.seat)} decides: {game.decision}"]
        if game.seat != self.viewer:
            return lines
        legal = game.legal_actions().tolist()
        return [*lines, *(f"  {action:>3} {game.describe(action)}" for action in legal)]


def position(game: Game, viewer: int) -> str:
    """Return a position as text, with what the seat ``viewer`` may see.

    Raises
    ------
    TypeError, ValueError
        If there is no such seat.
    """
    viewer = integer("seat", viewer, 0, game.num_seats - 1)
    return "\n".join(Page(game, viewer).lines())
