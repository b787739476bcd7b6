"""Exact game theory for small games: equilibria, best responses, exploitability.

``SequenceForm`` plays every position of a game, ``CfrPlus`` approaches an equilibrium, ``judge``
computes best responses, and ``policy_of`` queries a bot at every information set. Information sets
have perfect recall: a seat knows all its earlier observations and actions, even if the current
observation does not show them.
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
