"""Thousands of games in one call, for training and search.

``BatchGame`` plays all seats, ``LearnerBatch`` one seat of each game against other policies.
"""

from wistar_env.vector.batch_game import BatchGame
from wistar_env.vector.games import Step
from wistar_env.vector.learner import LearnerBatch

__all__ = ["BatchGame", "LearnerBatch", "Step"]
