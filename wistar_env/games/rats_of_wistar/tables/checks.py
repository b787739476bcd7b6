"""Constraints between the fields, entries and files of a data folder."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from wistar_env.games.rats_of_wistar.tables import (
    checks_boards,
    codes,
    effect_rules,
    language,
    limits,
    schema,
)
from wistar_env.games.rats_of_wistar.tables.effect_rules import USE_OF_TIMING
from wistar_env.games.rats_of_wistar.tables.reading import (
    CARD_FILES,
    Data,
)
from wistar_env.kit.game.data_files import label, problem, repeated

Most = dict[int, int]
HOME_MISSIONS: Final = 6  # D1
BROWN_ABILITIES: Final = 6  # ABILITY-01


def _counted(file: str, kind: str, found: Counter[str], allowed: dict[str, int]) -> Iterator[str]:
    for word, n in allowed.items():
        if found[word] != n:
            yield problem(file, kind, word, f"{found[word]} entries", f"exactly {n}")


def _effect(file: str, entry: str, field: str, text: str, use: str, most: Most) -> Iterator[str]:
    allowed = effect_rules.rejection(text, use, most)
    if allowed:
        yield problem(file, entry, field, repr(text), allowed)


def _requires(file: str, entry: str, field: str, text: str, most: Most) -> Iterator[str]:
    needs = language.parse_amounts(text, "COUNT")
    if sum(count not in codes.SKILL_COUNTS for count in needs) > limits.NEEDS:
        yield problem(
            file, entry, field, repr(text), f"at most {limits.NEEDS} words besides the Skills"
        )
    for count, amount in needs.items():
        allowed = effect_rules.impossible(count, amount, most)
        if allowed:
            yield problem(file, entry, field, repr(text), allowed)


def _cards(data: Data, most: Most) -> Iterator[str]:
    files = ", ".join(CARD_FILES)
    cards = [card for _, card in data.cards()]
    if len(cards) != limits.CARDS:
        allowed = f"exactly {limits.CARDS} in the three files"
        yield problem(files, "card", "", f"{len(cards)} entries", allowed)
    yield from repeated(files, "card", "number", (card.number for card in cards))
    yield from repeated(files, "card", "name", (card.name for card in cards))
    tiers = dict(zip(language.code_words("TIER"), limits.CARDS_OF_TIER, strict=True))
    yield from _counted(files, "card: tier", Counter(card.tier for card in cards), tiers)
    for file, inventions in data.inventions.items():
        for index, card in enumerate(inventions.card):
            entry = label("card", index, card)
            yield from _requires(file, entry, "requires", card.requires, most)
            use = USE_OF_TIMING[card.timing]
            yield from _effect(file, entry, "effect", card.effect, use, most)


def _guests(data: Data, most: Most) -> Iterator[str]:
    file, guests = "guests.toml", data.guests.guest
    yield from repeated(file, "guest", "number", (guest.number for guest in guests))
    kinds = {"home": limits.GUESTS_OF_KIND, "basement": limits.GUESTS - limits.GUESTS_OF_KIND}
    yield from _counted(file, "guest: kind", Counter(guest.kind for guest in guests), kinds)
    for index, guest in enumerate(guests):
        use = USE_OF_TIMING[guest.timing]
        entry = label("guest", index, guest)
        yield from _effect(file, entry, "effect", guest.effect, use, most)
        if any(row.op == codes.OP_EXTRA_ROOM for row in language.parse(guest.effect)):
            allowed = "no 'extra_room': its Room may be occupied when the Guest is discarded"
            yield problem(file, entry, "effect", repr(guest.effect), allowed)


def _locks(file: str, entry: str, rows: list[schema.MissionRow]) -> Iterator[str]:
    """Yield problems of rows that can never be completed, because their lock is never opened."""
    given: set[int | None] = {None}
    blocked = dict(enumerate(rows))
    while True:
        free = [index for index, row in blocked.items() if row.needs_lock in given]
        if not free:
            break
        given.update(blocked.pop(index).gives_lock for index in free)
    for index, row in blocked.items():
        field = f"row.{index + 1}.needs_lock"
        allowed = "the 'gives_lock' of a row that can be completed before this one"
        yield problem(file, entry, field, row.needs_lock, allowed)


def _missions(data: Data, most: Most) -> Iterator[str]:
    file, missions = "missions.toml", data.missions.mission
    yield from repeated(file, "mission", "name", (mission.name for mission in missions))
    kinds = {"home": HOME_MISSIONS, "basement": limits.MISSIONS - HOME_MISSIONS}
    found = Counter(mission.kind for mission in missions)
    yield from _counted(file, "mission: kind", found, kinds)
    for index, mission in enumerate(missions):
        entry = label("mission", index, mission)
        yield from _effect(file, entry, "reveal", mission.reveal, "instant", most)
        yield from _locks(file, entry, mission.row)
        for number, row in enumerate(mission.row, start=1):
            field = f"row.{number}"
            yield from _requires(file, entry, f"{field}.requires", row.requires, most)
            yield from _effect(file, entry, f"{field}.effect", row.effect, "instant", most)


def _objectives(data: Data, most: Most) -> Iterator[str]:
    file, objectives = "objectives.toml", data.objectives.objective
    yield from repeated(file, "objective", "name", (entry.name for entry in objectives))
    for index, objective in enumerate(objectives):
        entry = label("objective", index, objective)
        yield from _effect(file, entry, "effect", objective.effect, "instant", most)
        if objective.spaces != sorted(objective.spaces):
            allowed = "amounts that do not decrease from the top space down"
            yield problem(file, entry, "spaces", objective.spaces, allowed)
        count = language.code_words("COUNT")[objective.count]
        allowed = effect_rules.impossible(count, max(objective.spaces), most)
        if allowed:
            yield problem(file, entry, "spaces", objective.spaces, allowed)


def _small_pieces(data: Data, most: Most) -> Iterator[str]:
    for index, door in enumerate(data.doors.door):
        entry = label("door", index, None)
        yield from _effect("doors.toml", entry, "effect", door.effect, "instant", most)
    yield from repeated("heroes.toml", "hero", "name", (hero.name for hero in data.heroes.hero))
    tokens = [token.skill for token in data.skill_tokens.token]
    yield from repeated("skill_tokens.toml", "token", "skill", tokens)


def _abilities(data: Data, most: Most) -> Iterator[str]:
    file, abilities = "abilities.toml", data.abilities.ability
    by_name = {ability.name: ability for ability in abilities}
    yield from repeated(file, "ability", "name", (ability.name for ability in abilities))
    colours = {"brown": BROWN_ABILITIES, "grey": limits.ABILITIES - BROWN_ABILITIES}
    found = Counter(ability.colour for ability in abilities)
    yield from _counted(file, "ability: colour", found, colours)
    for index, ability in enumerate(abilities):
        entry = label("ability", index, ability)
        yield from _effect(file, entry, "effect", ability.effect, "ability", most)
        if ability.pair is None:
            if ability.pair_vp:
                yield problem(file, entry, "pair_vp", ability.pair_vp, "0 without 'pair'")
            continue
        other = by_name.get(ability.pair)
        if other is None or other is ability or other.pair != ability.name:
            allowed = "another ability that names this one as its 'pair'"
            yield problem(file, entry, "pair", repr(ability.pair), allowed)
        elif other.pair_vp != ability.pair_vp:
            allowed = f"{other.pair_vp}, as for the other ability of the pair"
            yield problem(file, entry, "pair_vp", ability.pair_vp, allowed)


def _tracks(data: Data, most: Most) -> Iterator[str]:
    file = "bot_tracks.toml"
    for index, side in enumerate(data.bot_tracks.side):
        entry = label("side", index, side)
        for number, space in enumerate(side.spaces, start=1):
            field = f"spaces.{number}"
            effects = [space.immediate, space.aggressive, space.endgame]
            if sum(effect is not None for effect in effects) > 1:
                yield problem(file, entry, field, "several effects", "at most one")
            if space.aggressive is not None:
                use, text = "bot_aggressive", space.aggressive
                yield from _effect(file, entry, f"{field}.aggressive", text, use, most)
            if space.endgame is not None:
                use, text = "bot_endgame", space.endgame
                yield from _effect(file, entry, f"{field}.endgame", text, use, most)


def _standing(data: Data) -> Iterator[str]:
    lines = [card.effect for _, card in data.cards()]
    lines += [guest.effect for guest in data.guests.guest]
    lines += [ability.effect for ability in data.abilities.ability]
    for word, total in effect_rules.standing_totals(lines).items():
        if total > limits.MOST_STANDING:
            found = f"{word} {total} in all effects together"
            allowed = f"at most {limits.MOST_STANDING}"
            yield problem("inventions_*.toml and others", "", "effect", found, allowed)


def _effect_rows(data: Data) -> Iterator[str]:
    lines = [card.effect for _, card in data.cards()]
    lines += [guest.effect for guest in data.guests.guest]
    for mission in data.missions.mission:
        lines += [mission.reveal, *(row.effect for row in mission.row)]
    lines += [objective.effect for objective in data.objectives.objective]
    lines += [door.effect for door in data.doors.door]
    lines += [ability.effect for ability in data.abilities.ability]
    for side in data.bot_tracks.side:
        lines += [space.aggressive or space.endgame or "" for space in side.spaces]
    rows = sum(len(language.parse(line)) for line in set(lines))
    if rows > limits.EFFECT_ROWS:
        found = f"{rows} op rows in all different effects"
        yield problem(
            "inventions_*.toml and others", "", "effect", found, f"at most {limits.EFFECT_ROWS}"
        )


def problems_of(data: Data) -> list[str]:
    """Return the inconsistencies between fields, entries and files of a data folder."""
    most = effect_rules.most_of(data)
    found: list[str] = []
    for check in (_cards, _guests, _missions, _objectives, _small_pieces, _abilities, _tracks):
        found += check(data, most)
    found += _standing(data)
    found += _effect_rows(data)
    found += checks_boards.problems_of(data)
    return found
