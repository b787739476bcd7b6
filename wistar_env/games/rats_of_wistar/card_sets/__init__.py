"""Card sets determined by their names: generated, permuted, and with held-out words."""
