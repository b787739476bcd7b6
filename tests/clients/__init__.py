"""Tests with third-party libraries; only ``make clients`` runs them."""
