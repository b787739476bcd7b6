"""Datasets of games played by bots, stored as seeds and actions and expanded on reading.

``record`` and ``wistar dataset`` write a folder. ``Dataset`` reads it: sparse or dense
observations, legal actions, actions and returns of every decision, for behaviour cloning and
offline reinforcement learning. ``to_parquet`` and ``to_minari`` export it for use without this
package. See ``docs/datasets.md``.
"""

from wistar_env.datasets.dataset import Dataset
from wistar_env.datasets.decision_rows import Decisions
from wistar_env.datasets.minari_export import to_minari
from wistar_env.datasets.parquet_export import to_parquet
from wistar_env.datasets.recording import record

__all__ = ["Dataset", "Decisions", "record", "to_minari", "to_parquet"]
