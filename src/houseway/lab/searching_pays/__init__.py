"""Pay tables that meet constraints: a search over whole numbers with bounds."""
