"""Networks in the compiled core: from what a seat sees to logits of its actions and an outlook.

A network has two hidden layers. Few of the numbers of an observation are not zero and few actions
are legal, so the first layer is a sum of some rows, and only the logits that are asked for are
computed. ``network.Network`` has the parameters, ``seeing`` the compiled functions.
"""
