"""One seat of a game as an environment of prompts and replies."""

import json
import re
from typing import Any

import gymnasium
import pytest

from tests.kit.nim import Nim
from wistar_env.benchmark.matches import Match, play
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import View
from wistar_env.language_models import Prompt, Prompter, TextBot, TextEnv

SEATS: list[dict[str, Any]] = [
    {"id": "wistar/RatOBot-v0", "level": 5, "reward": "score"},
    {"id": "wistar/Game-v0", "game": RatsOfWistar, "num_players": 2, "opponents": ["greedy"]},
    {"id": "wistar/Game-v0", "game": LabRats, "opponents": ["random"], "reward": "score"},
    {"id": "wistar/Game-v0", "game": Nim, "opponents": ["random"]},
]


def made(seat: dict[str, Any], **settings: Any) -> TextEnv:
    return TextEnv(gymnasium.make(**seat), **settings)


def numbered(prompt: Prompt) -> list[str]:
    return re.findall(r"^  \d+: (.*)$", prompt.question, re.MULTILINE)


@pytest.mark.parametrize("seat", SEATS, ids=lambda seat: str(seat.get("game", "solo")))
def test_a_game_goes_as_without_words(seat: dict[str, Any]) -> None:
    env, plain = made(seat), gymnasium.make(**seat)
    prompt = env.reset(seed=3)
    plain.reset(seed=3)
    total, over = 0.0, False
    while not over:
        game = plain.unwrapped.game  # type: ignore[attr-defined]
        view = View(game, game.seat)
        assert prompt == Prompter().question(view).prompt
        number = 1 + len(view.choices()) // 2
        prompt, reward, over = env.step(f"I think 1 is bad.\nAction: {number}")
        action = view.choices()[number - 1].action
        _, wanted, plain_over, _, _ = plain.step(action)
        assert (reward, over) == (wanted, plain_over)
        total += reward
    assert env.game.finished
    assert env.retries == env.forfeits == 0
    assert total != 0
    assert re.match(r"The game is over\.\n1\. .*: -?\d+ ", prompt)
    assert prompt.messages == [{"role": "user", "content": str(prompt)}]
    with pytest.raises(ValueError, match=r"call reset\(\)"):
        env.step("1")


def test_a_reply_that_cannot_be_played_changes_nothing_and_a_second_one_is_a_forfeit() -> None:
    env = made(SEATS[0], problem_reward=-0.25)
    first = env.reset(seed=1)
    before = env.game.to_bytes()
    again, reward, over = env.step("who knows")
    assert (reward, over, env.retries, env.forfeits) == (-0.25, False, 1, 0)
    assert env.game.to_bytes() == before
    assert (again.question, again.reply) == (first.question, "who knows")
    assert (
        "It cannot be played: there is no legal action 'who knows'" in again.messages[-1]["content"]
    )
    wanted = env.game
    wanted.step(int(wanted.legal_actions().min()))
    _, reward, _ = env.step("999")
    assert (reward, env.retries, env.forfeits) == (-0.25, 1, 1)
    assert env.game.to_bytes() == wanted.to_bytes()
    env.step("1")
    env.step("never")
    assert (env.retries, env.forfeits) == (2, 1)
    env.reset(seed=1)
    assert (env.retries, env.forfeits) == (0, 0)


def last_and_end(prompt: Prompt) -> str:
    return json.dumps({"actions": [numbered(prompt)[-1], "end the turn", "end the turn"]})


def test_a_whole_turn_is_played_as_a_bot_plays_it() -> None:
    match = Match(RatsOfWistar.new(1, 2, level=5), 2, (0,), number=0, recorded=True)
    play([match], [TextBot(last_and_end, whole_turn=True)], ["the bot"])
    seat = {**SEATS[0], "reward": "vp"}
    plain = gymnasium.make(**seat)
    plain.reset(seed=2)
    rewards = [float(plain.step(action)[1]) for action in match.actions]
    env = made(seat, prompter=Prompter(whole_turn=True))
    prompt, total, over, replies = env.reset(seed=2), 0.0, False, 0
    while not over:
        prompt, reward, over = env.step(last_and_end(prompt))
        replies += 1
        assert reward == sum(rewards[: env.game.num_decisions]) - total
        total += reward
    assert env.game.to_bytes() == match.game.to_bytes()
    assert env.forfeits == 0
    assert replies < len(match.actions)


@pytest.mark.parametrize("env", ["CartPole-v1"])
def test_only_games_can_be_put_in_words(env: str) -> None:
    with pytest.raises(TypeError, match=r"env must be a single-seat environment"):
        TextEnv(gymnasium.make(env))


def test_a_game_that_is_cut_off_ends_the_conversation() -> None:
    env = made({"id": "wistar/Game-v0", "game": LabRats, "max_episode_steps": 1})
    env.reset(seed=1)
    step = env.step("Action: 1")
    assert step.over
    assert step.prompt.question == "The game was cut off before its end."
