"""The casino in the browser: accounts, ledger, live tables and the web API, in one process."""
