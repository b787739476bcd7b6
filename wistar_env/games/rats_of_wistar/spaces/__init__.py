"""The action space and the observation: declared blocks, compiled encoder, descriptions."""
