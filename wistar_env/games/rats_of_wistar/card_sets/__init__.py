"""Card sets that are made from a name: permuted, generated, and with words held out of training."""
