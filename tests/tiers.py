"""Which tests ``make test`` runs, and which only ``make test-all`` does.

The fast tier finds broken rules, leaks and interfaces in minutes. The other tier has tests that
start a server, browser or other processes, draw, train, or build the site. Every folder and file of
``tests`` is in one tier; a file may be listed separately from its folder.
"""

from pathlib import Path, PurePosixPath
from typing import Final, Literal, TypeAlias

Tier: TypeAlias = Literal["fast", "rest"]

TESTS: Final = Path(__file__).parent
FAST: Final = frozenset(
    """
    env_api golden heuristics independent kit lab_rats networks rewards rules save_validation scene
    search spaces story tables text theory vector
    benchmark/test_aggregates.py benchmark/test_matches.py benchmark/test_paired.py
    benchmark/test_ratings.py benchmark/test_report.py benchmark/test_result_rows.py
    benchmark/test_work_units.py
    test_arguments.py test_boundaries.py test_card_features.py test_clocks.py test_components.py
    test_coverage.py test_explanations.py test_game.py test_imported_names.py test_imports.py
    test_lab_rats_v0.py test_large_numbers.py test_machine_code.py test_marks.py test_names.py
    test_no_actions.py test_pettingzoo.py test_play.py test_read_only.py test_registry.py
    test_replay.py
    test_rules_page.py test_seeds.py test_solo.py test_tiers.py test_turn_plan.py
    test_wistar_v0.py
    """.split()
)
REST: Final = frozenset(
    """
    agents author benchmark chaos clients compiled datasets experiments language_models
    made_card_sets mutation pictures render replay_page research server speed system training
    website
    kit/test_ahead_of_time.py kit/test_conformance_faults.py kit/test_copy_checks.py
    test_bots.py test_cli.py test_cli_any_game.py test_cli_benchmarks.py test_cli_components.py
    test_cli_datasets.py test_cli_doctor.py test_cli_early_games.py test_cli_games.py
    test_cli_help.py test_cli_mistakes.py test_cli_rejections.py test_cli_showing.py
    test_cli_solving.py test_cli_training.py test_cli_training_runs.py
    test_cli_training_seeds.py test_ci.py test_clients.py test_docs.py test_first_hour.py
    test_hostile_replays.py test_interpreted.py test_names_in_files.py test_new_game.py
    test_notebooks.py test_packaging.py test_planted_mistakes.py test_portable.py test_readme.py
    test_regenerate.py test_review.py test_review_table.py test_wheel.py
    test_wistar_v0_rendering.py
    """.split()
)


def tier_of(path: Path) -> Tier | None:
    """Return the tier of a folder or file of ``tests``; None if none names it or what it is in."""
    name = PurePosixPath(path.relative_to(TESTS).as_posix())
    for each in (name, *name.parents):
        if str(each) in FAST | REST:
            return "fast" if str(each) in FAST else "rest"
    return None


def is_left_out(path: Path, tier: Tier) -> bool:
    """Whether a tier has nothing of a file, or of a folder and what is in it."""
    if path.is_dir():
        own = (each for each in FAST | REST if (TESTS / each).is_relative_to(path))
        return not any(tier_of(each) == tier for each in (path, *map(TESTS.joinpath, own)))
    return path.name.startswith("test_") and tier_of(path) != tier
