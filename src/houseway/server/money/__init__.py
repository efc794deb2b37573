"""Chips: the ledger, the proof that it balances, what is owed, refunds, and what tables take."""
