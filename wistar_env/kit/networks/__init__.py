"""Policy and value networks in the compiled core, on sparse observations.

A network has two hidden layers. Most values of an observation are zero and few actions are legal,
so the first layer sums a few rows, and only the logits of legal actions are computed.
``network.Network`` has the parameters, ``forward`` the compiled functions.
"""
