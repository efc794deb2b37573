"""Who plays: guests and accounts, sessions, roles, passwords."""
