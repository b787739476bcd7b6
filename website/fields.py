"""The values and meaning of each field in a data folder, for ``docs/cards.md``.

The meaning is empty if the field's name is clear.
"""

from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import limits, schema, schema_boards
from wistar_env.games.rats_of_wistar.tables.language import MAX_AMOUNT
from wistar_env.games.rats_of_wistar.tables.schema import COST_WORDS, MAX_VP, OBJECTIVE_PLACES

_VP: Final = f"{-MAX_VP} to {MAX_VP}"
_AMOUNT: Final = f"0 to {MAX_AMOUNT}"
_EFFECT: Final = "an effect line"
_COST: Final = (
    "amounts of " + ", ".join(f"`{word}`" for word in COST_WORDS) + '; `""` for none',
    "",
)
_REQUIRES: Final = ('amounts of COUNT words; `""` for none', "")
_LETTER: Final = "a letter from A to Z"
_PLAYERS: Final = f"2 to {limits.MAX_SEATS}"

#: The allowed values and the meaning, by schema class and field.
MEANINGS: Final = MappingProxyType(
    {
        (schema.Card, "number"): (f"1 to {limits.CARDS}, each once", ""),
        (schema.Card, "type"): ("a TYPE", ""),
        (schema.Card, "tier"): ("a TIER", "its deck"),
        (schema.Card, "cost"): _COST,
        (schema.Card, "requires"): _REQUIRES,
        (schema.Card, "icons"): ('amounts of ICON words; `""` for none', ""),
        (schema.Card, "vp"): (_VP, "VP at the end"),
        (schema.Card, "timing"): ("a TIMING", "when its effect happens"),
        (schema.Card, "effect"): (_EFFECT, ""),
        (schema.Guest, "number"): (f"1 to {limits.GUESTS}, each once", ""),
        (schema.Guest, "kind"): ("a KIND", "the kind of its Room"),
        (schema.Guest, "timing"): (
            "`immediate`, `income` or `permanent`",
            "when its effect happens",
        ),
        (schema.Guest, "effect"): (_EFFECT, ""),
        (schema.Guest, "vp"): (_VP, "VP at the end"),
        (schema.Cheese, "vp"): (_VP, "VP at the end; the first entry lies on top"),
        (schema.Mission, "kind"): ("a KIND", "the kind of its Room"),
        (schema.Mission, "reveal"): (_EFFECT, "the reveal bonus"),
        (schema.MissionRow, "cost"): _COST,
        (schema.MissionRow, "requires"): _REQUIRES,
        (schema.MissionRow, "effect"): (_EFFECT, "the reward"),
        (schema.MissionRow, "needs_lock"): (
            f"1 to {limits.MISSION_ROWS - 1}",
            "the lock of this card that must be open",
        ),
        (schema.MissionRow, "gives_lock"): (
            f"1 to {limits.MISSION_ROWS - 1}",
            "the lock that this row opens",
        ),
        (schema.Objective, "count"): ("a COUNT", ""),
        (schema.Objective, "spaces"): (
            f"{limits.OBJECTIVE_SPACES} numbers from 1 to {MAX_AMOUNT}, rising",
            "the amount of `count` that each space requires, from the top down",
        ),
        (schema.Objective, "effect"): (_EFFECT, "the bonus, the same for all spaces"),
        (schema.Door, "effect"): (_EFFECT, "the bonus for opening it"),
        (schema.Hero, "skill"): ("a Skill: an ICON except `energy`", "the Skill of its icons"),
        (schema.Hero, "icons"): ("1 to 5", "the number of icons"),
        (schema.SkillToken, "skill"): ("a Skill, each once", "the Skill of its icon"),
        (schema.Ability, "colour"): ("`brown` or `grey`", "the colour of its cube"),
        (schema.Ability, "vp"): (_VP, "VP at the end"),
        (schema.Ability, "items"): (_AMOUNT, "items to pay for removing the cube"),
        (schema.Ability, "effect"): (_EFFECT + ", which may be empty", ""),
        (schema.Ability, "pair"): ("the name of another ability", "the other ability of its pair"),
        (schema.Ability, "pair_vp"): (_VP, "extra VP if both abilities of the pair are unlocked"),
        (schema_boards.Position, "main"): ("a MAIN except `any`", "the Main action of this place"),
        (schema_boards.Position, "area"): ("an AREA", "the Area of its Workers"),
        (schema_boards.Sector, "face_2"): (
            f"1 to {limits.SPACES} spaces, each of one or two BONUS words",
            "action spaces in solo and two-player games, the outermost first",
        ),
        (schema_boards.Sector, "face_3_4"): ("as `face_2`", "action spaces with 3 and 4 players"),
        (schema_boards.Location, "letter"): (
            _LETTER,
            "each once; the first location is the entrance",
        ),
        (schema_boards.Location, "kind"): ("a KIND", "the kind of Room; the entrance has none"),
        (schema_boards.Location, "guests"): (
            f"{limits.MAX_SEATS - 1} numbers from 0 to {limits.MAX_GUESTS_IN_ROOM}",
            "face-down Guests with 2, 3 and 4 players",
        ),
        (schema_boards.Location, "cheese"): ("`true` or `false`", "whether the Cheeses are here"),
        (schema_boards.Location, "at"): (
            f"2 numbers from 0 to {limits.MAX_ROOMS - 1}",
            "its column and row in pictures",
        ),
        (schema_boards.Passage, "between"): ("two letters", "the locations that it connects"),
        (schema_boards.Passage, "players"): (
            _PLAYERS,
            "the smallest player count with a Door token here",
        ),
        (schema_boards.MissionPlace, "room"): (_LETTER, "the Room that it is in"),
        (schema_boards.MissionPlace, "players"): (
            _PLAYERS,
            "the smallest player count with a Mission here",
        ),
        (schema_boards.BedSpaces, "vp"): (
            f"{limits.BEDS + 1} numbers",
            f"VP with 0 to {limits.BEDS} Beds built",
        ),
        (schema_boards.RoomSpaces, "vp"): (
            f"{limits.UNDERGROUND_TILES + 1} numbers",
            f"VP with 0 to {limits.UNDERGROUND_TILES} Rooms dug",
        ),
        (schema_boards.CubeSpaces, "vp"): (
            f"{limits.BOT_CUBES + 1} numbers",
            f"VP of Rat-o-bot with 0 to {limits.BOT_CUBES} Missions completed",
        ),
        (schema_boards.Start, "vp"): ("0 to 100", "VP at the start"),
        (schema_boards.Start, "wood"): (_AMOUNT, ""),
        (schema_boards.Start, "metal"): (_AMOUNT, ""),
        (schema_boards.Start, "movement"): (_AMOUNT, "Movement tokens"),
        (schema_boards.Start, "workers_at_entrance"): ("0 to 2", "Workers at the entrance"),
        (schema_boards.Start, "round_stack"): (
            f"{limits.ROUNDS} KINDs",
            "the kind of the Guest of each round",
        ),
        (schema_boards.Seats, "players"): (_PLAYERS, "the player count; solo games use 2"),
        (schema_boards.Seats, "objective_spaces"): (
            f"1 to {limits.OBJECTIVE_SPACES}",
            "number of spaces of an Objective that are used",
        ),
        (schema_boards.Seats, "cheeses"): (f"0 to {limits.CHEESES}", ""),
        (schema_boards.BotAction, "main"): (
            "a MAIN except `any`",
            "where the Chief is placed; if missing, the Hut",
        ),
        (schema_boards.BotAction, "skill"): (
            "a Skill",
            "the Skill whose track may advance; only for the card of the Hut",
        ),
        (schema_boards.BotAction, "worker"): ("`true` or `false`", "whether a Worker is placed"),
        (schema_boards.BotAction, "bonuses"): (
            f"1 to {limits.BOT_BONUSES}, each a BOT_BONUS and a Skill",
            "its bonuses, from top to bottom",
        ),
        (schema_boards.BotExploration, "last"): (
            "`true` or `false`",
            "whether this is the bottom card of the deck",
        ),
        (schema_boards.BotExploration, "floorplan"): (
            "names of Mission places",
            "the Mission places in order of preference",
        ),
        (schema_boards.BotExploration, "rows"): (
            f"1 to {limits.BOT_STEPS} BOT_STEPs for each location; after `move`, the room's letter",
            "Rat-o-bot's steps at this location, from left to right",
        ),
        (schema_boards.TrackSide, "symbol"): ("a TYPE", "the Type of Invention that advances it"),
        (schema_boards.TrackSide, "index"): (
            f"0 to {limits.TRACK_INDICES - 1}",
            "its difficulty; Rat-o-bot's level is the sum over its three tracks",
        ),
        (schema_boards.TrackSide, "tokens"): ("0 to 5", "number of Skill token spaces"),
        (schema_boards.TrackSide, "overflow"): (_VP, "VP of each advance beyond the last space"),
        (schema_boards.TrackSpace, "vp"): (_VP, "VP if the cube ends here"),
        (schema_boards.TrackSpace, "immediate"): (
            "`explore`, `mission`, or `objective` with "
            + " or ".join(f"`{place}`" for place in OBJECTIVE_PLACES),
            "what Rat-o-bot does when the cube gets here",
        ),
        (schema_boards.TrackSpace, "aggressive"): (
            _EFFECT,
            "what you lose when the cube gets here",
        ),
        (schema_boards.TrackSpace, "endgame"): (_EFFECT, "what Rat-o-bot scores at the end"),
    }
)
