"""``careful``: the bot of Lab Rats that counts cards and weighs what each choice is worth."""
