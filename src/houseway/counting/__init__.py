"""Shared by everything that counts deals exactly: the interface, and three-card hands as lookup tables."""
