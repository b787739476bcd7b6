"""Checks of secrecy, by experiment: a seat's reshuffle changes nothing that it sees, and more."""

from wistar_env.kit.conformance.table import Table, where


def what_a_seat_sees_stays(table: Table) -> None:
    """Check that a reshuffle for a seat leaves all that it sees as it is, and whose turn it is."""
    for seed in table.seeds:
        for game in table.sampled(seed, every=7):
            for seat in range(table.num_players):
                other = game.determinize(seat, seed)
                what = f"after a reshuffle for seat {seat}: {where(game, seed)}"
                assert (other.seat, other.finished) == (game.seat, game.finished), (
                    f"another seat decides {what}"
                )
                observation, mask = game.observe_and_mask(seat)
                same_observation, same_mask = other.observe_and_mask(seat)
                assert observation.tobytes() == same_observation.tobytes(), (
                    f"its observation changed {what}"
                )
                assert mask.tobytes() == same_mask.tobytes(), f"its mask changed {what}"
                assert game.render(seat) == other.render(seat), f"its text changed {what}"


def nothing_can_be_learned_from_a_reshuffle(table: Table) -> None:
    """Check that a reshuffle for a seat depends on nothing that the seat cannot know.

    So no bot can learn anything from what its view reaches: the reshuffle of a game and that of a
    reshuffled game, with the same seed, are equal.
    """
    for seed in table.seeds:
        for game in table.sampled(seed, every=7):
            for seat in range(table.num_players):
                once = game.determinize(seat, 1)
                twice = game.determinize(seat, 2).determinize(seat, 1)
                assert once == twice, (
                    f"what a reshuffle for seat {seat} gives depends on what the seat cannot know: "
                    f"{where(game, seed)}"
                )


def reshuffled_games_can_be_played(table: Table) -> None:
    """Check that a reshuffled game goes on to its end, and the real one is as it was."""
    for seed in table.seeds:
        for game in table.sampled(seed, every=11):
            before = game.to_bytes()
            for seat in range(table.num_players):
                other = game.determinize(seat, seed + 1)
                while not other.finished:
                    other.step(int(other.legal_actions()[0]))
            assert game.to_bytes() == before, f"a reshuffle changed the game: {where(game, seed)}"
