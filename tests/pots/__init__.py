"""Games among players, against PokerKit and against brute force."""
