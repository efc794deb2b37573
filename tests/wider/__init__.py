"""What the table can do for games beyond those of houseway: cards seen, parts lost, wagers linked and taken back, jokers."""
