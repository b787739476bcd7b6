"""A position as plain data: what is to be shown of it, to one seat or to all.

Whatever shows a game, as text or as a picture, stands on a scene (``scene.parts``) and on nothing
else, so what a seat may not see cannot be shown to it by mistake.
"""
