"""The research kit with the libraries of others; run by ``make research`` alone."""
