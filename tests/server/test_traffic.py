"""Responses for a game's page are small and contain only what the page lacks."""

import pytest

from tests.server.serving import begin, path, serving
from tests.server.traffic import SEATS, Page, moves
from wistar_env.games import lab_rats
from wistar_env.games.rats_of_wistar import RatsOfWistar

MOST = 20_000


@pytest.mark.parametrize("game", [*SEATS])
def test_a_move_sends_20_kb_at_most(game: str) -> None:
    with serving(game=RatsOfWistar, others=[lab_rats.LabRats]) as client:
        sent = [each.size for each in moves(client, game)]
        assert max(sent) <= MOST


def test_parts_that_the_page_has_are_not_sent_again() -> None:
    with serving() as client:
        page = Page(client, "rats-of-wistar")
        page.begin()
        path_of_game = f"/api/games/{page.state['id']}"
        again = page.ask("GET", path_of_game, **page.query())
        assert {part["svg"] for part in again["sheet"]["parts"]} == {None}
        assert again["picture"] == ""
        assert again["log"] == []
        assert again["log_start"] == page.state["number"]
        whole = page.ask("GET", path_of_game)
        assert whole["sheet"] is None
        assert whole["picture"].startswith("<svg")
        assert len(whole["log"]) == whole["number"]


def test_a_log_is_sent_anew_after_an_undo() -> None:
    with serving() as client:
        page = Page(client, "rats-of-wistar")
        page.begin()
        while not page.state["undo"]:
            page.act(page.state["decision"]["choices"][-1]["action"])
        number, revision = page.state["number"], page.state["revision"]
        to = page.state["undo"][-1]["number"]
        page.ask("POST", f"/api/games/{page.state['id']}/undo", {"number": number, "to": to})
        known = {"known": f"{to},{revision}"}
        found = page.ask("GET", f"/api/games/{page.state['id']}", **known)
        assert found["log_start"] == 0
        assert len(found["log"]) == to


def test_a_page_is_told_what_moves_and_where_places_matter() -> None:
    with serving(game=RatsOfWistar, others=[lab_rats.LabRats]) as client:
        for game, token, still, maps in (
            ("rats-of-wistar", "chief-0", "wood", {"wheel", "farm"}),
            ("lab-rats", "lab-rats-potion-back", "lab-rats-crumb", {"laboratory"}),
        ):
            found = client.get("/api/symbols", params={"game": game, "names": f"{token},{still}"})
            assert found.json()["tokens"] == [token]
            page = Page(client, game)
            page.shown(page.ask("POST", "/api/tutorials", {}, game=game, **page.query()))
            sheet = page.state["sheet"]
            assert {*sheet["maps"]} == maps
            assert maps <= {part["name"] for part in sheet["parts"]}


@pytest.mark.parametrize("name", ["invention-000", "invention-181", "hat-001"])
def test_a_piece_that_there_is_not_is_rejected(name: str) -> None:
    with serving() as client:
        assert client.get(f"/api/pieces/{name}").status_code == 404
        assert client.get("/api/symbols?names=wood,hat").status_code == 404


def test_a_tutorial_leads_through_the_first_round_and_says_when_they_are_left() -> None:
    with serving(game=RatsOfWistar, others=[lab_rats.LabRats]) as client:
        for game, lessons in (("rats-of-wistar", 20), ("lab-rats", 14)):
            page = Page(client, game)
            page.shown(page.ask("POST", "/api/tutorials", {}, game=game, **page.query()))
            page.wait()
            choices = {each["action"] for each in page.state["decision"]["choices"]}
            other = (choices - {page.state["lesson"]["action"]}).pop()
            for number in range(1, lessons + 1):
                lesson = page.state["lesson"]
                assert lesson["title"] == f"Lesson {number} of {lessons}"
                page.act(lesson["action"])
            assert page.state["lesson"]["action"] is None
            assert page.state["progress"].startswith("round 2")
            page.act(page.state["decision"]["choices"][0]["action"])
            assert page.state["lesson"] is None
            page.shown(page.ask("POST", "/api/tutorials", {}, game=game, **page.query()))
            page.wait()
            page.act(other)
            assert "left the lessons" in str(page.state.get("lesson"))


def test_a_game_that_is_no_tutorial_has_no_lessons() -> None:
    with serving() as client:
        state = begin(client, *SEATS["rats-of-wistar"], seed=8)
        assert client.get(path(state)).json()["lesson"] is None
