"""Thousands of games of any kind, stepped in one call: ``BatchGame`` and ``LearnerBatch``."""
