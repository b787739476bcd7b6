"""Checks of the final scores in untrusted results files."""

from collections.abc import Mapping, Sequence

from wistar_env.games.rats_of_wistar.rules.categories import CATEGORIES, TOTAL


def check_sum(score: Mapping[str, int], name: str = "score") -> None:
    """Raise ValueError if the final score of a seat is not the sum of its categories.

    ``score``: the VP by category and the total.
    """
    total, parts = score[CATEGORIES[TOTAL]], sum(score[part] for part in CATEGORIES[:TOTAL])
    if total != parts:
        raise ValueError(f"{name} must be {parts}, the sum of the categories, found {total}")


def check_scores(scores: Sequence[Mapping[str, int]], ranks: Sequence[int]) -> None:
    """Raise ValueError if no game can end with these VP by category and these ranks.

    ``scores``: for each seat its VP by category and the total.
    """
    if sorted(ranks) != [*range(1, len(ranks) + 1)]:
        raise ValueError(f"ranks must be 1 to {len(ranks)} in any order, found {ranks}")
    for seat, score in enumerate(scores):
        check_sum(score, f"score of seat {seat}")
    totals = [score[CATEGORIES[TOTAL]] for score in scores]
    by_rank = [total for _, total in sorted(zip(ranks, totals, strict=True))]
    if by_rank != sorted(totals, reverse=True):
        raise ValueError(f"ranks {ranks} are not in the order of the total scores {totals}")
