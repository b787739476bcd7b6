"""Card sets as components: the same everywhere, made once, cached, pickled by their names."""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from wistar_env import RatsOfWistar
from wistar_env.errors import DataError
from wistar_env.games.rats_of_wistar import components as opening
from wistar_env.games.rats_of_wistar.card_sets import making
from wistar_env.games.rats_of_wistar.card_sets.set_names import CardSet
from wistar_env.games.rats_of_wistar.components import Components, open_components
from wistar_env.games.rats_of_wistar.tables.fill import fill

#: Fingerprints of the tables. If cards, Guests, Missions or Objectives change, names give others:
#: raise ``set_names.VERSION``. The board is that of the bundled data, whatever its version.
PINNED = {
    "generated:v1:7": "bb1e669748941c0ae782590b5f011de7",
    "generated:v1:800007": "ca1a57000a4f0270d435ac7c45f27048",
    "generated:v1:900007": "0066a956bc5a84b76fe1c652fe446d40",
    "permuted:v1:7": "514b6020292c54137317d2e3d2c48061",
    "unheard:v1:900007": "9045992894e04e0fbf36406ca0273904",
}
#: Maximum seconds to open a set that was made before.
LOADING = 0.005


def fingerprint(name: str) -> str:
    """Return the fingerprint of a newly made set."""
    card_set = CardSet(name.split(":")[0], int(name.split(":")[2]))
    data = making.make_data(card_set)
    return Components(name, fill(data), data).fingerprint.hex()


@pytest.mark.parametrize("name", PINNED)
def test_a_name_gives_the_same_cards_for_ever(name: str) -> None:
    assert fingerprint(name) == PINNED[name]
    assert open_components(name).fingerprint.hex() == PINNED[name]
    assert open_components(Path(name)) is open_components(name)


def test_so_it_does_in_every_process() -> None:
    program = (
        "from tests.made_card_sets.test_making import PINNED, fingerprint\n"
        "print(all(fingerprint(name) == PINNED[name] for name in PINNED))"
    )
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True
        )
        assert done.stdout.strip() == "True", done.stderr


@pytest.fixture
def cache_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("WISTAR_CACHE_DIR", str(tmp_path))
    return tmp_path


def count_making(monkeypatch: pytest.MonkeyPatch) -> list[CardSet]:
    """Return a list to which every set is added that is made."""
    made: list[CardSet] = []
    make: Callable[[CardSet], Any] = making.make_data

    def counted(card_set: CardSet) -> Any:
        made.append(card_set)
        return make(card_set)

    monkeypatch.setattr(making, "make_data", counted)
    return made


def test_a_set_is_made_once_and_then_read(
    cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    card_set, made = CardSet("generated", 71), count_making(monkeypatch)
    first = making.tables_of(card_set)
    times = []
    for _ in range(5):
        begun = time.perf_counter()
        again = making.tables_of(card_set)
        times.append(time.perf_counter() - begun)
        assert again.tobytes() == first.tobytes()
    assert made == [card_set]
    assert min(times) < LOADING
    (file,) = cache_folder.rglob("generated-71.bin")
    file.write_bytes(file.read_bytes()[:-1] + b"x")
    assert making.tables_of(card_set).tobytes() == first.tobytes()
    assert made == [card_set] * 2


def test_threads_that_open_the_same_set_share_it(
    cache_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = count_making(monkeypatch)
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(open_components, ["generated:v1:72"] * 8))
    assert made == [CardSet("generated", 72)]
    assert len({id(each) for each in found}) == 1


def test_a_set_is_pickled_by_its_name() -> None:
    components = open_components("generated:v1:7")
    saved = pickle.dumps(components)
    assert len(saved) < 300
    assert pickle.loads(saved) is components


def test_a_name_that_gives_other_cards_is_rejected(monkeypatch: pytest.MonkeyPatch) -> None:
    saved = pickle.dumps(open_components("generated:v1:7"))
    other = Components("generated:v1:7", open_components("generated:v1:8").tables)
    monkeypatch.setattr(opening, "_make", lambda card_set: other)
    with pytest.raises(DataError, match="generated:v1:7 has changed"):
        pickle.loads(saved)


def test_components_of_a_set_have_its_names_and_entries() -> None:
    components = open_components("generated:v1:7")
    assert components.folder == "generated:v1:7"
    assert components.name == "the card set generated:v1:7"
    assert components.names.cards[109] == "Shoelace Greenhouse"
    (card,) = [card for _, card in components.data.cards() if card.number == 110]
    assert (card.name, card.source) == ("Shoelace Greenhouse", "generated:v1:7")
    assert "generated:v1:7" in repr(components)


def test_a_game_shows_the_cards_of_its_set() -> None:
    game = RatsOfWistar.new(1, 3, data="permuted:v1:7", options={"level": 5})
    other = pickle.loads(pickle.dumps(game))
    assert other == game
    assert other.components is game.components is open_components("permuted:v1:7")
    assert game.components.names.cards != open_components().names.cards
    assert sorted(game.components.names.cards) == sorted(open_components().names.cards)
