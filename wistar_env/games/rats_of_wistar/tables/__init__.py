"""Reads and validates the data folder; makes tables for the rules, and names for people."""
