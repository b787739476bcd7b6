"""Bots for the environments of this repository. They only see what their seat may see."""
