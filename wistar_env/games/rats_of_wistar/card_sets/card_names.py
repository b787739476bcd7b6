"""Names of generated cards: combinations of random words, in plain ASCII, unique within a set."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from wistar_env.games.rats_of_wistar.card_sets.draws import Draws
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet

_OF: Final = (
    *("Acorn", "Amber", "Brass", "Bristle", "Bottle-Cap", "Candle", "Cardboard", "Chalk"),
    *("Cherry-Stone", "Clockwork", "Clothes-Peg", "Copper", "Cork", "Cotton", "Eggshell"),
    *("Feather", "Folding", "Glass", "Gutter", "Hairpin", "Hazelnut", "Inkwell", "Jam-Jar"),
    *("Kettle", "Lamp-Black", "Leather", "Magnet", "Marble", "Matchbox", "Nutshell", "Paper"),
    *("Patchwork", "Pebble", "Pencil", "Pewter", "Pocket", "Quill", "Ribbon", "Rubber", "Rusty"),
    *("Salt-Shaker", "Secret", "Shoelace", "Silver", "Soap", "Spare", "Spring", "Straw", "Sugar"),
    *("Teapot", "Thimble", "Tin", "Tinted", "Twisted", "Umbrella", "Velvet", "Walnut", "Wax"),
    *("Whistling", "Wicker", "Winter", "Wire", "Wooden", "Woollen", "Zinc"),
)
_THINGS: Final[Mapping[str, Sequence[str]]] = MappingProxyType(
    {
        "tool": (
            *("Awl", "Bellows", "Bucket", "Calipers", "Chisel", "Clamp", "Compass", "Crowbar"),
            *("Drill", "File", "Fork", "Funnel", "Gloves", "Goggles", "Grapnel", "Hatchet"),
            *("Hook", "Horn", "Kite", "Knife", "Ladder", "Lens", "Lever", "Mallet", "Map", "Mask"),
            *("Net", "Oar", "Pliers", "Pulley", "Rake", "Ruler", "Saw", "Scissors", "Shield"),
            *("Shovel", "Skates", "Sling", "Spanner", "Spyglass", "Stilts", "Tongs", "Trowel"),
        ),
        "automaton": (
            *("Badger", "Bear", "Beetle", "Bull", "Bumblebee", "Camel", "Centipede", "Crane"),
            *("Dragonfly", "Duckling", "Eel", "Falcon", "Ferret", "Fox", "Gander", "Gecko"),
            *("Grasshopper", "Heron", "Horse", "Ladybird", "Lizard", "Lobster", "Lynx", "Moth"),
            *("Newt", "Otter", "Owl", "Ox", "Parrot", "Pelican", "Piglet", "Pony", "Porter"),
            *("Rabbit", "Ram", "Raven", "Salamander", "Seal", "Servant", "Shrew", "Sparrow"),
            *("Stork", "Toad", "Walrus", "Wasp", "Weaver", "Wolf", "Wren"),
        ),
        "structure": (
            *("Academy", "Arcade", "Attic", "Bakery", "Barn", "Bath-House", "Belfry", "Bridge"),
            *("Canteen", "Cellar", "Chapel", "Cistern", "Depot", "Dock", "Embassy", "Exchange"),
            *("Factory", "Forge", "Fountain", "Gallery", "Garden", "Granary", "Greenhouse"),
            *("Guildhall", "Harbour", "Hospital", "Infirmary", "Kiln", "Kitchen", "Laundry"),
            *("Library", "Lighthouse", "Market", "Mill", "Museum", "Observatory", "Orchard"),
            *("Pantry", "Parlour", "Pavilion", "Pump-House", "School", "Smithy", "Stable"),
            *("Studio", "Tannery", "Tavern", "Theatre", "Tower", "Tunnel", "Vault", "Workshop"),
        ),
    }
)
_PLACES: Final = (
    *("attic beam", "bean sacks", "bread bin", "broken clock", "chimney", "coal heap"),
    *("cider press", "cupboard", "drainpipe", "dumb waiter", "empty cradle", "fuse box"),
    *("garden gate", "grain store", "hat stand", "hen house", "jam shelf", "laundry basket"),
    *("letter box", "lost doll", "mangle", "milk churn", "mouse hole", "music box", "oil lamp"),
    *("old boots", "owl's nest", "painted screen", "piano", "pigeon loft", "rain barrel"),
    *("rocking horse", "root cellar", "rope swing", "sewing box", "stable lantern", "stove"),
    *("stuffed fox", "sundial", "toolshed", "toy train", "trapdoor", "turnip cart", "weather vane"),
    *("well", "window sill", "wine rack", "wood pile"),
)
_DEEDS: Final = (
    *("Bar", "Brace", "Carry off", "Clean", "Climb", "Count", "Cross", "Dismantle", "Empty"),
    *("Fasten", "Follow", "Free", "Guard", "Hide", "Inspect", "Light", "Loosen", "Measure"),
    *("Mend", "Move", "Name", "Oil", "Open", "Paint", "Patch", "Pull up", "Roll away", "Search"),
    *("Share out", "Stack", "Test", "Tie up", "Trade", "Unscrew", "Wake", "Weigh", "Wind up"),
)
_AIMS: Final = (
    *("the bait", "the bell", "the bolt", "the cat", "the chain", "the cogs", "the crumbs"),
    *("the dust", "the fuse", "the gap", "the hatch", "the hinges", "the keys", "the ladder"),
    *("the lid", "the lock", "the needles", "the nest", "the planks", "the rope", "the seeds"),
    *("the spider", "the springs", "the stairs", "the string", "the tracks", "the wax"),
    *("the wheel", "the whistle", "the wires"),
)
_KINDS_OF_RATS: Final = (
    *("Able", "Ambitious", "Bold", "Brisk", "Careful", "Clever", "Cosy", "Daring", "Diligent"),
    *("Eager", "Earnest", "Famous", "Frugal", "Generous", "Handy", "Keen", "Learned", "Lively"),
    *("Nimble", "Orderly", "Patient", "Proud", "Restless", "Sturdy", "Tireless", "Watchful"),
)
_RATS: Final = (
    *("Builders", "Climbers", "Collectors", "Crew", "Dreamers", "Explorers", "Founders"),
    *("Friends", "Guardians", "Hands", "Heirs", "Hosts", "Inventors", "Keepers", "Neighbours"),
    *("Pioneers", "Scholars", "Scouts", "Settlers", "Sisters", "Tinkers", "Traders", "Wardens"),
)


class Names:
    """Draws unique names for the cards of a set."""

    def __init__(self, card_set: CardSet) -> None:
        self._draws = Draws(f"{card_set} names")
        self._taken: set[str] = set()

    def _draw(self, first: Sequence[str], second: Sequence[str]) -> str:
        while True:
            name = f"{self._draws.pick(first)} {self._draws.pick(second)}"
            if name.casefold() not in self._taken:
                self._taken.add(name.casefold())
                return name

    def of_invention(self, kind: str) -> str:
        """Draw a name for an Invention of this type, such as ``"Teapot Lighthouse"``."""
        return self._draw(_OF, _THINGS[kind])

    def of_mission(self) -> str:
        """Draw a name for a Mission, such as ``"The sundial"``."""
        return self._draw(("The",), _PLACES)

    def of_row(self) -> str:
        """Draw a name for one of a Mission's rows, such as ``"Oil the hinges"``."""
        return self._draw(_DEEDS, _AIMS)

    def of_objective(self) -> str:
        """Draw a name for an Objective, such as ``"Nimble Traders"``."""
        return self._draw(_KINDS_OF_RATS, _RATS)
