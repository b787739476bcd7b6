"""Bots for the environments of this package. They only see the information of their seat.

Import them as ``wistar_env.agents``; in a clone, that is a link to this folder.
"""

if __name__ != "wistar_env.agents":
    # Imported under two names, each bot would be two classes.
    raise ImportError(f"import this package as wistar_env.agents, not as {__name__}")
