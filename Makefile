# `make run` opens the casino in the browser, `make test` checks everything; both set up .venv first.
# While working: `make quick` after every edit. Before a release: `make thorough`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
LOG = .setup-$(notdir $@).log
PAGE := hatch_build.py $(shell find web -type f -not -path "*/node_modules/*" -not -path "*/testing/*" -not -path "*/generated/*" -not -path "*/scripts/*" -not -name "*.test.ts" -not -name "*.md")
TOOLS := web/node_modules/.tools
NPM := cd web && PATH="$(CURDIR)/$(BIN):$$PATH" npm run --silent
# One worker more than there are cores: many a test waits for a server or a browser.
WORKERS := $(shell $(PYTHON) -c "import os; print((os.cpu_count() or 1) + 1)")
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) --dist loadgroup --no-loadscope-reorder
# What pip may choose from, for the packages and for what builds them; `make CONSTRAINTS= run` lets it choose freely.
CONSTRAINTS := constraints.txt
PINNED := $(if $(CONSTRAINTS),PIP_CONSTRAINT=$(CONSTRAINTS) PIP_BUILD_CONSTRAINT=$(CONSTRAINTS))
INSTALL := $(PINNED) $(BIN)/python -m pip install --disable-pip-version-check --editable

# $(call quietly,WHAT,COMMAND): says what is done; what the command prints is shown only when it fails.
quietly = @echo "$(1)"; ( $(2) ) >$(LOG) 2>&1 || { status=$$?; cat $(LOG) >&2; exit $$status; }

# Python keeps what it has compiled, whatever the shell says: starting it is half of many a test.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: run quick test thorough checks lint types imports web unit warm cover browser bench docs constraints audit clean

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
	$(call quietly,Format of the page.,$(NPM) format:check)
	$(call quietly,Lint of the page.,$(NPM) lint)
	$(call quietly,Types of the page.,$(NPM) check)
	$(call quietly,Tests of the page.,$(NPM) test)

$(TOOLS): web/package-lock.json | $(VENV)/.ready-dev
	$(call quietly,Installing what the page is made and tested with.,cd web && ../$(BIN)/npm ci --include=dev --ignore-scripts)
	@touch $@

unit: $(VENV)/.ready-dev browser
	HOUSEWAY_SUITE=test $(PYTEST)

# Compiles what is counted and simulated once, before two workers would each do it.
warm: $(VENV)/.ready-dev
	@echo "Compiling what counts and simulates (a minute or two the first time)."
	@$(BIN)/python -m tests.warm

cover: $(VENV)/.ready-dev browser
	HOUSEWAY_SUITE=test $(PYTEST) --cov --cov-report=term

# The tests of the page drive a real Chromium. Best is the one without a window, which takes a third of the work: it comes
# from the system's packages where that is allowed. Any other that is there will do.
A_BROWSER := command -v chromium || command -v chromium-browser || command -v google-chrome
browser:
	@command -v chromium-headless-shell >/dev/null || $(MAKE) --no-print-directory .chromium

.PHONY: .chromium
.chromium:
	@if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	  echo "Installing Chromium for the tests of the page."; export DEBIAN_FRONTEND=noninteractive; \
	  ( apt-get update; apt-get install -y chromium-headless-shell || { $(A_BROWSER); } || apt-get install -y chromium \
	  ) >$(LOG) 2>&1 || cat $(LOG) >&2; fi
	@{ command -v chromium-headless-shell || $(A_BROWSER); } >/dev/null || \
	  { echo "No Chromium found, and the tests of the page need one: sudo apt install chromium-headless-shell." >&2; exit 1; }

# The site of the documentation. A page for every installed game is made from its rules, with its odds counted.
docs: $(VENV)/.ready-dev
	@$(BIN)/python -m sphinx -W --keep-going --quiet docs docs/_build/html
	@echo "The documentation is in docs/_build/html/index.html."

# The newest versions that go together, for every Python and every system that the packages know. uv alone resolves
# for others than the one it runs on; what it writes says nothing of where packages come from.
constraints: $(VENV)/.ready-dev
	$(call quietly,Choosing the newest versions that go together.,$(BIN)/python -m pip install uv && \
	  $(BIN)/python -m uv pip compile --quiet --upgrade --universal --python-version 3.11 --all-extras --no-annotate \
	    --no-header --output-file constraints.txt pyproject.toml)

# Whether any weakness is known in what is installed, or that it could not be found out.
audit: $(VENV)/.ready-dev $(TOOLS)
	$(call quietly,Installing what asks for known weaknesses.,$(BIN)/python -m pip install pip-audit)
	@PATH="$(CURDIR)/$(BIN):$$PATH" $(BIN)/python .ci/audit

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

$(VENV)/.ready: pyproject.toml $(CONSTRAINTS) $(PAGE) | $(VENV)/bin/python
	$(call quietly,Installing Houseway and building its page (a minute or two the first time).,\
	  $(INSTALL) ".[server$(comma)statistics$(comma)report]")
	@touch $@

$(VENV)/.ready-dev: pyproject.toml $(CONSTRAINTS) $(PAGE) | $(VENV)/bin/python
	$(call quietly,Installing Houseway with what tests it and building its page (a few minutes the first time).,\
	  $(INSTALL) ".[dev]")
	@touch $@ $(VENV)/.ready

comma := ,

clean:
	rm -rf $(VENV) .setup-*.log .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage* htmlcov dist docs/_build docs/games docs/project
