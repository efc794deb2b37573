"""What everything that counts deals exactly has in common: the interface, and three-card hands as tables."""
