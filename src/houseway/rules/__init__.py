"""What a game is made of: its base classes, options, wagers, pay tables, limits and procedure."""
