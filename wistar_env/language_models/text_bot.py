"""``TextBot``: a bot around any function that replies to prompts."""

import json
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from typing import Any, Final, NamedTuple, TypeAlias

from wistar_env.arguments import integer
from wistar_env.explanations import Explanation
from wistar_env.kit.bots import Batch, View
from wistar_env.language_models.prompts import Prompt, Prompter, Question, tokens_of
from wistar_env.language_models.replies import TRIES, ReplyError

_MOST_THREADS: Final = 256


class Reply(NamedTuple):
    """A reply with its token counts.

    Attributes
    ----------
    text
        The reply.
    prompt_tokens
        The number of tokens in the prompt.
    reply_tokens
        The number of tokens in the reply.
    """

    text: str
    prompt_tokens: int
    reply_tokens: int


#: The model of a ``TextBot``: any function from a prompt to a reply.
Replying: TypeAlias = Callable[[Prompt], str | Reply]


@dataclass(frozen=True)
class Exchange:
    """The replies to the prompts for one decision, and the actions that they led to.

    Attributes
    ----------
    seat, stage, decision
        The seat, the stage of the game as text, and the name of the decision.
    actions
        The texts of the actions to play; several for a whole turn.
    replies
        The replies, in order.
    problems
        The reason for each rejected reply.
    forfeited
        Whether all replies were rejected, so that the first legal action is played.
    prompt_tokens
        The number of tokens in all prompts.
    reply_tokens
        The number of tokens in all replies.
    """

    seat: int
    stage: str
    decision: str
    actions: tuple[str, ...]
    replies: tuple[str, ...]
    problems: tuple[str, ...]
    forfeited: bool
    prompt_tokens: int
    reply_tokens: int


@dataclass
class Usage:
    """Totals of a bot since its ``reset``.

    Attributes
    ----------
    decisions
        Decisions taken, including those planned earlier in the turn.
    prompts
        Prompts sent.
    retries
        Prompts that were repeated after a rejected reply.
    unread
        Rejected replies, including the last reply before a forfeit.
    forfeits
        Forfeited decisions.
    prompt_tokens
        Tokens in prompts.
    reply_tokens
        Tokens in replies.
    """

    decisions: int = 0
    prompts: int = 0
    retries: int = 0
    unread: int = 0
    forfeits: int = 0
    prompt_tokens: int = 0
    reply_tokens: int = 0

    def add(self, exchange: Exchange) -> None:
        """Add an exchange to the totals."""
        self.prompts += len(exchange.replies)
        self.retries += len(exchange.replies) - 1
        self.unread += len(exchange.problems)
        self.forfeits += exchange.forfeited
        self.prompt_tokens += exchange.prompt_tokens
        self.reply_tokens += exchange.reply_tokens


@dataclass
class _Answer:
    """All replies to a question, why some were rejected, and the actions of the accepted one."""

    actions: list[int] = field(default_factory=list)
    replies: list[Reply] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)


class _Plan(NamedTuple):
    """Actions already chosen for the rest of a turn, and the decision before them."""

    view: View
    actions: list[int]


class TextBot:
    """A bot that sends prompts to a function, such as a language model, and plays its replies.

    A reply that does not name a legal action is rejected, and the prompt is repeated once with the
    reason. If the second reply is rejected too, the decision is *forfeited*: the legal action with
    the lowest id is played, and the exchange is marked. An exception in the function stops the run.

    To use the bot by name, ``module:Class``, write a subclass that passes the function.

    Parameters
    ----------
    reply
        A function from a prompt to a reply: a string, or a ``Reply`` with token counts.
    list_actions, whole_turn, obfuscate, rules
        The mode: see ``Prompter``.
    threads
        Prompts sent at the same time, 1 to 256. Above 1, the function must be thread-safe.
    log
        A file to which each exchange is appended, as a line of JSON.

    Attributes
    ----------
    exchanges
        The exchanges since ``reset``.
    usage
        The totals of these exchanges.

    Examples
    --------
    >>> class FirstAction(TextBot):
    ...     def __init__(self) -> None:
    ...         super().__init__(lambda prompt: "1")
    """

    def __init__(
        self,
        reply: Replying,
        *,
        list_actions: bool = True,
        whole_turn: bool = False,
        obfuscate: int | None = None,
        rules: bool = True,
        threads: int = 1,
        log: str | os.PathLike[str] | None = None,
    ) -> None:
        self._reply = reply
        self._prompter = Prompter(list_actions, whole_turn, obfuscate, rules)
        self._threads = integer("threads", threads, 1, _MOST_THREADS)
        self._log = log
        self.reset(0)

    def reset(self, seed: int) -> None:
        """Forget all exchanges, totals and planned actions; the function does not get the seed."""
        self.exchanges: list[Exchange] = []
        self.usage = Usage()
        self._plans: dict[int, _Plan] = {}

    def act(self, batch: Batch) -> list[int]:
        """Return an action for each row of the batch."""
        return [each.action for each in self.explain(batch)]

    def explain(self, batch: Batch) -> list[Explanation]:
        """Return the action of each row, with the reply and token counts unless it was planned."""
        self.usage.decisions += len(batch)
        planned = [self._planned(view) for view in batch.views]
        asked = [view for view, action in zip(batch.views, planned, strict=True) if action is None]
        answered = self._answered(asked)
        return [next(answered) if action is None else Explanation(action) for action in planned]

    def _planned(self, view: View) -> int | None:
        """Take the next planned action; return None, and drop the plan, if it cannot be played."""
        plan = self._plans.pop(view.game_id, None)
        if plan is None or not view.follows(plan.view):
            return None
        action, *later = plan.actions
        if action not in view.legal:
            return None
        self._plan(view, later)
        return action

    def _plan(self, view: View, later: list[int]) -> None:
        if later:
            self._plans[view.game_id] = _Plan(view, later)

    def _answered(self, views: Sequence[View]) -> Iterator[Explanation]:
        """Answer all prompts, and yield the explanation of each decision."""
        questions = [self._prompter.question(view) for view in views]
        if self._threads == 1 or len(questions) < 2:
            answers = [self._ask(question) for question in questions]
        else:
            with ThreadPoolExecutor(self._threads) as pool:
                answers = [*pool.map(self._ask, questions)]
        for view, answer in zip(views, answers, strict=True):
            yield self._explained(view, answer)

    def _ask(self, question: Question) -> _Answer:
        """Send prompts until a reply is accepted or no retry is left."""
        answer, prompt = _Answer(), question.prompt
        for _ in range(TRIES):
            reply = _counted(prompt, self._reply(prompt))
            answer.replies.append(reply)
            try:
                answer.actions = question.answers.read(reply.text)
                break
            except ReplyError as error:
                answer.problems.append(str(error))
                prompt = question.again(reply.text, str(error))
        return answer

    def _explained(self, view: View, answer: _Answer) -> Explanation:
        """Record an exchange, plan its later actions, and return the first one with the reply."""
        forfeited = not answer.actions
        action, *later = answer.actions or [int(view.legal[0])]
        self._plan(view, later)
        exchange = Exchange(
            seat=view.seat,
            stage=view.stage,
            decision=view.decision,
            actions=tuple(map(view.describe, (action, *later))),
            replies=tuple(reply.text for reply in answer.replies),
            problems=tuple(answer.problems),
            forfeited=forfeited,
            prompt_tokens=sum(reply.prompt_tokens for reply in answer.replies),
            reply_tokens=sum(reply.reply_tokens for reply in answer.replies),
        )
        self._note(exchange)
        tokens = exchange.prompt_tokens, exchange.reply_tokens
        return Explanation(action, text=exchange.replies[-1], tokens=tokens)

    def _note(self, exchange: Exchange) -> None:
        self.exchanges.append(exchange)
        self.usage.add(exchange)
        if self._log is not None:
            # One write per line, so that lines of several processes do not mix.
            with open(self._log, "ab", buffering=0) as file:
                file.write(f"{json.dumps(asdict(exchange))}\n".encode())


def _counted(prompt: Prompt, reply: Any) -> Reply:
    """Return a reply as plain text, with token counts, which are estimated if it has none."""
    if isinstance(reply, Reply):
        return reply._replace(text=_plain(reply.text))
    text = _plain(reply)
    return Reply(text, tokens_of(prompt), tokens_of(text))


def _plain(text: Any) -> str:
    if not isinstance(text, str):
        raise TypeError(f"a reply must be a string or a Reply, found {type(text).__name__}")
    return str.__str__(text)
