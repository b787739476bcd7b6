"""Common parts of the environments: settings, rendering, infos."""
