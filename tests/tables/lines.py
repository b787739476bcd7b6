"""Every effect line of the bundled data, with where it stands."""

from collections.abc import Iterator

from wistar_env.games.rats_of_wistar.tables.load import validated


def effect_lines() -> Iterator[str]:
    """Yield every effect line that is not empty."""
    data = validated()
    for _, card in data.cards():
        yield card.effect
    for guest in data.guests.guest:
        yield guest.effect
    for mission in data.missions.mission:
        yield mission.reveal
        yield from (row.effect for row in mission.row)
    yield from (objective.effect for objective in data.objectives.objective)
    yield from (door.effect for door in data.doors.door)
    yield from (ability.effect for ability in data.abilities.ability if ability.effect)
    for side in data.bot_tracks.side:
        for space in side.spaces:
            yield from filter(None, (space.aggressive, space.endgame))
