"""Prompts: rules and instructions for replies, then a position and its legal actions."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any, Final

import numpy as np

from wistar_env.arguments import integer
from wistar_env.kit.game import MAX_SEED
from wistar_env.kit.game.presentation_parts import Choice
from wistar_env.kit.game.view import View
from wistar_env.language_models.replies import Answers, how_to_reply, words_of


class NeutralNames:
    """Replaces names of cards in texts by ``N001``, ``N002`` and so on, in random order.

    A card number in parentheses after a name is removed, since it identifies the card.

    ``seed``: determines the order, 0 to 2**63 - 1.

    Examples
    --------
    >>> NeutralNames(["Hammer", "Jetpack"], seed=3)("play Hammer (63), then Jetpack (22)")
    'play N002, then N001'
    """

    def __init__(self, names: Iterable[str], seed: int) -> None:
        known = [name for name in dict.fromkeys(names) if name]
        order = np.random.default_rng(integer("obfuscate", seed, 0, MAX_SEED))
        places = order.permutation(len(known)).tolist()
        self._neutral = {
            name: f"N{place + 1:03}" for name, place in zip(known, places, strict=True)
        }
        # The longest first, since a name may start with another name.
        either = "|".join(re.escape(name) for name in sorted(known, key=len, reverse=True))
        self._name = re.compile(rf"(?<!\w)({either})(?!\w)(?: \(\d+\))?") if known else None

    def __call__(self, text: str) -> str:
        """Return a text with neutral names."""
        if self._name is None:
            return text
        return self._name.sub(lambda found: self._neutral[found[1]], text)


#: The number of characters per token that estimates assume.
CHARACTERS_PER_TOKEN: Final = 4
#: The maximum number of characters from the end of a rejected reply that the next prompt repeats.
_LONGEST_REPLY: Final = 2000

#: Spaces at the start of a line, or between columns.
_SPACES: Final = re.compile(r"^( +)|(?<=\S) {3,}(?=\S)", re.MULTILINE)

_ONE_ACTION: Final = (
    'You are asked for one action at a time. Think as you like. {} {{"action": N}} or '
    "<answer>N</answer> at the end counts as well. A reply with another end is not played."
)
_WHOLE_TURN: Final = (
    'You are asked for the actions of your turn. Think as you like. {} {{"actions": [N, N, ...]}} '
    "at the end counts as well. A reply with another end is not played. The actions are played in "
    "this order as long as they are legal and it is your turn; then you are asked again. The first "
    "one must be legal now."
)


class Prompt(str):
    """A prompt as one text, and its parts.

    Attributes
    ----------
    rules
        The rules and the instructions for replies, equal for all decisions of a game; may be empty.
    question
        The position and its legal actions.
    reply
        The end of a rejected reply; empty if there is none.
    problem
        Why that reply was rejected; empty if there is none.
    """

    rules: str
    question: str
    reply: str
    problem: str

    def __new__(cls, rules: str, question: str, reply: str = "", problem: str = "") -> "Prompt":
        """Join the parts by blank lines; the reply only if there is a problem."""
        again = [f"Your reply was:\n{reply}", problem] if problem else []
        prompt = super().__new__(
            cls, "\n\n".join(part for part in (rules, question, *again) if part)
        )
        prompt.rules, prompt.question = rules, question
        prompt.reply, prompt.problem = reply, problem
        return prompt

    @property
    def messages(self) -> list[dict[str, str]]:
        """The prompt as messages of a chat, each with a role and its content."""
        said = [
            ("system", self.rules),
            ("user", self.question),
            ("assistant", self.reply),
            ("user", self.problem),
        ]
        return [{"role": role, "content": content} for role, content in said if content]


def tokens_of(text: str) -> int:
    """Return an estimate of the number of tokens in an English text."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


@dataclass(frozen=True)
class Question:
    """A prompt and its valid replies."""

    prompt: Prompt
    answers: Answers

    def again(self, reply: str, reason: str) -> Prompt:
        """Return the prompt for a retry after a rejected reply."""
        problem = f"It cannot be played: {reason}. Reply once more. {self.answers.form}"
        prompt = self.prompt
        return Prompt(prompt.rules, prompt.question, reply[-_LONGEST_REPLY:], problem)


@dataclass(frozen=True)
class _GameTexts:
    """The parts that all prompts of a game share."""

    rules: str  # the rules, without instructions for replies
    rename: Callable[[str], str]  # replaces the names of cards, or returns the text unchanged
    later: dict[str, int] | None  # for whole turns: action ids by their texts (``words_of``)


@dataclass(frozen=True)
class Prompter:
    """Writes prompts in one of the modes.

    Attributes
    ----------
    list_actions
        Whether prompts list the legal actions, with numbers. Otherwise the rules give an example of
        each kind of action.
    whole_turn
        Whether prompts ask for the actions of a whole turn.
    obfuscate
        The seed of neutral names for cards; None keeps the names.
    rules
        Whether the rules are part of prompts.
    """

    list_actions: bool = True
    whole_turn: bool = False
    obfuscate: int | None = None
    rules: bool = True
    _texts: dict[Any, _GameTexts] = field(default_factory=dict, init=False, repr=False)

    def question(self, view: View) -> Question:
        """Return the prompt of a decision, with the replies that are valid."""
        common = self._of_game(view)
        text = view.text()
        choices = [_shortened(choice, text) for choice in view.choices()]
        choices = [_renamed(choice, common.rename) for choice in choices]
        lines = [common.rename(_narrowed(text)), ""]
        if self.list_actions:
            numbered = enumerate(choices, start=1)
            lines += ["Legal actions", *(f"  {k}: {each.sentence}" for k, each in numbered), ""]
        lines.append(f"You are {view.names[view.seat]}, and decide now.")
        prompt = Prompt(self.rules_of(view) if self.rules else "", "\n".join(lines))
        return Question(prompt, Answers(choices, self.list_actions, common.later))

    def rules_of(self, view: View) -> str:
        """Return the rules of a game and the instructions for replies."""
        form = _WHOLE_TURN if self.whole_turn else _ONE_ACTION
        sentence = how_to_reply(listed=self.list_actions, whole_turn=self.whole_turn)
        return f"{self.game_rules(view)}\n\nHow to reply\n{form.format(sentence)}"

    def game_rules(self, view: View) -> str:
        """Return the rules of a game, without instructions for replies."""
        return self._of_game(view).rules

    def renamed(self, view: View, text: str) -> str:
        """Return a text about a game with cards named as in prompts."""
        return self._of_game(view).rename(text)

    def _of_game(self, view: View) -> _GameTexts:
        options = view.spec.options_in_words(view.options)
        key = view.spec, view.num_players, view.data.fingerprint, options
        if key not in self._texts:
            self._texts[key] = self._made(view, options)
        return self._texts[key]

    def _made(self, view: View, options: str) -> _GameTexts:
        rename = _unchanged
        if self.obfuscate is not None:
            rename = NeutralNames(view.card_names(), self.obfuscate)
        chosen = [f"Options of this game: {options}."] if options else []
        parts = [view.rules(), *chosen]
        if not self.list_actions:
            parts.append(_examples(view))
        later = None
        if self.whole_turn:
            actions = range(view.spec.num_actions)
            later = {words_of(rename(view.describe(each))): each for each in actions}
        return _GameTexts(rename("\n\n".join(parts)), rename, later)


def _unchanged(text: str) -> str:
    return text


def _shortened(choice: Choice, text: str) -> Choice:
    """Return a choice without its effect if the position contains the same text."""
    return choice._replace(effect="") if choice.effect in text else choice


def _narrowed(text: str) -> str:
    """Return a text with half its indentation and two spaces between columns."""
    return _SPACES.sub(lambda found: " " * _width(found), text)


def _width(found: re.Match[str]) -> int:
    return len(found[1]) // 2 if found[1] else 2


def _renamed(choice: Choice, rename: Callable[[str], str]) -> Choice:
    return Choice(choice.action, rename(choice.text), rename(choice.effect))


def _examples(view: View) -> str:
    """Return an example of each kind of action, for prompts that do not list actions."""
    lines, first = ["Actions, one of each kind"], 0
    for _, size in view.spec.actions.blocks or (("all", view.spec.num_actions),):
        lines.append(f"  {view.describe(first)}")
        first += size
    return "\n".join(lines)
