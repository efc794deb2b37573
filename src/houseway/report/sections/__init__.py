"""The chapters of a report, each a module with `blocks(study)`."""
