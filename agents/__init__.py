"""Bots for the environments of this package. They only see what their seat may see.

They are imported as ``wistar_env.agents``, from the wheel and from a clone alike, where that is a
link to this folder.
"""

if __name__ != "wistar_env.agents":
    # Under two names there would be two classes of each bot.
    raise ImportError(f"import this package as wistar_env.agents, not as {__name__}")
