"""Exact game theory for small games: equilibria, best responses, exploitability.

``SequenceForm`` plays every position of a game, ``CfrPlus`` approaches an equilibrium, ``judge``
computes best responses, and ``policy_of`` asks a bot at every information set. Information sets
have perfect recall: a seat knows the sequence of its observations and its own actions, even where
an observation forgets.
"""

from wistar_env.theory.best_responses import Judgement, judge
from wistar_env.theory.bot_policies import policy_of
from wistar_env.theory.cfr_plus import CfrPlus
from wistar_env.theory.sequence_form import MAX_POSITIONS, Policy, SequenceForm, uniform_policy

__all__ = [
    "MAX_POSITIONS",
    "CfrPlus",
    "Judgement",
    "Policy",
    "SequenceForm",
    "judge",
    "policy_of",
    "uniform_policy",
]
