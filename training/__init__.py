"""What trains and tunes agents; imports agents and wistar_env, nothing imports it."""
