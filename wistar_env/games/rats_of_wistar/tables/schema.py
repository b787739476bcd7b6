"""The schema of the data folder: one strict model per file, one class per kind of entry.

Models check single fields (types, words, ranges, effect lines); ``tables.checks`` checks the
consistency of fields, entries and files.
"""

import re
from collections.abc import Callable
from types import MappingProxyType
from typing import Annotated, Final

from pydantic import AfterValidator, Field, model_validator

from wistar_env.games.rats_of_wistar.tables import codes, language, limits
from wistar_env.kit.game.data_files import Model, allowed_are, exactly, one_of, pattern

MAX_VP: Final = 30
#: Words of a cost line, in the order of the fields of ``layout.REQUIREMENT``.
COST_WORDS: Final = MappingProxyType(
    {word: i for i, word in enumerate(("wood", "metal", "movement", "items", "cards"))}
)
#: Positions of Objectives beside the board, as Rat-o-bot's tracks name them.
OBJECTIVE_PLACES: Final = ("left", "middle", "right")

#: In characters; longer lines are rejected before they are parsed.
_LONGEST_LINE: Final = 4000
_LEDGER_ID: Final = r"(?:[A-Z]+-[A-Z]*\d+|D\d)"
_KNOWN: Final = re.compile(rf"{_LEDGER_ID}(?:, {_LEDGER_ID})*")
#: Name of a card set, as the source of the entries that it has changed.
_CARD_SET: Final = r"[a-z]+:v\d+:\d+"
_SOURCE: Final = re.compile(
    rf"printed|{_CARD_SET}|known {_KNOWN.pattern}|reconstructed R\d+(?:, R\d+)*"
)


def word(family: str, without: tuple[str, ...] = ()) -> AfterValidator:
    """Return a validator for words of a family of codes, except those in ``without``."""
    return one_of([name for name in language.code_words(family) if name not in without])


def line(parse: Callable[[str], object]) -> AfterValidator:
    """Return a validator for strings of limited length that ``parse`` accepts."""

    def check(value: str) -> str:
        if len(value) > _LONGEST_LINE:
            raise allowed_are(f"at most {_LONGEST_LINE} characters, found {len(value)}")
        try:
            parse(value)
        except language.EffectError as error:
            raise allowed_are(f"a valid line ({error})") from None
        return value

    return AfterValidator(check)


def parse_bonuses(text: str) -> list[int]:
    """Parse the Bonus actions of one action space, such as ``"play, move1"``, to BONUS codes.

    Raises EffectError if a word is unknown, or there are not one or two words (WHEEL-03).
    """
    words = [word.strip() for word in text.split(",")]
    allowed = language.code_words("BONUS")
    if len(words) > limits.BONUSES_PER_SPACE or any(word not in allowed for word in words):
        raise language.EffectError(f"one or two of {', '.join(allowed)}")
    return [allowed[word] for word in words]


def parse_bot_bonus(text: str) -> tuple[int, int]:
    """Parse a bonus of an Action card, such as ``"guest stamina"``, to BOT_BONUS and ICON codes.

    Raises EffectError if the text is not a bonus followed by the Skill of a track (BOT-50 to
    BOT-55).
    """
    bonuses, skills = language.code_words("BOT_BONUS"), skill_words()
    words = text.split()
    if len(words) != 2 or words[0] not in bonuses or words[1] not in skills:
        raise language.EffectError(
            f"one of {', '.join(bonuses)}, followed by one of {', '.join(skills)}"
        )
    return bonuses[words[0]], skills[words[1]]


def parse_steps(text: str) -> list[tuple[int, str]]:
    """Parse a row of an Exploration card to (BOT_STEP code, letter of a move or empty) pairs.

    Raises EffectError if a step is unknown, a move has no letter, or there are too many steps
    (BOT-60 to BOT-69).
    """
    allowed = language.code_words("BOT_STEP")
    steps: list[tuple[int, str]] = []
    for words in (part.split() for part in text.split(",")):
        expected = 2 if words[:1] == ["move"] else 1
        if len(words) != expected or words[0] not in allowed or len(steps) == limits.BOT_STEPS:
            raise language.EffectError(
                f"1 to {limits.BOT_STEPS} of {', '.join(allowed)}, with a room after 'move'"
            )
        steps.append((allowed[words[0]], words[1] if expected == 2 else ""))
    return steps


def parse_immediate(text: str) -> tuple[int, int]:
    """Parse an immediate effect of a track to a TRACK code and an Objective's place or NONE.

    Raises EffectError if the text is not in the vocabulary of BOT-80 to BOT-82.
    """
    words = text.split()
    if words == ["explore"]:
        return codes.TRACK_EXPLORE, codes.NONE
    if words == ["mission"]:
        return codes.TRACK_MISSION, codes.NONE
    if len(words) == 2 and words[0] == "objective" and words[1] in OBJECTIVE_PLACES:
        return codes.TRACK_OBJECTIVE, OBJECTIVE_PLACES.index(words[1])
    raise language.EffectError(
        "explore, mission, or objective followed by one of " + ", ".join(OBJECTIVE_PLACES)
    )


def skill_words() -> dict[str, int]:
    """Return the words of the five Skills with their ICON codes, without Energy (CARD-08)."""
    icons = language.code_words("ICON").items()
    return {word: code for word, code in icons if code in codes.SKILL_ICONS}


def _plain(name: str) -> str:
    """Reject names with control characters or irregular spaces."""
    if not name.isprintable() or name != " ".join(name.split()):
        raise allowed_are("printable characters, with single spaces between words")
    return name


Name = Annotated[str, Field(min_length=1, max_length=60), AfterValidator(_plain)]
Effect = Annotated[str, line(language.parse)]
Cost = Annotated[str, line(lambda text: language.parse_words(text, COST_WORDS))]
Requires = Annotated[str, line(lambda text: language.parse_amounts(text, "COUNT"))]
Icons = Annotated[str, line(lambda text: language.parse_amounts(text, "ICON"))]
Kind = Annotated[str, word("KIND")]
Skill = Annotated[str, word("ICON", without=("energy",))]
Timing = Annotated[str, word("TIMING")]
Main = Annotated[str, word("MAIN", without=("any",))]
Count = Annotated[str, word("COUNT")]
Vp = Annotated[int, Field(ge=-MAX_VP, le=MAX_VP)]
Amount = Annotated[int, Field(ge=0, le=language.MAX_AMOUNT)]
Letter = Annotated[str, pattern(re.compile("[A-Z]"), "one letter from A to Z")]
Players = Annotated[int, Field(ge=2, le=limits.MAX_SEATS)]
Lock = Annotated[int, Field(ge=1, le=limits.MISSION_ROWS - 1)]
Source = Annotated[
    str,
    pattern(
        _SOURCE,
        "'printed', 'known ID' or 'reconstructed Rn' (IDs separated by commas), or a card set",
    ),
]
LedgerIds = Annotated[str, pattern(_KNOWN, "ledger IDs such as CARD-E12 or D4")]


class Entry(Model):
    """An entry of a data file, with the sources of its values.

    ``source`` applies to every field that ``known`` does not name.
    """

    source: Source
    known: dict[str, LedgerIds] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _known_fields(self) -> "Entry":
        fields = [name for name in type(self).model_fields if name not in ("source", "known")]
        for name in self.known:
            if name.partition(".")[0] not in fields:
                raise allowed_are(f"in 'known', only {', '.join(fields)}; found {name!r}")
        return self


class Card(Entry):
    """An Invention (CARD-01 to CARD-10)."""

    number: int = Field(ge=1, le=limits.CARDS)
    name: Name
    type: Annotated[str, word("TYPE")]
    tier: Annotated[str, word("TIER")]
    cost: Cost
    requires: Requires
    icons: Icons
    vp: Vp
    timing: Timing
    effect: Effect


class Inventions(Model):
    """The contents of one of the files with Inventions."""

    card: list[Card]


class Guest(Entry):
    """A Guest Mouse tile (GUEST-01, GUEST-02)."""

    number: int = Field(ge=1, le=limits.GUESTS)
    kind: Kind
    timing: Annotated[str, word("TIMING", without=("once", "endgame", "aggressive"))]
    effect: Effect
    vp: Vp


class Cheese(Entry):
    """A Cheese tile (GUEST-03)."""

    vp: Vp


class Guests(Model):
    """The contents of ``guests.toml``."""

    guest: Annotated[list[Guest], exactly(limits.GUESTS)]
    cheese: Annotated[list[Cheese], exactly(limits.CHEESES)]


class MissionRow(Entry):
    """One of the three missions of a card (MISSION-02 to MISSION-07)."""

    name: Name
    cost: Cost
    requires: Requires
    effect: Effect
    needs_lock: Lock | None = None
    gives_lock: Lock | None = None


class Mission(Entry):
    """A Mission card."""

    name: Name
    kind: Kind
    reveal: Effect
    row: Annotated[list[MissionRow], exactly(limits.MISSION_ROWS)]


class Missions(Model):
    """The contents of ``missions.toml``."""

    mission: Annotated[list[Mission], exactly(limits.MISSIONS)]


class Objective(Entry):
    """An Objective card (OBJ-01, OBJ-07)."""

    name: Name
    count: Count
    spaces: Annotated[
        list[Annotated[int, Field(ge=1, le=language.MAX_AMOUNT)]], exactly(limits.OBJECTIVE_SPACES)
    ]
    effect: Effect


class Objectives(Model):
    """The contents of ``objectives.toml``."""

    objective: Annotated[list[Objective], exactly(limits.OBJECTIVES)]


class Door(Entry):
    """A Door token (EXPL-04)."""

    effect: Effect


class Doors(Model):
    """The contents of ``doors.toml``."""

    door: Annotated[list[Door], exactly(limits.DOOR_TOKENS)]


class Hero(Entry):
    """A Hero card (ABILITY-13)."""

    name: Name
    skill: Skill
    icons: int = Field(ge=1, le=5)


class Heroes(Model):
    """The contents of ``heroes.toml``."""

    hero: Annotated[list[Hero], exactly(limits.HEROES)]


class SkillToken(Entry):
    """A Skill token (ABILITY-07)."""

    skill: Skill


class SkillTokens(Model):
    """The contents of ``skill_tokens.toml``."""

    token: Annotated[list[SkillToken], exactly(codes.SKILLS)]


class Ability(Entry):
    """An ability space of the player board (ABILITY-01 to ABILITY-14)."""

    name: Name
    colour: Annotated[str, word("COLOUR", without=("any",))]
    vp: Vp
    items: Amount
    effect: Effect
    pair: Name | None = None
    pair_vp: Vp = 0


class Abilities(Model):
    """The contents of ``abilities.toml``."""

    ability: Annotated[list[Ability], exactly(limits.ABILITIES)]
