"""What positions are worth to a player who thinks of Rats of Wistar in its own terms."""
