"""Speed, and simulation beside exact odds, as measured for docs/benchmarks.md by `python -m benchmarks --write`."""
