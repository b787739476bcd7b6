"""Monte Carlo tree search and flat Monte Carlo search for imperfect information.

``search(game_or_view, simulations=1000)`` searches one decision and returns a ``Report``. ``Mcts``
and ``Flat`` reuse their buffers between decisions and search several decisions at a time. The bots
``mcts`` and ``flat`` are built on them. ``evaluators`` describes functions that evaluate leaves.
"""

from wistar_env.kit.search.evaluators import Evaluation, Leaves
from wistar_env.kit.search.flat_search import Flat
from wistar_env.kit.search.report import Report
from wistar_env.kit.search.tree_search import Mcts, search

__all__ = ["Evaluation", "Flat", "Leaves", "Mcts", "Report", "search"]
