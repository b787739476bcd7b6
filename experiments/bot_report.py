"""A report in Markdown on a bot's decisions against Rat-o-bot at its highest level."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from experiments.bot_games import RecordedGames
from experiments.report import (
    Counts,
    Scores,
    Shares,
    abilities,
    categories_table,
    chiefs,
    inventions,
    mains,
    objectives,
    per_game,
    per_game_table,
    score_all,
    table,
    titled,
    with_interval,
)
from wistar_env.benchmark.ladder import HUMAN, RAT_O_BOT
from wistar_env.benchmark.report import mean, proportion
from wistar_env.games.rats_of_wistar.components import Components
from wistar_env.games.rats_of_wistar.rules import actions
from wistar_env.games.rats_of_wistar.rules.actions import ACTION_BLOCKS
from wistar_env.games.rats_of_wistar.rules.categories import TOTAL
from wistar_env.games.rats_of_wistar.rules.difficulty import HIGHEST_LEVEL
from wistar_env.games.rats_of_wistar.tables.catalogue import Catalogue
from wistar_env.games.rats_of_wistar.tables.codes import MAINS
from wistar_env.games.rats_of_wistar.tables.limits import OBJECTIVES

#: Kinds of action that the table of VP lists.
LISTED: Final = 10
#: The last row of the table of Beds or Rooms counts this many or more.
MANY: Final = 4


def _result(own: Scores, other: Scores) -> Iterator[str]:
    won = int((own[:, TOTAL] > other[:, TOTAL]).sum())
    row = [
        with_interval(mean(own[:, TOTAL].tolist())),
        with_interval(mean(other[:, TOTAL].tolist())),
        with_interval(proportion(won, len(own)), ".1%"),
    ]
    yield from table(["own VP (95% interval)", "Rat-o-bot's VP", "games won"], [row])


def _by_block(per_action: NDArray[Any]) -> NDArray[Any]:
    return np.add.reduceat(per_action, [block.start for block in ACTION_BLOCKS])


def _scored_by(recorded: RecordedGames) -> Iterator[str]:
    count = len(recorded.games)
    times, vp = _by_block(recorded.taken), _by_block(recorded.scored)
    rows = [
        [
            ACTION_BLOCKS[k].name,
            ACTION_BLOCKS[k].meaning,
            f"{times[k] / count:.1f}",
            f"{vp[k] / count:.1f}",
        ]
        for k in np.argsort(-vp, kind="stable")[:LISTED]
    ]
    head = ["action", "meaning", "actions per game", "VP per game"]
    yield from titled("VP scored during the game, by action", head, rows)
    yield (
        f"All actions: {vp.sum() / count:.1f} VP per game, beyond those of the setup. Payments "
        "and removed cubes belong to the action that they pay for; VP until the bot's next "
        "decision, such as income, belong to the action before."
    )
    yield ""


def _mains(recorded: RecordedGames) -> Iterator[str]:
    shares = mains(recorded.taken)
    rows = []
    for main, row in zip(MAINS, shares.rows(), strict=True):
        strengths = recorded.strengths[recorded.actions == actions.MAIN + main]
        told = ["", ""]
        if len(strengths):
            told = [f"{strengths.mean():.2f}", f"{(strengths > 0).mean():.1%}"]
        rows.append([*row[:-1], *told, row[-1]])
    head = ["name", shares.whole, "share", "mean Strength", "with Strength of at least 1", ""]
    yield from titled(shares.title, head, rows)


def _bonuses(recorded: RecordedGames, words: Sequence[str]) -> Shares:
    chosen = recorded.taken[actions.BONUS : actions.POTION]
    whole = np.full(len(chosen), chosen.sum())
    return Shares("Bonus actions chosen", "actions", words, chosen, whole)


def _built(built: Counts, totals: NDArray[np.int16], number: int) -> list[str]:
    """Return the number of games with this count, and their mean VP."""
    found = totals[np.minimum(built, MANY) == number]
    return [str(len(found)), f"{found.mean():.1f}" if len(found) else ""]


def _beds_and_rooms(players: NDArray[Any], totals: NDArray[np.int16]) -> Iterator[str]:
    rows = [
        [
            f"{number}+" if number == MANY else str(number),
            *_built(players["beds_built"], totals, number),
            *_built(players["rooms_dug"], totals, number),
        ]
        for number in range(MANY + 1)
    ]
    head = ["how many", "games, by beds", "own VP", "games, by rooms", "own VP"]
    yield from titled("Own VP by beds built and by rooms dug", head, rows)


def _inventions(recorded: RecordedGames, totals: NDArray[np.int16], names: Catalogue) -> list[str]:
    own = {
        card: f"{totals[played].mean():.1f}" if played.any() else ""
        for card, played in enumerate(recorded.played.T)
    }
    return inventions(names, recorded.held.sum(0), recorded.played.sum(0), own)[0]


def bot_section(bot: str, fingerprint: str, recorded: RecordedGames, data: Components) -> list[str]:
    """Report the decisions of a bot."""
    names, count = data.names, len(recorded.games)
    players = recorded.games["players"][:, [HUMAN]]
    scores = score_all(recorded.games, data)
    own, other = scores[:, HUMAN], scores[:, RAT_O_BOT]
    shown = np.bincount(recorded.games["objectives"].ravel(), minlength=OBJECTIVES)
    return [
        f"## {bot} against Rat-o-bot at level {HIGHEST_LEVEL}, {count} games",
        "",
        f"Fingerprint of the bot: {fingerprint}.",
        "",
        *_result(own, other),
        "### VP by category of the final scoring",
        "",
        *categories_table({"own": own, "Rat-o-bot": other}),
        *_scored_by(recorded),
        "### Per game",
        "",
        *per_game_table(per_game(players)),
        *chiefs(names, recorded.taken).lines(),
        *_mains(recorded),
        *_bonuses(recorded, data.labels.of("bonus")).lines(),
        *objectives(names, players, shown).lines(),
        *abilities(names, players).lines(),
        *_inventions(recorded, own[:, TOTAL], names),
        *_beds_and_rooms(players[:, 0], own[:, TOTAL]),
    ]
