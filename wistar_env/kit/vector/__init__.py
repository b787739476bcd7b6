"""Thousands of games in one call, whichever game it is: ``BatchGame`` and ``LearnerBatch``."""
