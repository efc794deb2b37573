"""Counting for visitors: in processes of its own with the lowest priority, so that the tables keep their core."""
