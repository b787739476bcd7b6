"""What the data calls ``known`` is said by the rule or section that it names."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from tests import coverage
from wistar_env.games.rats_of_wistar.tables.load import validated
from wistar_env.games.rats_of_wistar.tables.rulebook_terms import TIMINGS
from wistar_env.games.rats_of_wistar.tables.schema import Card, Entry
from wistar_env.kit.game.data_files import Model

TEXT = coverage.text()
NUMBERS = ("none", "one", "two", "three", "four", "five", "six")
#: Items of chapter 16: rule, italics around the kind of effect, kind of effect.
TIMED = re.compile(r"^- \*\*(CARD-E\w+)\*\* [^(\n]+ \((\*?)(\w+)\2\): ", re.MULTILINE)


def entries(model: Model) -> Iterator[Entry]:
    """Yield all entries of a data folder, rows of Missions included."""
    if isinstance(model, Entry):
        yield model
    for name in type(model).model_fields:
        value = getattr(model, name)
        for part in value if isinstance(value, list) else [value]:
            if isinstance(part, Model):
                yield from entries(part)


@cache
def everything() -> list[Entry]:
    """Return all entries of the bundled data."""
    data = validated()
    files = [*data.inventions.values(), *(getattr(data, name) for name in vars(data))]
    return [entry for file in files if isinstance(file, Model) for entry in entries(file)]


def told(ids: str) -> str:
    """Return what the page says under the rules or sections of a source."""
    found = []
    for ident in ids.split(", "):
        rule = re.search(rf"^(- |\| )\*\*{ident}\*\*.*?(?=^- |^\||^\n)", TEXT, re.M | re.S)
        section = re.search(rf"^## {ident} .*?(?=^#)", TEXT, re.M | re.S)
        match = rule or section
        assert match, f"{ident} is not on the page"
        found.append(" ".join(match[0].split()))
    return " ".join(found)


def value_of(entry: Entry, field: str) -> Any:
    """Return the value of a field, or of one place in it, such as ``spaces.1``."""
    name, _, place = field.partition(".")
    value = getattr(entry, name)
    if isinstance(value, dict) and place:
        return value[place]
    return value[int(place) - 1] if place else value


class Known(NamedTuple):
    """A value that is called known, and what the page says under the rule that it names."""

    entry: Entry
    field: str
    value: Any
    told: str

    @property
    def place(self) -> str:
        """Where the value stands."""
        return f"{getattr(self.entry, 'name', type(self.entry).__name__)}: {self.field}"


@cache
def known_values() -> list[Known]:
    """Return all values of the bundled data that are called known."""
    found = []
    for entry in everything():
        fields = dict(entry.known)
        if entry.source.startswith("known "):
            rest = [name for name in type(entry).model_fields if name not in ("source", "known")]
            fields = {name: entry.source.removeprefix("known ") for name in rest} | fields
        for field, ids in fields.items():
            found.append(Known(entry, field, value_of(entry, field), told(ids)))
    return found


def says(text: str, number: int) -> bool:
    """Whether a text has a number, as digits, as a word, or in the ID of a card."""
    word = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return re.search(rf"(\b|\bCARD-E)({number}|{word})\b", text, re.IGNORECASE) is not None


def test_a_known_name_is_on_the_page() -> None:
    named = [each for each in known_values() if each.field == "name"]
    assert len(named) > 60
    assert [each.place for each in named if each.value not in each.told] == []


def test_known_vp_are_stated_even_if_they_are_0() -> None:
    stated = [each for each in known_values() if each.field == "vp" and each.entry.known]
    assert len(stated) > 10
    unsaid = [each.place for each in stated if not re.search(rf"\b{each.value} VP", each.told)]
    assert unsaid == []


def test_known_letters_of_rooms_are_listed() -> None:
    lettered = [each for each in known_values() if each.field in ("letter", "room", "between")]
    assert len(lettered) > 4
    for each in lettered:
        for letter in each.value:
            assert re.search(rf"\b{letter}\b", each.told), each.place


def test_known_numbers_are_listed() -> None:
    in_other_words = {"pair", "players", "cheeses"}
    untold = [
        each.place
        for each in known_values()
        if each.field not in in_other_words
        for number in re.findall(r"\d+", str(each.value))
        if int(number) > 1 and not says(each.told, int(number))
    ]
    assert untold == []


def test_known_facts_of_a_named_piece_are_listed_with_that_piece() -> None:
    """Section D4 tells of many pieces: a value stands in the sentence that names its piece."""
    for each in known_values():
        if each.entry.known.get("name") == "D4" == each.entry.known.get(each.field):
            (sentence,) = re.findall(
                rf"[^.]*{re.escape(str(value_of(each.entry, 'name')))}[^.]*", each.told
            )
            untold = [
                word
                for word in re.findall(r"[a-z]{4,}|\d+", str(each.value).lower())
                if not (says(sentence, int(word)) if word.isdecimal() else word in sentence.lower())
            ]
            assert untold == [], each.place


def test_the_page_has_in_italics_which_kinds_of_effect_are_inferred() -> None:
    rows = {rule: (bool(mark), kind) for rule, mark, kind in TIMED.findall(TEXT)}
    assert len(rows) == 59
    for card in (entry for entry in everything() if isinstance(entry, Card)):
        rules = {rule for rule in card.known.values() if rule in rows}
        for rule in rules:
            inferred = "timing" not in card.known
            assert rows[rule] == (inferred, TIMINGS[card.timing]), card.name
    assert sum(not inferred for inferred, _ in rows.values()) == 8
