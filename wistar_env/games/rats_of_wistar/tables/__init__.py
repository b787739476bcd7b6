"""The data folder, validated, as tables for the rules and as names for people."""
