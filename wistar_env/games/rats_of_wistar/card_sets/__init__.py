"""Card sets that follow from their names: permuted, generated, and with held-out words."""
