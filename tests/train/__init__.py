"""Training: exercises and the judgement of answers."""
