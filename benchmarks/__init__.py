"""Speed, measured beside a peer in the same run. `make bench` prints the tables of docs/benchmarks.md."""
