# `make run` opens the casino in the browser, `make test` checks everything; both set up .venv first.
# While working: `make quick` after every edit. Before a release: `make thorough`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOG = .setup-$(notdir $@).log
PAGE := hatch_build.py $(shell find web -type f -not -path "*/node_modules/*" -not -name "*.md")
TOOLS := web/node_modules/.package-lock.json
PYTEST := $(BIN)/python -m pytest -n auto --dist loadgroup
INSTALL := $(BIN)/python -m pip install --disable-pip-version-check --editable

# $(call quietly,WHAT,COMMAND): says what is done; what the command prints is shown only when it fails.
quietly = @echo "$(1)"; ( $(2) ) >$(LOG) 2>&1 || { status=$$?; cat $(LOG) >&2; exit $$status; }

# Python keeps what it has compiled, whatever the shell says: starting it is half of many a test.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run quick test thorough checks lint types imports web unit warm cover browser bench clean

run: $(VENV)/.ready
	$(BIN)/houseway serve

# Everything that proves something.
test: $(VENV)/.ready-dev browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync checks warm
	HOUSEWAY_SUITE=test $(PYTEST)

# For every edit: lint, types, and all tests that need neither a server nor a browser, on small samples.
quick: $(VENV)/.ready-dev
	@$(MAKE) --no-print-directory --jobs 2 --output-sync lint types imports
	HOUSEWAY_SUITE=quick $(PYTEST)

# The big numbers: millions of rounds, fifty kills, two thousand searched rounds, every page on both databases.
thorough: $(VENV)/.ready-dev browser
	@$(MAKE) --no-print-directory --jobs 2 --output-sync checks warm
	HOUSEWAY_SUITE=thorough $(PYTEST)

checks: lint types imports web

lint: $(VENV)/.ready-dev
	@echo "Lint and format."
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --quiet --check .

types: $(VENV)/.ready-dev
	@echo "Types of the package and its tests."
	@$(BIN)/mypy

imports: $(VENV)/.ready-dev
	@echo "Who may import whom."
	@$(BIN)/lint-imports

web: $(VENV)/.ready-dev $(TOOLS)
	@echo "Types of the page."
	@cd web && ../$(BIN)/node node_modules/svelte-check/bin/svelte-check --tsconfig tsconfig.json --fail-on-warnings

$(TOOLS): web/package-lock.json | $(VENV)/.ready-dev
	$(call quietly,Installing what the page is made with.,cd web && ../$(BIN)/npm ci --ignore-scripts)

unit: $(VENV)/.ready-dev browser
	HOUSEWAY_SUITE=test $(PYTEST)

# Compiles what is counted and simulated once, before two workers would each do it.
warm: $(VENV)/.ready-dev
	@echo "Compiling what counts and simulates (a minute or two the first time)."
	@$(BIN)/python -m tests.warm

cover: $(VENV)/.ready-dev browser
	HOUSEWAY_SUITE=test $(PYTEST) --cov --cov-report=term

# The tests of the page drive a real Chromium: taken as it is, or from the system's packages where that is allowed.
browser:
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || \
	  $(MAKE) --no-print-directory .chromium

.PHONY: .chromium
.chromium:
	@[ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null || \
	  { echo "No Chromium found, and the tests of the page need one: sudo apt install chromium." >&2; exit 1; }
	$(call quietly,Installing Chromium for the tests of the page.,apt-get update && \
	  DEBIAN_FRONTEND=noninteractive apt-get install -y chromium)

bench: $(VENV)/.ready-dev
	$(BIN)/python -m compileall -q src
	$(BIN)/python -m benchmarks

# Debian's Python comes without ensurepip unless python3-venv is there; its pip will do.
$(VENV)/bin/python:
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	  { echo "Houseway needs Python 3.11 or later, for instance: make PYTHON=python3.11 run" >&2; exit 1; }
	$(call quietly,Setting up $(VENV) with $$($(PYTHON) --version).,$(PYTHON) -m venv --clear $(VENV) || \
	  { $(PYTHON) -m venv --clear --without-pip $(VENV) && \
	    $(PYTHON) -m pip --python $(BIN)/python install pip; } || \
	  { rm -rf $(VENV); echo "This Python can make no virtual environment: sudo apt install python3-venv."; exit 1; })

$(VENV)/.ready: pyproject.toml $(PAGE) | $(VENV)/bin/python
	$(call quietly,Installing Houseway and building its page (a minute or two the first time).,\
	  $(INSTALL) ".[server$(comma)statistics]")
	@touch $@

$(VENV)/.ready-dev: pyproject.toml $(PAGE) | $(VENV)/bin/python
	$(call quietly,Installing Houseway with what tests it and building its page (a few minutes the first time).,\
	  $(INSTALL) ".[dev]")
	@touch $@ $(VENV)/.ready

comma := ,

clean:
	rm -rf $(VENV) .setup-*.log .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage* htmlcov dist
