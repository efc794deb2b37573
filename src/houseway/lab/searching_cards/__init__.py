"""Strategy cards: the best few lines a person can learn, found by search and counted exactly."""
