"""Dealing rounds in compiled code: what a kernel is, how it draws cards, and its random numbers."""
