"""What knowledge is worth to a player and what dealer errors cost: `houseway lab protect`."""
