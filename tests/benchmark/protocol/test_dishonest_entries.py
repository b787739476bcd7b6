"""Entries with false claims: each is rejected with a sentence that names the field."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.benchmark.protocol.runs import FIVE, changed_entry, changed_games, trial
from wistar_env.benchmark.protocol.bench import Entrant
from wistar_env.benchmark.protocol.claims import check_trained
from wistar_env.benchmark.protocol.copies import agreement, check_entries
from wistar_env.benchmark.protocol.entries import Entry, file_hash, read_entry
from wistar_env.benchmark.protocol.games import play_unit, shard_of, units_of
from wistar_env.benchmark.protocol.task_numbers import numbers_of
from wistar_env.benchmark.protocol.tasks import SEED, TASKS, TRACKS
from wistar_env.benchmark.protocol.verification import verify
from wistar_env.errors import ReplayError, ResultsError, WistarError
from wistar_env.kit.networks.loading import load_shared
from wistar_env.kit.replays.shards import Shard
from wistar_env.training.ppo_config import Config

SEARCH = "mcts:simulations=10"


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Honest entries: greedy, a search, one with opponents, and the five runs of a track."""
    made = tmp_path_factory.mktemp("honest")
    trial(made, "solo-9", 4)
    trial(made, "solo-5", 3, Entrant((SEARCH,), SEARCH))
    trial(made, "duel", 4)
    trial(made, "solo-7", 2, Entrant(FIVE, "five", track="1M"))
    return made


@pytest.mark.parametrize("task", ["solo-9", "solo-5", "duel", "solo-7"])
def test_the_honest_entries_are_verified(honest: Path, tmp_path: Path, task: str) -> None:
    """So the entries below are rejected only for what was changed."""
    found = verify(changed_entry(honest / f"{task}.json", tmp_path))
    assert found.level == ("legal" if task == "solo-7" else "reproduced")
    assert not found.answers.different


#: The entry, its false claim, and the expected error.
CLAIMS: list[tuple[str, dict[str, Any], str]] = [
    # budget and spec
    ("solo-5", {"simulations": 9999}, "simulations must be 10, to match the spec"),
    ("solo-5", {"simulations": None}, "simulations must be 10, to match the spec"),
    (
        "solo-5",
        {"bots__0__spec": "mcts:simulations=9999", "name": "mcts:simulations=9999"},
        "simulations must be 9,999, to match the spec 'mcts:simulations=9999', found 10",
    ),
    ("solo-5", {"bots__0__spec": "mcts", "name": "mcts"}, "simulations must be 1,000, to match"),
    ("solo-5", {"simulations": -10}, "simulations: .* greater than or equal to 1, found -10"),
    ("solo-5", {"simulations": 10.0}, "simulations: .* valid integer, found 10.0"),
    ("solo-5", {"simulations": True}, "simulations: .* valid integer, found True"),
    ("solo-9", {"simulations": 10}, "simulations must be null \\(the bot does not search"),
    (
        "solo-5",
        {"bots__0__spec": "mcts:simulations=10,seconds=1", "name": "x"},
        "has a time limit",
    ),
    # names and specs
    ("solo-9", {"bots__0__spec": "random"}, "name must be the spec of the bundled bot, 'random'"),
    (
        "solo-9",
        {"name": "mine"},
        "name must be the spec of the bundled bot, 'greedy', found 'mine'",
    ),
    (
        "solo-9",
        {"bots__0__spec": "network:my.npz"},
        "name must not be the name of another bot, found",
    ),
    ("solo-9", {"bots__0__spec": "gredy"}, "there is no bot 'gredy'"),
    ("solo-9", {"bots__0__spec": "greedy:9"}, "cannot be built with these parameters"),
    (
        "solo-9",
        {"bots__0__spec": "my_bots:Bot:a|b"},
        "the spec of a bot must consist of 1 to 200 ASCII letters",
    ),
    (
        "solo-9",
        {"bots__0__spec": "my_bots:Bot:" + "x" * 200},
        "must consist of 1 to 200 ASCII letters",
    ),
    ("solo-9", {"name": ""}, "name must consist of 1 to 80 ASCII letters"),
    ("solo-9", {"name": "x" * 81}, "name must consist of 1 to 80 ASCII letters"),
    ("solo-9", {"name": "gre\u200bedy"}, "name must consist of 1 to 80 ASCII letters"),
    ("solo-9", {"name": "gr\u0435edy"}, "name must consist of 1 to 80 ASCII letters"),
    (
        "solo-9",
        {"bots__0__spec": "my_bots:Bot", "name": "Greedy"},
        "name must not be the name of another bot, found 'Greedy'",
    ),
    (
        "solo-9",
        {"bots__0__spec": "my_bots:Bot", "name": "MCTS:simulations=9999"},
        "name must not be the name of another bot, found 'MCTS:simulations=9999'",
    ),
    ("solo-9", {"name": ["greedy"]}, "name: .* valid string, found"),
    # fingerprints
    (
        "solo-9",
        {"bots__0__fingerprint": "0" * 16},
        "the fingerprint of 'greedy' must be .*, found 0+",
    ),
    ("solo-9", {"bots__0__fingerprint": "trust me"}, "bots.0.fingerprint: .* found 'trust me'"),
    (
        "duel",
        {"opponents__0__digest": "0" * 64},
        r"this entry was played against opponent wistar-1\.npz \(0{16}\), which differs from the "
        r"one in protocol 3 \(8924710609e19598\)",
    ),
    (
        "duel",
        {"opponents__0__digest": None},
        r"against opponent wistar-1 \(no digest\), which differs",
    ),
    (
        "duel",
        {"opponents__0__spec": "random"},
        "opponents must be network:wistar-1 in the task duel, found random",
    ),
    ("duel", {"opponents": []}, "opponents must be network:wistar-1 in the task duel, found none"),
    ("duel", {"opponents": None}, "opponents: .* valid list, found None"),
    (
        "solo-9",
        {"opponents": [{"spec": "random", "digest": None}]},
        "opponents must be none in the task solo-9, found random",
    ),
    # training
    ("solo-7", {"training_decisions": 10**12}, "must be 1,000,000 in the track 1M, found 10{12}"),
    ("solo-7", {"training_decisions": None}, "must be 1,000,000 in the track 1M, found None"),
    ("solo-7", {"track": "10M"}, "must be 10,000,000 in the track 10M, found 1000000"),
    ("solo-7", {"track": ""}, "one bot .* found 5"),
    ("solo-7", {"track": "2M"}, "track must be one of 1M, 10M, 100M, .*, found '2M'"),
    (
        "solo-7",
        {"track": "solo-to-four", "training_decisions": 10_000_000},
        "task must be one of four, mixed in the track solo-to-four, found solo-7",
    ),
    (
        "solo-7",
        {"track": "cards-to-words", "training_decisions": 10_000_000},
        "task must be one of unseen-words in the track cards-to-words, found solo-7",
    ),
    ("solo-7", {"training_decisions": -1}, "training_decisions: .* greater than or equal to 0"),
    ("solo-7", {"training_core_hours": -0.1}, "training_core_hours: .* greater than or equal to 0"),
    ("solo-7", {"training_core_hours": float("nan")}, "NaN is not a finite"),
    ("solo-9", {"training_decisions": 10**6}, "must be null, since 'greedy' has no network"),
    # copies of one bot
    ("solo-7", {"bots__1__spec": FIVE[0]}, "the bots of a track must be 5 different networks"),
    # games and seed
    ("solo-9", {"games": 1700}, "status must be 'complete', found 'incomplete: 4 of 1,700 games'"),
    ("solo-9", {"status": "complete"}, "status must be 'incomplete: 4 of 1,700 games', found"),
    ("solo-9", {"games": 5, "status": "incomplete: 5 of 1,700 games"}, "games must be 4, found 5"),
    ("solo-9", {"games": 1701}, "games must be a multiple of 1 up to 1,700, found 1,701"),
    ("solo-9", {"games": 0}, "games: .* greater than or equal to 1, found 0"),
    ("duel", {"games": 3}, "games must be a multiple of 2 up to 3,400, found 3"),
    ("solo-9", {"games": -4}, "games: .* found -4"),
    ("solo-9", {"seed": 5}, "with the seed of a contest"),
    (
        "solo-9",
        {"seed": 5, "status": "incomplete: 4 of 1,700 games, with the seed of a contest"},
        "recorded game 0 has another seed or other seats than game 0",
    ),
    ("solo-9", {"seed": [SEED]}, "seed: .* valid integer, found"),
    ("solo-9", {"seed": -1}, "seed: .* greater than or equal to 0, found -1"),
    ("solo-9", {"seed": 10**30}, "seed: .*found 10{30}"),
    ("solo-9", {"seed": str(SEED)}, "seed: .* valid integer, found"),
    ("solo-9", {"games_file": "/etc/passwd"}, "games_file: Extra inputs are not permitted"),
    ("solo-9", {"games_hash": "0" * 64}, "games_hash must be .*, found 0+"),
    ("solo-9", {"games_hash": ".."}, "games_hash: .* found '..'"),
    ("solo-9", {"task": "solo-5"}, "a game differs from its record"),
    (
        "solo-9",
        {"task": "solo-4"},
        "task: the protocol has only the tasks solo-5, .*, found 'solo-4'",
    ),
    # rules and data
    ("solo-9", {"rules": "3 trust me"}, "rules: .* found '3 trust me'"),
    ("solo-9", {"rules": " "}, "rules: .* found ' '"),
    ("solo-9", {"rules": ""}, "rules: .* found ''"),
    (
        "solo-9",
        {"rules": "2 (0123456789abcdef)"},
        "rules must begin with the value of rules_version, 3, found",
    ),
    ("solo-9", {"rules_version": "3"}, "rules_version: .* valid integer, found '3'"),
    ("solo-9", {"rules_version": 99}, "rules must begin with the value of rules_version, 99"),
    (
        "solo-9",
        {"rules_version": 99, "rules": "99 (0123456789abcdef)"},
        "rules_version must be 3, found 99",
    ),
    ("solo-9", {"data": {}}, "data must list the data sets bundled, found"),
    ("solo-9", {"data__bundled": "0" * 32}, "data must be .*, found"),
    ("solo-9", {"data__mine": "0" * 32}, "data must list the data sets bundled, found"),
    # numbers
    ("solo-9", {"numbers__win_rate__value": 1.5}, "win_rate.value must be 0.0, .* found 1.5"),
    ("solo-9", {"numbers__win_rate__value": 1.0}, "win_rate.value must be 0.0, .* found 1.0"),
    ("solo-9", {"numbers__score__low": None}, "score.low must be .*, found None"),
    ("solo-9", {"numbers__score__low": 10**6}, "score.low must be .*, found 1000000.0"),
    ("solo-9", {"numbers__score__value": float("inf")}, "Infinity is not a finite"),
    # unverifiable fields
    ("solo-9", {"measured__ms_per_decision": -1.0}, "ms_per_decision: .* greater than or equal"),
    ("solo-9", {"measured__cores": 0}, "measured.cores: .* greater than or equal to 1, found 0"),
    ("solo-9", {"measured__processor": "a\nb"}, "processor: text must contain only print"),
    ("solo-9", {"versions__python": "x" * 101}, "versions.python: .* at most 100 characters"),
    ("solo-9", {"verified": True}, "verified: Extra inputs are not permitted, found True"),
    ("solo-9", {"protocol": True}, "of version 3 of the protocol, found True"),
    (
        "solo-9",
        {"protocol": 2},
        "of version 3 of the protocol, found 2; entries of different versions are not comparable",
    ),
]


@pytest.mark.parametrize(
    ("task", "claim", "problem"),
    CLAIMS,
    ids=[f"{task} {next(iter(claim))}-{k}" for k, (task, claim, _) in enumerate(CLAIMS)],
)
def test_a_false_claim_is_rejected(
    honest: Path, tmp_path: Path, task: str, claim: dict[str, Any], problem: str
) -> None:
    file = changed_entry(honest / f"{task}.json", tmp_path, **claim)
    with pytest.raises(WistarError, match=problem) as rejection:
        verify(file)
    assert len(str(rejection.value)) < 600
    assert "\n" not in str(rejection.value)


@pytest.mark.parametrize("field", Entry.model_fields)
def test_an_entry_has_every_field_once(honest: Path, tmp_path: Path, field: str) -> None:
    file = changed_entry(honest / "solo-9.json", tmp_path)
    entry = json.loads(file.read_text("utf-8"))
    value = entry.pop(field)
    file.write_text(json.dumps(entry), "utf-8")
    missing = "protocol, found None" if field == "protocol" else f"{field}: Field required"
    with pytest.raises(ResultsError, match=missing):
        read_entry(file)
    text = json.dumps({**entry, field: value})
    file.write_text(f"{text[:-1]}, {json.dumps(field)}: {json.dumps(value)}}}", "utf-8")
    with pytest.raises(ResultsError, match=f"duplicate key '{field}'"):
        read_entry(file)


@pytest.mark.parametrize("odd", [None, [], {}, "", " ", "/", "..", 1e308, -1, 10**30, ["x"] * 50])
@pytest.mark.parametrize("field", Entry.model_fields)
def test_any_value_in_any_field_is_a_sentence(
    honest: Path, tmp_path: Path, field: str, odd: Any
) -> None:
    """Any value gives either a one-sentence error or a valid entry."""
    file = changed_entry(honest / "solo-9.json", tmp_path, **{field: odd})
    allowed = odd is None and field.startswith("training")
    if allowed or (field, odd) in [("track", ""), ("versions", {})]:
        read_entry(file)
    elif (field, odd) in [("opponents", []), ("simulations", None)]:
        read_entry(file)
    else:
        with pytest.raises(ResultsError, match=field) as rejection:
            read_entry(file)
        assert len(str(rejection.value)) < 600


def test_five_copies_of_one_network_are_rejected(honest: Path, tmp_path: Path) -> None:
    """Copies play the same games, even with different fingerprints."""
    shard = Shard.load(honest / "solo-7.npz")
    ends = np.cumsum(shard.lengths)
    first_run = shard.actions[: ends[1]]
    changed = {name: np.concatenate([vars(shard)[name][:2]] * 5) for name in vars(shard)}
    changed |= {"actions": np.concatenate([first_run] * 5), "players": shard.players}
    file = changed_games(honest, tmp_path, "solo-7", **changed)
    with pytest.raises(ResultsError, match="bots 1 and 2"):
        verify(file)
    prints = {f"bots__{k}__fingerprint": "0123456789abcdef" for k in range(2)}
    with pytest.raises(ResultsError, match=r"2 .* 0123456789abcdef"):
        read_entry(changed_entry(honest / "solo-7.json", tmp_path / "same", **prints))


def test_copies_whose_late_decisions_were_changed_are_copies() -> None:
    """Until the change they decide alike, while separately trained networks soon differ."""
    draw = np.random.default_rng(3)

    def found(first_change: int) -> float:
        one = draw.integers(50, size=200)
        other = one.copy()
        other[first_change:] += 1
        shard = Shard(
            seeds=np.zeros(2, np.uint64),
            lengths=np.full(2, 200),
            actions=np.concatenate([one, other]).astype(np.int16),
            players=np.zeros((2, 2), np.int16),
            scores=np.zeros((2, 2), np.int64),
            ranks=np.ones((2, 2), np.int16),
        )
        return agreement(shard, range(1), range(1, 2), 1)

    assert found(3) == pytest.approx(3 / 4)
    assert found(150) > 0.99
    assert found(200) == 1


def test_five_names_of_one_network_are_rejected_before_they_play(tmp_path: Path) -> None:
    bots = tuple(f"random_{k}" for k in range(5))
    network = load_shared("wistar")
    network.metadata = {}
    for bot in bots:
        network.save(tmp_path / f"{bot}.npz")
    specs = tuple(f"network:{tmp_path / bot}.npz" for bot in bots)
    with pytest.raises(ResultsError, match="found 5 with the finger"):
        trial(tmp_path / "entries", "solo-5", 1, Entrant(specs, "copies", track="1M"))
    assert not (tmp_path / "entries").exists()


#: A track, a setting of a network that claims it, and the expected error.
TRAININGS = [
    ("1M", {"pretraining": "network"}, "no pretraining but up to 2,000 games of greedy"),
    ("1M", {"pretraining_games": 2001}, "but up to 2,000 games of greedy, found"),
    ("1M", {"pretraining_games": "1"}, "but up to 2,000 games of greedy, found"),
    (
        "1M",
        {"begin_with": "wistar"},
        "must be trained with begin_with='' in the track 1M, found 'w",
    ),
    (
        "solo-to-four",
        {"players": "1,4"},
        "must be trained with players='1' in the track solo-to-fo",
    ),
    (
        "cards-to-words",
        {"data": ""},
        r"must be trained with data='generated:v1:\{0\.\.49\}' in the",
    ),
]


@pytest.mark.parametrize(("track", "claim", "problem"), TRAININGS)
def test_a_network_of_another_training_is_rejected(
    track: str, claim: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    """Networks without training metadata are trusted."""
    known = TRACKS[track]
    honest = {
        "seed": 1,
        "begin_with": "",
        "pretraining": "greedy",
        "pretraining_games": 2000,
        **dict(known.settings),
    }
    task, network = TASKS[(known.tasks or ("solo-9",))[0]], load_shared("wistar")
    specs = (f"network:{tmp_path / 'a.npz'}", *FIVE)
    steps = known.decisions + 9000
    for metadata in ({}, {"steps": steps, "settings": honest}, {"settings": 5}):
        network.metadata = metadata
        network.save(tmp_path / "a.npz")
        check_trained(task, specs, track)
    network.metadata = {"steps": steps, "settings": honest | claim}
    network.save(tmp_path / "a.npz")
    check_trained(task, specs, "")
    with pytest.raises(ResultsError, match=problem):
        check_trained(task, specs, track)
    with pytest.raises(ResultsError, match=problem):
        trial(tmp_path, task.name, 1, Entrant(specs[:5], "mine", track=track))


@pytest.mark.parametrize(
    ("metadata", "problem"),
    [
        ({"steps": 131_072}, ""),
        ({"steps": Config(steps=1_000_000).num_updates * Config().batch_size}, ""),
        (
            {"steps": 1_065_537},
            "the track 1M allows 1,065,536 decisions of training, found 1065537",
        ),
        (
            {"steps": 16_777_216},
            "the track 1M allows 1,065,536 decisions of training, found 16777216",
        ),
        ({"steps": None}, "the track 1M allows 1,065,536 decisions of training, found None"),
        ({"steps": 1, "teacher": ["network"]}, "imitate games, which the track 1M"),
    ],
)
def test_the_decisions_of_a_track_are_those_that_were_played(
    metadata: dict[str, Any], problem: str, tmp_path: Path
) -> None:
    """Decisions are counted, whatever ``--steps`` says: 16,384 games per rollout play more."""
    network = load_shared("wistar")
    network.metadata = {"settings": {"steps": 1_000_000, "seed": 1}, **metadata}
    network.save(tmp_path / "a.npz")
    specs = (f"network:{tmp_path / 'a.npz'}", *FIVE)
    if not problem:
        check_trained(TASKS["solo-9"], specs, "1M")
        return
    with pytest.raises(ResultsError, match=problem):
        check_trained(TASKS["solo-9"], specs, "1M")


def test_the_networks_of_a_track_have_different_seeds(tmp_path: Path) -> None:
    network = load_shared("wistar")
    specs = []
    for name, seed in (("a", 1), ("b", 2), ("c", 1)):
        network.metadata = {"steps": 1_000_000, "settings": {"seed": seed}}
        network.save(tmp_path / f"{name}.npz")
        specs.append(f"network:{tmp_path / name}.npz")
    check_trained(TASKS["solo-9"], specs[:2], "1M")
    with pytest.raises(ResultsError, match=r"seed=1 in .*a\.npz and .*c\.np"):
        check_trained(TASKS["solo-9"], specs, "1M")


@pytest.mark.parametrize(
    ("task", "opponents", "problem"),
    [
        (
            "duel",
            ("random",),
            r"'network:wistar-1' must reproduce all [\d,]+ decisions for which it was re-run",
        ),
        (
            "mixed",
            ("random", "greedy", "network:wistar-reader"),
            r"'network:wistar-1' must reproduce all [\d,]+ decisions for which it was re-run",
        ),
    ],
)
def test_games_against_weaker_opponents_are_rejected(
    task: str, opponents: tuple[str, ...], problem: str, tmp_path: Path
) -> None:
    """The games are legal, their numbers right; but the opponents would not play them."""
    each = trial(tmp_path / "entry", task, 2)
    weaker = replace(TASKS[task], opponents=opponents)
    deals = each.games // len(weaker.seatings)
    (unit,) = units_of(weaker, "greedy", (), seed=SEED, deals=deals)
    shard = shard_of(weaker, ("greedy",), play_unit(unit))
    file = changed_games(tmp_path / "entry", tmp_path / "weaker", task, **vars(shard))
    entry = read_entry(file)
    entry.model_copy(update={"numbers": numbers_of(TASKS[task], 1, shard)}).write(file)
    with pytest.raises(ResultsError, match=problem):
        verify(file)


def test_games_that_another_bot_played_are_rejected(honest: Path, tmp_path: Path) -> None:
    """The games are legal, their numbers right; but the bot of the entry would not play them."""
    entry = read_entry(honest / "solo-9.json")
    trial(tmp_path, "solo-9", 4, Entrant(("random",), "random"))
    file = changed_entry(
        tmp_path / "solo-9.json",
        tmp_path / "claimed",
        name="greedy",
        bots=[entry.bots[0].model_dump()],
    )
    with pytest.raises(ResultsError, match=r"'greedy' .* \d+ decisions"):
        verify(file)


def test_games_stand_in_one_entry_only(honest: Path, tmp_path: Path) -> None:
    """Copies are found even if the file was packed differently or a few games were changed."""
    first = changed_entry(honest / "solo-9.json", tmp_path / "one")
    other = changed_entry(honest / "solo-9.json", tmp_path / "two")
    games = other.with_suffix(".npz")
    shard = Shard.load(games)
    seeds = shard.seeds.copy()
    seeds[0] += 1
    Shard(**{**vars(shard), "seeds": seeds}).save(games)
    entry = read_entry(other)
    check_entries([(file, read_entry(file)) for file in (first, other)])  # of bundled bots
    bot = entry.bots[0].model_copy(update={"spec": "my_bots:Bot"})
    entry = entry.model_copy(update={"name": "mine", "bots": [bot]})
    entry.model_copy(update={"games_hash": file_hash(games)}).write(other)
    with pytest.raises(ResultsError, match="3 of 4"):
        check_entries([(file, read_entry(file)) for file in (first, other)])
    check_entries([(first, entry), (honest / "duel.json", entry)])


def test_a_game_without_decisions_is_rejected(honest: Path, tmp_path: Path) -> None:
    shard = Shard.load(honest / "solo-9.npz")
    lengths = shard.lengths * 0
    file = changed_games(honest, tmp_path, "solo-9", lengths=lengths, actions=np.zeros(0, np.int16))
    with pytest.raises(ReplayError):
        verify(file)
