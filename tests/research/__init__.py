"""Tests with third-party research libraries; only ``make research`` runs them."""
