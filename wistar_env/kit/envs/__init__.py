"""What the environments have in common: their settings, what they show, what infos tell."""
