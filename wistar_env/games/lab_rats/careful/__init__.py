"""``careful``: the bot of Lab Rats that counts cards and computes expected values."""
