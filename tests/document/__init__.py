"""Documents as data, and every format that writes them."""
