"""What is measured, for Prometheus."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

REQUESTS = Counter("houseway_requests_total", "Requests answered.", ["method", "route", "status"])
REQUEST_SECONDS = Histogram("houseway_request_seconds", "Time to answer a request.", ["route"])
COMMITTED = Counter("houseway_changes_committed_total", "Changes that are durable.")
REFUSED = Counter("houseway_changes_refused_total", "Changes that the ledger or the database refused.")
BATCH_SIZE = Histogram(
    "houseway_commit_changes", "Changes in one transaction.", buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256)
)
BATCH_SECONDS = Histogram(
    "houseway_commit_seconds",
    "Time of one transaction.",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2),
)
TABLES = Gauge("houseway_tables_open", "Tables that are open.")
SOCKETS = Gauge("houseway_sockets", "Visitors connected.")
SEATED = Gauge("houseway_seated", "Seats taken.")
IMBALANCE = Gauge("houseway_ledger_imbalance_cents", "Sum of all balances; anything but 0 is an error in the ledger.")
