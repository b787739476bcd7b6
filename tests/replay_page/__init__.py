"""Tests of the page of a replay."""
