"""Two sets of rules side by side, and where their best strategies differ."""
