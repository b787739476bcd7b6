"""The evaluation function of ``greedy`` for Rats of Wistar."""
