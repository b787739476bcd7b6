"""Search: what the actions of a decision lead to, tried out in games drawn from what a seat knows.

``search(game_or_view, simulations=1000)`` returns a ``Report`` of one decision. ``Mcts`` and
``Flat`` keep their memory for the next one, and search several decisions at a time. The bots
``mcts`` and ``flat`` are made of them.
"""

from wistar_env.search.report import Report
from wistar_env.search.searcher import Flat, Mcts, search

__all__ = ["Flat", "Mcts", "Report", "search"]
