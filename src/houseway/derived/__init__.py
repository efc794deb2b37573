"""The mathematics of any game, from its procedure, offers and settlement alone."""
