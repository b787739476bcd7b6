"""Libraries of others play the environments; run by ``make clients`` alone."""
