"""What knowledge is worth to a player and what a dealer's slip costs: `houseway lab protect`."""
