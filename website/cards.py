"""Writes the tables of ``docs/cards.md`` from the code: ``python -m website.cards``.

Ops and their arguments come from ``tables.language``, meanings from the sentences on cards, and the
fields of a file from its schema.
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from pydantic.fields import FieldInfo

from website.doc_tables import Tables, rewrite, table
from website.fields import MEANINGS
from wistar_env.arguments import span
from wistar_env.games.rats_of_wistar.tables import effect_rules, language, reading, schema
from wistar_env.games.rats_of_wistar.tables.ops import OPS
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.sentences import COUNTS, sentence
from wistar_env.games.rats_of_wistar.tables.symbol_words import plain
from wistar_env.kit.game.data_files import Model

PAGE: Final = Path("docs/cards.md")
#: Arguments in examples of ops, by the argument's family.
_EXAMPLES: Final = MappingProxyType(
    {"n": "2", "FILTER": "tool", "MAIN": "explore", "DISCOUNT": "either"}
)
#: Fields that the page explains once for all entries.
_OF_ALL: Final = ("source", "known", "name")
#: The schema of each file.
FILES: Final[Mapping[str, type[Model]]] = MappingProxyType(
    {"inventions": schema.Inventions, **reading.MODELS}
)


def _example(family: str) -> str:
    return _EXAMPLES.get(family) or next(iter(language.code_words(family)))


def _code(*words: str) -> str:
    return ", ".join(f"`{word}`" for word in words)


def _said(effect: str) -> str:
    return plain(sentence(effect))


def _ops() -> str:
    lines = []
    for word, op in OPS.items():
        where = " (standing)" if word in language.STANDING else ""
        where = " (taking)" if word in effect_rules.TAKING else where
        said = _said(" ".join([word, *map(_example, op.arguments)]))
        lines.append(f"- {_code(' '.join([word, *op.arguments]))}{where}: {said}")
    return "\n".join(lines)


def _guards() -> str:
    examples = {
        "on": "on play_card tool: vp 1",
        "if": "if beds 3: vp 2",
        "pay": "pay item 1: build_bed_free 1",
        "foes_more": "foes_more guests: lose_vp 3",
        "per": "per tents: vp 1",
    }
    rows = []
    for word, families in language.GUARDS.items():
        form = "on EVENT ..." if word == "on" else " ".join([word, *families])
        rows.append([_code(form), _code(examples[word]), _said(examples[word])])
    return table(["guard", "for example", "on the card"], rows)


def _events() -> str:
    arguments = language.EVENT_ARGUMENTS
    words = [f"{word} {arguments.get(word, '')}".strip() for word in language.code_words("EVENT")]
    return f"{_code(*words)}."


def _counts() -> str:
    """Return a list of the counts, each with what it counts unless its name says so.

    The text of the page explains the counts ``advances_...``.
    """
    told = []
    for word in language.code_words("COUNT"):
        thing = plain(COUNTS[word][0])
        name = word.rstrip("s").replace("_", " ").replace("automata", "automaton")
        clear = name in thing.lower() or word.startswith("advances_")
        told.append(_code(word) + ("" if clear else f" ({thing})"))
    return f"{', '.join(told)}."


def _families() -> str:
    meanings = {
        "ICON": "an icon: the five Skills and Energy",
        "TYPE": "the type of an Invention",
        "TIER": "the deck of an Invention",
        "TIMING": "when an effect happens",
        "KIND": "the kind of a Room, Guest or Mission",
        "FILTER": "a set of Inventions; `no_strength` means without a Strength icon",
        "DISCOUNT": "what a discount reduces; `either` is Wood or Metal in any mix, `both` is Wood "
        "and Metal each, `skill` the required Skill icons",
        "PAY": "a payment",
        "MAIN": "a Main action",
        "COLOUR": "the colour of an ability space",
        "AREA": "an Area with Workers",
        "BONUS": "a Bonus action of the wheel",
        "BOT_BONUS": "a bonus of Rat-o-bot's Action cards",
        "BOT_STEP": "a step on Rat-o-bot's Exploration cards",
    }
    return "\n".join(
        f"- {name} ({meaning}): {_code(*language.code_words(name))}"
        for name, meaning in meanings.items()
    )


def _uses() -> str:
    timings: dict[str, list[str]] = {}
    for timing, use in effect_rules.USE_OF_TIMING.items():
        told = _code(timing)
        if TIMINGS[timing].lower() != timing:
            told += f" ({TIMINGS[timing]} on the card)"
        timings.setdefault(effect_rules.ALLOWED[use], []).append(told)
    return "\n".join(f"- {', '.join(told)}: {allowed}" for allowed, told in timings.items())


def _inner(field: FieldInfo) -> type[Model] | None:
    """Return the class of the TOML tables in a field, or None."""
    for it in (field.annotation, *getattr(field.annotation, "__args__", ())):
        if isinstance(it, type) and issubclass(it, Model):
            return it
    return None


def entries(model: type[Model], before: str = "") -> Iterator[tuple[str, type[Model]]]:
    """Yield each kind of entry in a model: its TOML name with its number, and its class."""
    properties = model.model_json_schema()["properties"]
    for name, field in model.model_fields.items():
        inner = _inner(field)
        if inner is None:
            continue
        path, listed = f"{before}{name}", properties[name]
        if listed.get("type") == "array":
            least, most = listed.get("minItems"), listed.get("maxItems")
            yield f"`[[{path}]]`" + (f", {span(least, most)}" if most else ""), inner
        else:
            yield f"`[{path}]`", inner
        yield from entries(inner, f"{path}.")


def fields(model: type[Model]) -> list[str]:
    """Return the names of an entry's fields, except tables and common fields."""
    own = model.model_fields.items()
    return [name for name, field in own if name not in _OF_ALL and _inner(field) is None]


def _files(names: Iterable[str]) -> str:
    """Return a Markdown list of the entries in files, each with its fields."""
    lines = []
    for name in names:
        file = f"`{name}.toml`: " if name in reading.MODELS else ""
        for entry, model in entries(FILES[name]):
            lines.append(f"- {file}{entry}")
            file = ""
            for field in fields(model):
                takes, meaning = MEANINGS[model, field]
                required = model.model_fields[field].is_required()
                takes = takes if required else f"{takes}; may be missing"
                lines.append(f"  - {_code(field)} ({takes})" + f": {meaning}" * bool(meaning))
    return "\n".join(lines)


def _table_of(names: Iterable[str]) -> Any:
    return lambda: _files(names)


#: The files of each table.
FILES_OF: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "pieces": (
            "inventions", "guests", "missions", "objectives", "doors", "heroes", "skill_tokens",
        ),
        "boards": ("abilities", "wheel", "farm", "board", "setup"),
        "rat_o_bot": ("bot_actions", "bot_explorations", "bot_tracks"),
    }
)  # fmt: skip
TABLES: Final[Tables] = MappingProxyType(
    {
        "uses": _uses,
        "guards": _guards,
        "events": _events,
        "ops": _ops,
        "counts": _counts,
        "families": _families,
        **{name: _table_of(files) for name, files in FILES_OF.items()},
    }
)


if __name__ == "__main__":
    rewrite(PAGE, TABLES)
