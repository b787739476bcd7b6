"""The rules for readers of prompts: a text written by hand, and what the data say."""

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.spaces.labels import bonuses
from wistar_env.games.rats_of_wistar.tables import language
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain

_HERE: Final = Path(__file__).parent
#: An example of each family of arguments, where its first word is none.
_EXAMPLES: Final = MappingProxyType(
    {"n": "2", "FILTER": "tool", "MAIN": "explore", "DISCOUNT": "either"}
)


def rules(num_players: int, components: Components) -> str:
    """Return the rules for a number of players, with a glossary of the words on the cards."""
    data = components.data
    written = (_HERE / "rules.md").read_text("utf-8")
    parts = [
        written.format(
            abilities="\n".join(_abilities(data)),
            beds=_steps(data.board.beds.vp),
            rooms=_steps(data.board.rooms.vp),
            start=data.setup.start.vp,
        ).rstrip()
    ]
    parts += [(_HERE / "solo.md").read_text("utf-8").rstrip()] * (num_players == 1)
    parts += ["\n".join(["## Words on the cards of this game", "", *glossary(data)])]
    return "\n\n".join(parts)


def card_names(components: Components) -> list[str]:
    """Return the names of Inventions, Missions, their rows, Objectives and Heroes."""
    names = components.names
    rows = (row for mission in names.mission_rows for row in mission)
    return [*names.cards, *names.missions, *rows, *names.objectives, *names.heroes]


def _steps(vp: Sequence[int]) -> str:
    """Return the VP of 0, 1, 2 and more of something."""
    return f"{'/'.join(map(str, vp))} VP for 0 to {len(vp) - 1}"


def _abilities(data: Data) -> Iterator[str]:
    for each in data.abilities.ability:
        cost = f", costs {each.items} item" if each.items else ""
        effect = plain(sentence(each.effect)) or "VP only."
        yield f"- {each.name} ({each.colour}, {each.vp} VP{cost}): {effect}"


def glossary(data: Data) -> Iterator[str]:
    """Yield what the words mean that the effects of these data use."""
    used = {word for effect in _effects(data) for word in re.findall(r"[a-z_]+", effect)}
    for word, families in language.OPS.items():
        if word in used:
            example = " ".join([word, *map(_example, families)])
            yield f"- {example}: {_said(example)}"
    for word in language.code_words("EVENT"):
        if word in used:
            family = language.EVENT_ARGUMENTS.get(word, "")
            example = f"on {word} {_example(family)}" if family else f"on {word}"
            yield f"- {example}: {_said(f'{example}: vp 1').partition(':')[0]}"
    counts = {word: plain(COUNTS[word][1]) for word in language.code_words("COUNT")}
    meant = [
        f"{word} = {meaning}"
        for word, meaning in counts.items()
        if word in used and word.replace("_", " ") != meaning.casefold()
    ]
    yield f"- Counts: {'; '.join(meant)}"
    yield f"- On the wheel: {'; '.join(f'{word} = {what}' for word, what in bonuses().items())}"


def _effects(data: Data) -> Iterator[str]:
    """Yield every effect that somebody can read on a piece."""
    yield from (card.effect for _, card in data.cards())
    for entries in (data.guests.guest, data.objectives.objective, data.doors.door):
        yield from (entry.effect for entry in entries)
    yield from (objective.count for objective in data.objectives.objective)
    for mission in data.missions.mission:
        yield from (mission.reveal, *(row.effect for row in mission.row))


def _example(family: str) -> str:
    return _EXAMPLES.get(family) or next(iter(language.code_words(family)))


def _said(effect: str) -> str:
    return plain(sentence(effect)).rstrip(".")
