"""What survives a restart: the database, its schema, the journal that writes it, stored rounds and tables."""
