"""The design lab."""
