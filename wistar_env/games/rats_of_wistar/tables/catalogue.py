"""The names of all pieces, for rendering, ``describe`` and the documentation."""

from dataclasses import dataclass

from wistar_env.games.rats_of_wistar.tables import language
from wistar_env.games.rats_of_wistar.tables.reading import Data


@dataclass(frozen=True)
class Catalogue:
    """Names of pieces, by the indices that the rules use."""

    # ``cards``, ``card_effects``: name and effect line of each Invention, by its number minus 1.
    cards: tuple[str, ...]
    card_effects: tuple[str, ...]
    # Label of each Guest tile, then of the Cheeses, such as ``"G07 (income: metal 1)"``.
    guests: tuple[str, ...]
    # ``missions``, ``mission_rows``: name of each Mission card, and the names of its three rows.
    missions: tuple[str, ...]
    mission_rows: tuple[tuple[str, ...], ...]
    # ``objectives``, ``doors``, ``heroes``, ``abilities``: the name or label of each piece.
    objectives: tuple[str, ...]
    doors: tuple[str, ...]
    heroes: tuple[str, ...]
    abilities: tuple[str, ...]
    # ``rooms``, ``room_names``: letter and name of each location of the Farm, the entrance first.
    rooms: tuple[str, ...]
    room_names: tuple[str, ...]
    mission_places: tuple[str, ...]  # name of each place for a Mission card
    passages: tuple[str, ...]  # the two letters of each passage, such as ``"A-B"``
    # Main action at each position of the wheel, clockwise, as a word of the family MAIN.
    positions: tuple[str, ...]
    sectors: tuple[str, ...]  # name of each Sector
    # ``bot_actions``, ``bot_explorations``: name of each card of Rat-o-bot.
    bot_actions: tuple[str, ...]
    bot_explorations: tuple[str, ...]
    # Name of each side of a Track card, by symbol and index, such as ``"Tool 2"``.
    tracks: tuple[tuple[str, ...], ...]


def _tracks(data: Data) -> tuple[tuple[str, ...], ...]:
    sides = sorted(data.bot_tracks.side, key=lambda side: side.index)
    return tuple(
        tuple(f"{symbol.capitalize()} {side.index}" for side in sides if side.symbol == symbol)
        for symbol in language.code_words("TYPE")
    )


def cheeses(data: Data) -> tuple[str, ...]:
    """Return the name of each Cheese: its VP, and "(again)" if an earlier one has the same."""
    values = [cheese.vp for cheese in data.guests.cheese]
    return tuple(f"Cheese {vp}" + " (again)" * (vp in values[:k]) for k, vp in enumerate(values))


def name_all(data: Data) -> Catalogue:
    """Return the names of all pieces in validated data."""
    cards = sorted((card for _, card in data.cards()), key=lambda card: card.number)
    guests = sorted(data.guests.guest, key=lambda guest: guest.number)
    return Catalogue(
        cards=tuple(card.name for card in cards),
        card_effects=tuple(card.effect for card in cards),
        guests=tuple(f"G{g.number:02} ({g.timing}: {g.effect})" for g in guests) + cheeses(data),
        missions=tuple(mission.name for mission in data.missions.mission),
        mission_rows=tuple(
            tuple(row.name for row in mission.row) for mission in data.missions.mission
        ),
        objectives=tuple(objective.name for objective in data.objectives.objective),
        doors=tuple(door.effect for door in data.doors.door),
        heroes=tuple(hero.name for hero in data.heroes.hero),
        abilities=tuple(ability.name for ability in data.abilities.ability),
        rooms=tuple(location.letter for location in data.farm.location),
        room_names=tuple(location.name for location in data.farm.location),
        mission_places=tuple(place.name for place in data.farm.mission_place),
        passages=tuple("-".join(passage.between) for passage in data.farm.passage),
        positions=tuple(position.main for position in data.wheel.position),
        sectors=tuple(sector.name for sector in data.wheel.sector),
        bot_actions=tuple(card.name for card in data.bot_actions.card),
        bot_explorations=tuple(card.name for card in data.bot_explorations.card),
        tracks=_tracks(data),
    )
