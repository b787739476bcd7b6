"""Generated sets: new Inventions, Guests, Missions and Objectives on the bundled boards."""

from wistar_env.games.rats_of_wistar.card_sets.bundled_files import bundled_files, card_files
from wistar_env.games.rats_of_wistar.card_sets.card_names import Names
from wistar_env.games.rats_of_wistar.card_sets.contents import Files
from wistar_env.games.rats_of_wistar.card_sets.guests_drawn import draw_guests
from wistar_env.games.rats_of_wistar.card_sets.inventions_drawn import draw_inventions
from wistar_env.games.rats_of_wistar.card_sets.missions_drawn import draw_missions, draw_objectives
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet


def generated_files(card_set: CardSet) -> Files:
    """Return the files of a generated set."""
    names, files = Names(card_set), bundled_files()
    cards = {
        card["number"]: {"name": names.of_invention(card["type"]), **card}
        for card in draw_inventions(card_set)
    }
    for file in card_files():
        files[file]["card"] = [cards[card["number"]] for card in files[file]["card"]]
    files["guests"]["guest"] = draw_guests(card_set)
    files["missions"]["mission"] = [
        {
            "name": names.of_mission(),
            **mission,
            "row": [{"name": names.of_row(), **row} for row in mission["row"]],
        }
        for mission in draw_missions(card_set)
    ]
    files["objectives"]["objective"] = [
        {"name": names.of_objective(), **objective} for objective in draw_objectives(card_set)
    ]
    return files
