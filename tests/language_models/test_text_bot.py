"""The bot around a function from prompts to replies."""

import json
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.kit.nim import Nim
from tests.language_models.test_replies import fuzzed
from wistar_env.agents.greedy import GreedyAgent
from wistar_env.benchmark.matches import Match, play
from wistar_env.errors import BotError
from wistar_env.explanations import Explanation
from wistar_env.games.lab_rats import LabRats
from wistar_env.games.rats_of_wistar import RatsOfWistar
from wistar_env.kit.bots import Batch
from wistar_env.language_models import Prompt, Reply, TextBot

TABLES: list[Any] = [(RatsOfWistar, 1), (RatsOfWistar, 3), (LabRats, 4), (Nim, 2)]


class Taught(TextBot):
    """Plays greedy's action, which it finds in the prompt by its text."""

    def __init__(self, form: str, **mode: Any) -> None:
        super().__init__(self._write, **mode)
        self._form, self._teacher, self._wanted = form, GreedyAgent(), ""

    def explain(self, batch: Batch) -> list[Explanation]:
        explained = []
        for k, view in enumerate(batch.views):
            row = Batch((view,), batch.seed[k : k + 1])
            self._wanted = view.describe(self._teacher.act(row)[0])
            explained += super().explain(row)
        return explained

    def _write(self, prompt: Prompt) -> str:
        line = rf"^  (\d+): {re.escape(self._wanted)}(?:$|: )"
        found = re.search(line, prompt.question, re.MULTILINE)
        number = found[1] if found else ""
        return "Let me think: 1 or 2?\n" + self._form.format(number=number, text=self._wanted)


def games(table: Any, count: int = 2) -> list[Match]:
    game, num_players = table
    seating = (0,) * num_players
    return [
        Match(game.new(num_players, seed), seed, seating, number=seed, recorded=True)
        for seed in range(count)
    ]


def played(player: Any, table: Any, count: int = 2) -> list[list[int]]:
    matches = games(table, count)
    play(matches, [player], ["the bot"])
    return [match.actions for match in matches]


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize(
    ("form", "mode"),
    [
        ("Action: {number}", {}),
        ("Action: {text}", {"list_actions": False}),
        ('{{"action": "{text}"}}', {}),
        ('{{"actions": [{number}]}}', {"whole_turn": True}),
    ],
    ids=["number", "text", "json", "turn"],
)
def test_a_scripted_bot_plays_greedy_move_for_move(table: Any, form: str, mode: Any) -> None:
    bot = Taught(form, **mode)
    assert played(bot, table, 1) == played(GreedyAgent(), table, 1)
    assert bot.usage.retries == bot.usage.forfeits == 0
    assert bot.usage.decisions == bot.usage.prompts == len(bot.exchanges) > 0


def test_neutral_names_are_read_back() -> None:
    bot = TextBot(lambda prompt: last_choice(prompt), obfuscate=3)
    plain = TextBot(lambda prompt: last_choice(prompt))
    assert played(bot, (RatsOfWistar, 1)) == played(plain, (RatsOfWistar, 1))
    assert bot.usage.forfeits == 0


def last_choice(prompt: Prompt) -> str:
    return re.findall(r"^  \d+: (.*)$", prompt.question, re.MULTILINE)[-1]


def last_choice_and_end(prompt: Prompt) -> str:
    return json.dumps({"actions": [last_choice(prompt), "end the turn"]})


def answering(*replies: Any) -> tuple[TextBot, list[Prompt]]:
    """Return a bot that cycles through these replies, and a list of the prompts it receives."""
    prompts: list[Prompt] = []

    def reply(prompt: Prompt) -> Any:
        prompts.append(prompt)
        return replies[(len(prompts) - 1) % len(replies)]

    return TextBot(reply), prompts


def test_a_reply_that_cannot_be_played_is_asked_for_once_more_with_the_reason() -> None:
    bot, prompts = answering("who knows", "1")
    (actions, _) = played(bot, (Nim, 2))
    assert bot.usage.forfeits == 0
    assert bot.usage.retries == bot.usage.decisions == len(prompts) / 2
    assert bot.usage.unread == bot.usage.retries
    assert len(bot.exchanges) >= len(actions)
    assert prompts[1].startswith(prompts[0])
    assert prompts[1].reply == "who knows"
    assert "It cannot be played: there is no legal action 'who knows'" in prompts[1].problem
    assert bot.exchanges[0].problems[0].startswith("there is no legal action")
    assert bot.exchanges[0].replies == ("who knows", "1")


def test_after_two_replies_the_first_legal_action_is_played_and_the_forfeit_is_noted() -> None:
    bot, prompts = answering("who knows")
    matches = games((Nim, 2), 1)
    first = int(matches[0].game.legal_actions()[0])
    play(matches, [bot], ["the bot"])
    assert matches[0].actions[0] == first
    assert all(exchange.forfeited for exchange in bot.exchanges)
    assert bot.usage.forfeits == bot.usage.decisions == len(prompts) / 2
    assert bot.usage.unread == len(prompts)


def test_the_actions_of_a_turn_are_played_as_long_as_they_are_legal() -> None:
    bot = TextBot(last_choice_and_end, whole_turn=True)
    actions = played(bot, (RatsOfWistar, 2))
    ended = [action for each in actions for action in each].count(1)
    assert bot.usage.forfeits == 0
    assert bot.usage.prompts < bot.usage.decisions
    assert bot.usage.decisions - bot.usage.prompts <= ended
    assert all(exchange.actions[1] == "end the turn" for exchange in bot.exchanges)


def test_games_beside_each_other_do_not_mix_their_turns() -> None:
    together = played(TextBot(last_choice_and_end, whole_turn=True), (RatsOfWistar, 2))
    apart = []
    for match in games((RatsOfWistar, 2)):
        play([match], [TextBot(last_choice_and_end, whole_turn=True)], ["the bot"])
        apart.append(match.actions)
    assert together == apart


def test_threads_change_nothing() -> None:
    def reply(prompt: Prompt) -> str:
        return str(1 + len(prompt) % prompt.question.count("\n  "))

    one, several = TextBot(reply), TextBot(reply, threads=4)
    assert played(one, (LabRats, 3)) == played(several, (LabRats, 3))
    assert one.exchanges == several.exchanges


def test_tokens_are_counted_by_the_function_or_by_characters() -> None:
    counted, _ = answering(Reply("1", 70, 8))
    played(counted, (Nim, 2))
    exchange = counted.exchanges[0]
    assert (exchange.prompt_tokens, exchange.reply_tokens) == (70, 8)
    assert counted.usage.prompt_tokens == 70 * counted.usage.prompts
    plain, prompts = answering("1" + " " * 4)
    played(plain, (Nim, 2))
    assert plain.exchanges[0].prompt_tokens == -(-len(prompts[0]) // 4)
    assert plain.exchanges[0].reply_tokens == 2


def test_replies_and_tokens_stand_in_replays() -> None:
    bot, _ = answering(Reply("Action: 1", 70, 8))
    (match,) = games((Nim, 2), 1)
    play([match], [bot], ["the bot"])
    assert len(match.explanations) == match.decisions
    saved = match.explanations[0].to_dict()
    assert saved == {"options": [], "text": "Action: 1", "tokens": [70, 8]}
    assert Explanation.from_dict(match.actions[0], saved) == match.explanations[0]


def test_a_log_has_a_line_for_each_exchange(tmp_path: Path) -> None:
    bot = TextBot(lambda prompt: "1", log=tmp_path / "log.jsonl")
    played(bot, (Nim, 2))
    lines = (tmp_path / "log.jsonl").read_text("utf-8").splitlines()
    assert len(lines) == len(bot.exchanges)
    assert json.loads(lines[0])["replies"] == ["1"]
    assert json.loads(lines[0])["actions"] == [*bot.exchanges[0].actions]


def test_reset_forgets_everything() -> None:
    bot, _ = answering("1")
    played(bot, (Nim, 2))
    bot.reset(1)
    assert bot.exchanges == []
    assert bot.usage.decisions == bot.usage.prompts == bot.usage.prompt_tokens == 0


@pytest.mark.parametrize("reply", [None, 1, b"1"])
def test_a_reply_that_is_no_text_stops_the_run(reply: Any) -> None:
    bot, _ = answering(reply)
    with pytest.raises(BotError, match="Reply, found"):
        played(bot, (Nim, 2))


def test_an_exception_of_the_function_stops_the_run() -> None:
    def reply(prompt: Prompt) -> str:
        raise ConnectionError("the model is away")

    with pytest.raises(BotError, match="the model is away"):
        played(TextBot(reply), (Nim, 2))


@pytest.mark.parametrize("whole_turn", [False, True])
@pytest.mark.parametrize("table", [(RatsOfWistar, 1), (LabRats, 3)], ids=str)
def test_fuzzed_replies_play_whole_games(table: Any, whole_turn: bool) -> None:
    replies: Callable[[], str] = iter([*fuzzed(2000)] * 10).__next__
    chance = random.Random(1)

    def reply(prompt: Prompt) -> str:
        texts = re.findall(r"^  (\d+: .*)$", prompt.question, re.MULTILINE)
        return (
            f"{replies()}\nAction: {chance.choice(texts)}" if chance.random() < 0.7 else replies()
        )

    bot = TextBot(reply, whole_turn=whole_turn)
    for actions in played(bot, table):
        assert actions
    assert 0 < bot.usage.forfeits < bot.usage.decisions
