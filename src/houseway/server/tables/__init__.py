"""Live tables: the floor, seats, rounds under way, clocks, and what each viewer is shown."""
