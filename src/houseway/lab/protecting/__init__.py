"""What knowledge is worth to a player and what a dealer's slip costs: the parts of `houseway.lab.protection`."""
