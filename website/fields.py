"""What each field of a data folder takes and means, for ``docs/cards.md``."""

from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.tables import limits, schema, schema_boards
from wistar_env.games.rats_of_wistar.tables.language import MAX_AMOUNT
from wistar_env.games.rats_of_wistar.tables.schema import COST_WORDS, MAX_VP, OBJECTIVE_PLACES

_NAME: Final = ("text, 1 to 60 characters", "its name, which no other entry of its kind has")
_VP: Final = f"{-MAX_VP} to {MAX_VP}"
_AMOUNT: Final = f"0 to {MAX_AMOUNT}"
_EFFECT: Final = "an effect line"
_COST: Final = (
    "amounts of " + ", ".join(f"`{word}`" for word in COST_WORDS) + '; `""` for none',
    "what is paid",
)
_REQUIRES: Final = ('amounts of COUNT words; `""` for none', "what has to be owned")
_LETTER: Final = "a letter from A to Z"
_PLAYERS: Final = f"2 to {limits.MAX_SEATS}"

#: By class of the schema and field: what it takes, and what it is.
MEANINGS: Final = MappingProxyType(
    {
        (schema.Card, "number"): (f"1 to {limits.CARDS}, each once", "the number of the card"),
        (schema.Card, "name"): _NAME,
        (schema.Card, "type"): ("a TYPE", "Structure, Tool or Automaton"),
        (schema.Card, "tier"): ("a TIER", "Basic or Advanced: the deck that it is in"),
        (schema.Card, "cost"): _COST,
        (schema.Card, "requires"): _REQUIRES,
        (schema.Card, "icons"): ('amounts of ICON words; `""` for none', "the icons that it has"),
        (schema.Card, "vp"): (_VP, "VP at the end of the game"),
        (schema.Card, "timing"): ("a TIMING", "when its effect happens"),
        (schema.Card, "effect"): (_EFFECT, "what it does"),
        (schema.Guest, "number"): (f"1 to {limits.GUESTS}, each once", "the number of the Guest"),
        (schema.Guest, "kind"): ("a KIND", "the kind of Room that it lives in"),
        (schema.Guest, "timing"): (
            "`immediate`, `income` or `permanent`",
            "when its effect happens",
        ),
        (schema.Guest, "effect"): (_EFFECT, "what it does"),
        (schema.Guest, "vp"): (_VP, "VP at the end of the game"),
        (schema.Cheese, "vp"): (_VP, "VP at the end of the game; the first lies on top"),
        (schema.Mission, "name"): _NAME,
        (schema.Mission, "kind"): ("a KIND", "the kind of Room that it lies in"),
        (schema.Mission, "reveal"): (_EFFECT, "the bonus of whoever turns it up"),
        (schema.MissionRow, "name"): ("text, 1 to 60 characters", "its name"),
        (schema.MissionRow, "cost"): _COST,
        (schema.MissionRow, "requires"): _REQUIRES,
        (schema.MissionRow, "effect"): (_EFFECT, "what completing it brings"),
        (schema.MissionRow, "needs_lock"): (
            f"1 to {limits.MISSION_ROWS - 1}",
            "the lock that somebody must have opened on this card",
        ),
        (schema.MissionRow, "gives_lock"): (
            f"1 to {limits.MISSION_ROWS - 1}",
            "the lock that completing it opens",
        ),
        (schema.Objective, "name"): _NAME,
        (schema.Objective, "count"): ("a COUNT", "what it asks for"),
        (schema.Objective, "spaces"): (
            f"{limits.OBJECTIVE_SPACES} numbers from 1 to {MAX_AMOUNT}, rising",
            "how many, from the top space down",
        ),
        (schema.Objective, "effect"): (_EFFECT, "the bonus, on every space the same"),
        (schema.Door, "effect"): (_EFFECT, "the bonus of whoever opens it"),
        (schema.Hero, "name"): _NAME,
        (schema.Hero, "skill"): ("a Skill: an ICON but `energy`", "the Skill of its icons"),
        (schema.Hero, "icons"): ("1 to 5", "how many icons it has"),
        (schema.SkillToken, "skill"): ("a Skill, each once", "the Skill of its icon"),
        (schema.Ability, "name"): _NAME,
        (schema.Ability, "colour"): ("`brown` or `grey`", "the colour of its cube"),
        (schema.Ability, "vp"): (_VP, "VP at the end of the game"),
        (schema.Ability, "items"): (_AMOUNT, "items that removing the cube costs"),
        (schema.Ability, "effect"): (_EFFECT + ", which may be empty", "what it does"),
        (schema.Ability, "pair"): ("the name of another one", "with which it gives `pair_vp`"),
        (schema.Ability, "pair_vp"): (_VP, "VP of both together"),
        (schema_boards.Position, "main"): ("a MAIN but `any`", "the Main action of this place"),
        (schema_boards.Position, "area"): ("an AREA", "where its Workers stand"),
        (schema_boards.Sector, "name"): _NAME,
        (schema_boards.Sector, "face_2"): (
            f"1 to {limits.SPACES} spaces, each of one or two BONUS words",
            "its action spaces solo and for 2 players, the outermost first",
        ),
        (schema_boards.Sector, "face_3_4"): ("the same", "those for 3 and 4 players"),
        (schema_boards.Sector, "closed_with_3"): (
            f"0 to {limits.SPACES}",
            "how many of them, the last, 3 players do not use",
        ),
        (schema_boards.Location, "letter"): (
            _LETTER,
            "how it is called; the first is the entrance",
        ),
        (schema_boards.Location, "name"): _NAME,
        (schema_boards.Location, "kind"): ("a KIND", "the kind of Room; the entrance has none"),
        (schema_boards.Location, "guests"): (
            f"{limits.MAX_SEATS - 1} numbers from 0 to {limits.MAX_GUESTS_IN_ROOM}",
            "face-down Guests with 2, 3 and 4 players",
        ),
        (schema_boards.Location, "cheese"): ("`true` or `false`", "whether the Cheeses lie here"),
        (schema_boards.Location, "at"): (
            f"2 numbers from 0 to {limits.MAX_ROOMS - 1}",
            "its column and row on pictures",
        ),
        (schema_boards.Passage, "between"): ("two letters", "the locations that it joins"),
        (schema_boards.Passage, "players"): (
            _PLAYERS,
            "from how many players on it has a Door token",
        ),
        (schema_boards.MissionPlace, "name"): ("text, 1 to 60 characters", "how it is called"),
        (schema_boards.MissionPlace, "room"): (_LETTER, "the Room that it is in"),
        (schema_boards.MissionPlace, "players"): (
            _PLAYERS,
            "from how many players on a Mission lies here",
        ),
        (schema_boards.BedSpaces, "vp"): (
            f"{limits.BEDS + 1} numbers",
            "VP with 0, 1, 2 and more Beds built",
        ),
        (schema_boards.RoomSpaces, "vp"): (
            f"{limits.UNDERGROUND_TILES + 1} numbers",
            "VP with 0, 1, 2 and more Rooms dug",
        ),
        (schema_boards.CubeSpaces, "vp"): (
            f"{limits.BOT_CUBES + 1} numbers",
            "VP of Rat-o-bot with 0, 1, 2 and more Missions",
        ),
        (schema_boards.Start, "vp"): ("0 to 100", "VP that everybody starts with"),
        (schema_boards.Start, "wood"): (_AMOUNT, "Wood"),
        (schema_boards.Start, "metal"): (_AMOUNT, "Metal"),
        (schema_boards.Start, "movement"): (_AMOUNT, "Movement tokens"),
        (schema_boards.Start, "workers_at_entrance"): ("0 to 2", "Workers at the entrance"),
        (schema_boards.Start, "round_stack"): (
            f"{limits.ROUNDS} KINDs",
            "the kind of the Guest of each round",
        ),
        (schema_boards.Seats, "players"): (_PLAYERS, "the number of players; solo is as with 2"),
        (schema_boards.Seats, "objective_spaces"): (
            f"1 to {limits.OBJECTIVE_SPACES}",
            "spaces of an Objective that are used",
        ),
        (schema_boards.Seats, "cheeses"): (f"0 to {limits.CHEESES}", "Cheeses that lie there"),
        (schema_boards.BotAction, "name"): _NAME,
        (schema_boards.BotAction, "main"): (
            "a MAIN but `any`",
            "the Sector that its Chief goes to; without it, the Hut",
        ),
        (schema_boards.BotAction, "skill"): ("a Skill", "the track, for a card of the Hut"),
        (schema_boards.BotAction, "worker"): ("`true` or `false`", "whether a Worker is placed"),
        (schema_boards.BotAction, "bonuses"): (
            f"1 to {limits.BOT_BONUSES} of: a BOT_BONUS and a Skill",
            "its bonuses, from top to bottom",
        ),
        (schema_boards.BotExploration, "name"): _NAME,
        (schema_boards.BotExploration, "last"): (
            "`true` or `false`",
            "whether it lies at the bottom",
        ),
        (schema_boards.BotExploration, "floorplan"): (
            "names of Mission places",
            "where it looks for Missions, the best first",
        ),
        (schema_boards.BotExploration, "rows"): (
            f"for each letter 1 to {limits.BOT_STEPS} BOT_STEPs; a `move` names its room",
            "what it does at that location, from left to right",
        ),
        (schema_boards.TrackSide, "symbol"): ("a TYPE", "the Type of Invention that advances it"),
        (schema_boards.TrackSide, "index"): (
            f"0 to {limits.TRACK_INDICES - 1}",
            "how hard it is: the three together are the level",
        ),
        (schema_boards.TrackSide, "tokens"): ("0 to 5", "Skill token spaces"),
        (schema_boards.TrackSide, "overflow"): (_VP, "VP of each advance beyond the last space"),
        (schema_boards.TrackSpace, "vp"): (_VP, "VP if the cube ends here"),
        (schema_boards.TrackSpace, "immediate"): (
            "`explore`, `mission`, or `objective` with "
            + " or ".join(f"`{place}`" for place in OBJECTIVE_PLACES),
            "what Rat-o-bot does when it gets here",
        ),
        (schema_boards.TrackSpace, "aggressive"): (_EFFECT, "what you lose when it gets here"),
        (schema_boards.TrackSpace, "endgame"): (_EFFECT, "what it scores at the end"),
    }
)
