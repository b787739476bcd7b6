"""Everything that all games share; it imports no game and names no part of one.

A game is a record type that begins with ``kit.common_fields.COMMON``, and compiled functions with
the signatures of ``kit.rules_interface.Rules``. ``kit.bind`` checks them and turns them into one
record of addresses, through which the compiled code of the kit calls them (``kit.game_calls``). So
the kit is compiled once, and a game in seconds.
"""
