# `make run` opens the casino in the browser, `make test` checks everything; both set up .venv first.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PAGE := hatch_build.py $(shell find web -type f -not -path "*/node_modules/*" -not -name "*.md")

.PHONY: run test lint types imports unit web cover browser bench clean

run: $(VENV)/.ready
	$(BIN)/houseway serve

test: lint types imports web unit

lint: $(VENV)/.ready-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/.ready-dev
	$(BIN)/mypy

imports: $(VENV)/.ready-dev
	$(BIN)/lint-imports

web: $(VENV)/.ready-dev
	cd web && { [ -d node_modules ] || ../$(BIN)/npm ci --ignore-scripts; } && \
	  ../$(BIN)/node node_modules/svelte-check/bin/svelte-check --tsconfig tsconfig.json --fail-on-warnings

unit: $(VENV)/.ready-dev browser
	$(BIN)/python -m pytest -n auto

cover: $(VENV)/.ready-dev browser
	$(BIN)/python -m pytest -n auto --cov --cov-report=term

# The tests of the page drive a real Chromium: taken as it is, or from the system's packages where that is allowed.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update -qq && \
	    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium >/dev/null; } || \
	  echo "No Chromium found: install it (apt install chromium) for the tests of the page." >&2

bench: $(VENV)/.ready-dev
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m benchmarks

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/.ready: pyproject.toml $(PAGE) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[server,statistics]"
	touch $@

$(VENV)/.ready-dev: pyproject.toml $(PAGE) | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $@ $(VENV)/.ready

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage* htmlcov dist
