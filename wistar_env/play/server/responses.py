"""The bodies of responses, as the OpenAPI document describes them."""

from typing import Literal

from pydantic import BaseModel, Field

Asks = Literal["", "reveals", "ends"]
ListStatus = Literal["yours", "thinking", "step", "link", "finished", "kept", "other"]
Status = Literal["yours", "thinking", "step", "waiting", "stopped", "finished", "kept"]


class Player(BaseModel):
    """A seat of a game."""

    name: str
    you: bool
    colour: str = Field(description="The colour of its lines, such as '#0072b2'.")
    by_link: bool = Field(description="Whether a person plays this seat by link.")
    stand_in: bool = Field(description="Whether a bot plays for this person now.")
    away: bool = Field(description="Whether anybody may let a bot play for this person.")


class SeatLink(BaseModel):
    """The secret of a seat by link."""

    seat: int
    secret: str = Field(description="Value of the header Wistar-Seat; in links, after #seat=.")


class Entry(BaseModel):
    """A game in the list."""

    id: str
    kind: Literal["play", "watch", "replay"]
    game: str = Field(description="The name of the game that is played.")
    title: str
    players: int
    status: ListStatus = Field(
        description="link: people play it by link; other: this server does not offer the game."
    )
    progress: str = Field(
        description="The progress of the game, such as 'round 3 of 5'; may be empty."
    )
    decisions: int
    created: float = Field(description="Seconds since 1970.")
    changed: float
    result: str = Field(
        description="The result, empty before the end; if status is other, how to open it."
    )


class DamagedGame(BaseModel):
    """A game in the database that cannot be read."""

    id: str
    detail: str = Field(description="What is damaged.")


class Games(BaseModel):
    """All games, the most recently changed first."""

    games: list[Entry]
    damaged: list[DamagedGame] = Field(description="Games that can only be deleted.")
    max_games: int = Field(description="The maximum number of stored games.")


class BotKind(BaseModel):
    """An opponent."""

    name: str
    title: str
    about: str
    thinks: bool = Field(description="Whether its thinking time can be chosen.")
    players: list[int] = Field(description="The player counts that it supports.")


class NumberOption(BaseModel):
    """An option of the game that is a number."""

    name: str
    label: str
    hint: str
    low: int
    high: int
    default: int
    players: list[int] = Field(description="The player counts that have it.")


class OfferedGame(BaseModel):
    """A game that the server plays."""

    name: str
    title: str


class CourseLesson(BaseModel):
    """A lesson after the tutorial: a position with a goal."""

    name: str
    title: str


class GameOptions(BaseModel):
    """The options of a new game."""

    version: str
    games: list[OfferedGame] = Field(description="All games, the default one first.")
    game: str = Field(description="The game whose options these are.")
    title: str
    footer: str = Field(description="A sentence for the foot of pages; may be empty.")
    players: list[int] = Field(description="The player counts of the game.")
    marks: list[str] = Field(
        description="The mark of each seat on the board, as SVG; empty if there are none."
    )
    tutorial: bool = Field(description="Whether there is a tutorial: see /api/tutorials.")
    about: str = Field(description="The game in two sentences; may be empty.")
    pieces: list[str] = Field(description="Names of pieces to show: see /api/pieces.")
    lessons: list[CourseLesson] = Field(
        description="Lessons after the tutorial: see /api/tutorials."
    )
    numbers: list[NumberOption]
    bots: list[BotKind]


class Choice(BaseModel):
    """A legal action."""

    action: int
    text: str
    effect: str
    declines: bool = Field(description="Whether it declines or ends something.")
    gives_up: str = Field(description="What would be lost: ask to confirm; empty if nothing.")
    times: int = Field(description="How many times in a row it can be chosen.")
    folded: str = Field(description="The name of the group that it is listed under; may be empty.")


class Decision(BaseModel):
    """The current decision."""

    seat: int
    name: str
    question: str = Field(description="A heading that says what to decide; may be empty.")
    due: int = Field(description="The number of choices to make, such as items to pay.")
    proposal: list[int] = Field(description="A suggested selection, if several are due.")
    choices: list[Choice] = Field(
        description="Legal actions, declining ones last; empty unless you are to move."
    )
    forced: bool = Field(
        description="Whether there is one choice, which does not end the turn by declining."
    )


class Line(BaseModel):
    """An action in the log."""

    number: int
    seat: int
    stage: str = Field(description="The part of the game, such as 'round 3'; may be empty.")
    text: list[str]


class UndoPoint(BaseModel):
    """A decision that can be undone."""

    number: int
    text: str = Field(description="Your action and what followed from it.")


class Part(BaseModel):
    """A part of a score."""

    name: str
    points: int


class Score(BaseModel):
    """The final score of a seat."""

    seat: int
    parts: list[Part] = Field(description="The same categories for all seats, in the same order.")
    total: int


class SheetPart(BaseModel):
    """A part of a picture."""

    name: str = Field(description="Its name, the same in all positions of a game.")
    key: str = Field(description="A key of its content: equal for equal SVG elements.")
    x: float
    y: float
    svg: str | None = Field(description="SVG elements; null if the request's have lists the key.")


class Sheet(BaseModel):
    """A picture in parts, which name symbols as '#w-NAME': see /api/symbols."""

    width: float
    height: float
    title: str
    parts: list[SheetPart]
    maps: list[str] = Field(
        description="Names of parts in which positions matter, not only the number of pieces."
    )


class Figure(BaseModel):
    """A number that a seat has."""

    name: str
    value: str
    symbol: str = Field(description="The symbol beside it; may be empty.")
    parts: list[Part] = Field(description="The numbers that it adds up; may be empty.")


class SeatScore(BaseModel):
    """The numbers of a seat that are always visible."""

    seat: int
    points: Figure
    figures: list[Figure]
    mark: str = Field(description="The symbol of the seat; may be empty.")
    written: str = Field(description="The text on the mark; empty if the symbol includes it.")


class HeldPiece(BaseModel):
    """A printed piece that is kept visible."""

    group: str
    piece: str = Field(description="The piece's name: see /api/pieces.")
    title: str


class Lesson(BaseModel):
    """The text of a tutorial at a decision, or of a lesson until its goal is reached."""

    title: str
    text: str
    action: int | None = Field(description="The action to play; null at the end of the tutorial.")
    choice: str = Field(description="The action in words.")
    next: CourseLesson | None = Field(
        description="The next lesson; null until this one is completed."
    )
    again: str | None = Field(
        description="The lesson to restart, empty for the tutorial; null if this one goes on."
    )


class Change(BaseModel):
    """The change of one of your numbers."""

    name: str
    by: int


class TurnRest(BaseModel):
    """The rest of your turn that needs no choice, to be played at once."""

    actions: list[int]
    text: str = Field(description="The actions in words.")
    ends: bool = Field(description="Whether the last one ends your turn.")
    changes: list[Change] = Field(description="Changes of your points and goods.")


class Turn(BaseModel):
    """Your current turn."""

    changes: list[Change] = Field(
        description="Changes of your points and goods since the turn began."
    )
    rest: TurnRest | None = Field(description="Null if nothing can be played at once.")


class State(BaseModel):
    """The current state of a game."""

    id: str
    kind: Literal["play", "watch", "replay"]
    game: str
    title: str
    revision: int
    number: int = Field(description="The number of the current decision; requests carry it.")
    status: Status = Field(description="Waiting: another person is to move.")
    error: str = Field(description="Why a bot stopped; empty if none did.")
    seats: list[Player]
    you: int | None
    progress: str = Field(
        description="The progress of the game, such as 'round 3 of 5'; may be empty."
    )
    decision: Decision | None
    news: list[str] = Field(description="What happened from your last decision on.")
    log_start: int = Field(
        description="How many actions the log leaves out, as the request knows them."
    )
    log: list[Line]
    undo: list[UndoPoint]
    scores: list[Score] = Field(description="Best first; empty before the end.")
    result: str = Field(description="The winners and their points; empty before the end.")
    seed: str | None = Field(description="Null until the game is over.")
    scoreboard: list[SeatScore] = Field(description="Numbers always shown; may be empty.")
    held: list[HeldPiece] = Field(description="Pieces that are always shown; may be empty.")
    due: str = Field(description="What is left to do in the current turn; may be empty.")
    turn: Turn | None = Field(description="Your current turn; null before its first action.")
    rules: str = Field(description="The address of the rules for the current decision.")
    planned: int = Field(description="How many of your last actions are only planned.")
    asks: Asks = Field(
        default="",
        description="Why the action was not played until you confirm it: with all planned ones, it "
        "reveals something and cannot be undone (reveals), or it ends your turn (ends).",
    )
    lesson: Lesson | None = Field(description="The tutorial's text for the current decision.")
    picture: str = Field(description="The board, as SVG; empty if the request names a width.")
    sheet: Sheet | None = Field(description="The board in parts, if the request names a width.")
    links: list[SeatLink] = Field(
        default_factory=list,
        description="All seats by link, only in the response that starts a game: the server cannot "
        "repeat their secrets.",
    )


class ExplainedOption(BaseModel):
    """A bot's evaluation of an action; null for numbers that it does not give."""

    action: int
    text: str
    visits: int | None
    share: float | None = Field(description="Its share of all visits.")
    probability: float | None = Field(description="The prior probability.")
    value: float | None = Field(description="The value, 0 to 1.")
    points: float | None = Field(default=None, description="The final points expected after it.")


class Position(BaseModel):
    """The state of a game before one of its actions, or after the last one."""

    number: int
    progress: str
    decision: str
    seat: int | None
    next: str = Field(description="The next action; empty at the end.")
    explanation: list[ExplainedOption] = Field(
        description="The evaluation of the bot that moved next; empty if it gives none."
    )
    scoreboard: list[SeatScore]
    held: list[HeldPiece]
    picture: str = Field(description="Empty if the request names a width.")
    sheet: Sheet | None = Field(description="The board in parts, if the request names a width.")


class Symbols(BaseModel):
    """Symbols of pictures."""

    grid: int = Field(description="The width and height of each symbol.")
    symbols: dict[str, str] = Field(description="SVG elements by name.")
    tokens: list[str] = Field(description="Names of symbols of tokens that players move or flip.")


class LegendEntry(BaseModel):
    """A symbol and what it stands for."""

    group: str
    symbol: str
    text: str


class Legend(BaseModel):
    """The symbols of a game; empty if its pictures have none."""

    entries: list[LegendEntry]


class Piece(BaseModel):
    """A printed piece."""

    title: str
    described: str = Field(description="What is printed on it, in words.")
    width: float
    height: float
    svg: str = Field(description="SVG elements, which use the same symbols as boards.")


class Rule(BaseModel):
    """A rule of the game."""

    id: str = Field(description="The rule's ID.")
    address: str = Field(description="The address of this rule on the page of all rules.")


class Reason(BaseModel):
    """Why an action is not offered."""

    sentence: str
    rules: list[Rule]


class Review(BaseModel):
    """The progress of the review of a finished game."""

    ready: bool = Field(description="Whether it is shown at /games/{game}/review.")
    done: int = Field(description="Finished steps; 0 if no review was requested.")
    total: int = Field(description="All steps; 0 if no review was requested.")
    error: str = Field(description="Why it failed; empty if it did not.")


class Hint(BaseModel):
    """A search's evaluation of the current decision, best action first."""

    number: int
    simulations: int
    value: float | None
    points: float | None = Field(description="The points expected at the end; null if unknown.")
    unit: str = Field(description="The game's name for points.")
    options: list[ExplainedOption]
