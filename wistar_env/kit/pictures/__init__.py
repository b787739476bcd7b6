"""Pictures of any game: fonts, pixels and windows."""
