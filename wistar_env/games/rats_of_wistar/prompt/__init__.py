"""The rules for prompts: a hand-written text, completed with values from the data."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.tables.reading import Data
from wistar_env.games.rats_of_wistar.tables.sentences import sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain

_HERE: Final = Path(__file__).parent


def rules(num_players: int, components: Components) -> str:
    """Return the rules for a player count as text, with values from the data."""
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
    return "\n\n".join(parts)


def card_names(components: Components) -> list[str]:
    """Return the names of Inventions, Missions, their rows, Objectives and Heroes."""
    names = components.names
    rows = (row for mission in names.mission_rows for row in mission)
    return [*names.cards, *names.missions, *rows, *names.objectives, *names.heroes]


def _steps(vp: Sequence[int]) -> str:
    """Return the VP for having 0, 1, 2 and so on of something, as text."""
    return f"{'/'.join(map(str, vp))} VP for 0 to {len(vp) - 1}"


def _abilities(data: Data) -> Iterator[str]:
    for each in data.abilities.ability:
        cost = f", costs {each.items} item" if each.items else ""
        effect = plain(sentence(each.effect)) or "VP only."
        yield f"- {each.name} ({each.colour}, {each.vp} VP{cost}): {effect}"


def ledger() -> str:
    """Return ``ledger.md`` and ``rulings.md``, the rules and rulings with IDs, as one text."""
    return "\n".join((_HERE / name).read_text("utf-8") for name in ("ledger.md", "rulings.md"))
