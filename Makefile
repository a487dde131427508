# Needs only make and python3 >= 3.11; everything else is installed into .venv on first use.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
PO := $(wildcard data/locale/*/LC_MESSAGES/tenebrae.po)
MO := $(PO:.po=.mo)
PIP := -m pip install --disable-pip-version-check --no-input
PINS := $(wildcard requirements/*.txt)
TOOLS := build/tools
TESTS ?= tests

# Compile modules once instead of in every process that the tests start.
unexport PYTHONDONTWRITEBYTECODE
# pyright would ask the registry for a newer version of itself on every run.
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1

.DEFAULT_GOAL := help
.PHONY: help browser balancer alerts setup play test costs check lint types format hooks rules rulebooks screens replays bench hashes soak i18n pins audit licences sbom dist clean

help: ## List all targets.
	@awk -F':.*## ' '/^[a-z0-9]+:.*## /{printf "  make %-8s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

# Never fails: without a browser, the tests that need one are skipped and say so.
BROWSERS := command -v chromium || command -v chromium-browser || command -v google-chrome
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20

browser: ## Install Debian's Chromium for the tests in a browser, if it is missing and root can use apt-get.
	@if $(BROWSERS); then exit 0; fi >/dev/null; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Chromium ..."; \
	  $(APT) update && $(APT) install -y --no-install-recommends chromium >/dev/null; \
	fi; \
	{ $(BROWSERS); } >/dev/null || echo "There is no Chromium here: the tests in a browser are skipped, and say so."

balancer: ## Install Debian's HAProxy for the tests of the deployment file, if it is missing and root can use apt-get.
	@if command -v haproxy; then exit 0; fi >/dev/null; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing HAProxy ..."; \
	  $(APT) update && $(APT) install -y --no-install-recommends haproxy >/dev/null; \
	fi; \
	command -v haproxy >/dev/null || echo "There is no HAProxy here: the tests with it are skipped, and say so."

alerts: ## Install Debian's Prometheus for the tests of the alert rules, if it is missing and root can use apt-get.
	@if command -v promtool; then exit 0; fi >/dev/null; \
	if command -v apt-get >/dev/null && [ "$$(id -u)" = 0 ]; then \
	  echo "Installing Prometheus ..."; \
	  $(APT) update && $(APT) install -y --no-install-recommends prometheus >/dev/null; \
	fi; \
	command -v promtool >/dev/null || echo "There is no promtool here: the tests of the alert rules are skipped, and say so."

setup: $(STAMP) $(MO) ## Create .venv (the other targets do it when needed).

play: setup ## Open the playground: the real bot in a simulated Discord, in your browser.
	@$(BIN)/tenebrae playground

# Three processes on two processors, because some tests wait for sockets and processes.
test: setup ## Run all tests in three processes.
	@$(PY) -m pytest -q -rs -n 3 --dist worksteal $(TESTS)

# In one process, which measures the CPU time of each test.
costs: setup ## Show which tests and folders take the most CPU time.
	@$(PY) -m pytest -q -p tests.cpu_costs $(TESTS)

check: setup ## Check formatting, lint, import contracts, rules without a test and types, and run all tests.
	@$(MAKE) --no-print-directory lint
	@$(MAKE) --no-print-directory rules
	@$(MAKE) --no-print-directory types
	@$(MAKE) --no-print-directory test

lint: setup ## Check formatting, lint, import contracts, uses of the gateway's cache, and plain English.
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/lint-imports
	@$(PY) -m pytest -q tests/house/test_server_cache.py tests/house/test_plain_english.py

types: setup ## Check the types.
	@$(BIN)/pyright

format: setup ## Format the code with ruff, and lower the limits of translated-sounding constructions.
	@$(BIN)/ruff check --fix-only --quiet .
	@$(BIN)/ruff format --quiet .
	@$(PY) -m tests.house.plain_english --lower

hooks: setup ## Install git hooks: format, lint and the message before each commit, types before each push.
	@$(BIN)/pre-commit install

rules: setup ## List numbered rules that no test cites, and fail if there are any.
	@$(BIN)/tenebrae rules --uncited

rulebooks: setup ## Write the rules for players as printable pages: build/rulebooks/.
	@$(BIN)/tenebrae rules --html

screens: setup ## Take screenshots at two widths in three languages, in headless Chromium: build/screens/.
	@$(PY) -m tools.screens

replays: setup ## Make replay pages and animated pictures of long matches of every game, and print their sizes: build/replays/.
	@$(PY) -m tests.matches.features.replays.longest_matches

bench: setup ## Measure decisions, saves, pictures and presses.
	@$(PY) -m tools.benchmark
	@for engine in sqlite postgresql; do echo "500 open matches on $$engine, 5 moves a second"; \
	  $(PY) -m tests.soak.served_processes --engine $$engine --open 500 --minutes 2 --kill-every 0; \
	  echo "a start with 20,000 open matches on $$engine"; $(PY) -m tests.soak.cold_start --engine $$engine; done

hashes: setup ## Check that random and greedy play haven't changed: tests/saves/play.txt.
	@$(PY) -m tools.match_hashes --check tests/saves/play.txt

# Settings of the kill tests: SOAK_MINUTES (20), SOAK_RATE (5 moves per second) and SOAK_SEED.
soak: setup ## Run the long tests: many random matches of every game, killed processes, attacks.
	@$(PY) -m tools.soak
	@$(PY) -m pytest -q -m soak tests

i18n: setup ## Extract the sentences, update the catalogues and compile them.
	@$(PY) -m tools.catalogues

pins: setup $(TOOLS)/.installed ## Pin all packages with hashes, after a change in pyproject.toml or constraints.txt: requirements/.
	@$(PY) -m tools.lock_requirements $(TOOLS)/bin/uv

audit: setup $(TOOLS)/.installed ## Look for known vulnerabilities in the bot's packages, if their database can be reached.
	@$(PY) -m tools.audit $(TOOLS)/bin/pip-audit

licences: setup ## List the licences of the installed packages: docs/licences.md.
	@$(PY) -m tools.licences

sbom: setup $(TOOLS)/.installed ## Write a CycloneDX bill of materials: build/tenebrae.cdx.json.
	@$(PY) -m tools.sbom $(TOOLS)/bin/cyclonedx-py

dist: setup ## Build the wheel and the source archive, reproducibly: dist/.
	@$(BIN)/hatchling build --target wheel --target sdist --directory dist

clean: ## Remove .venv and everything built.
	rm -rf $(VENV) build dist .pytest_cache .ruff_cache .hypothesis .import_linter_cache .grimp_cache
	rm -f $(MO)

$(STAMP): pyproject.toml $(PINS) hatch_build.py
	@command -v $(PYTHON) >/dev/null || { echo "Tenebrae needs Python 3.11 or newer, and there is no '$(PYTHON)' here."; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Tenebrae needs Python 3.11 or newer, and '$(PYTHON)' is $$($(PYTHON) --version 2>&1). Name a newer one: make PYTHON=python3.12"; exit 1; }
	@test -x $(PY) && $(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "[1/3] Making $(VENV) ..."; $(PYTHON) -m venv --clear $(VENV); }
	@echo "[2/3] Installing what Tenebrae needs (a minute or two, once) ..."
	@$(PY) $(PIP) --require-hashes --requirement requirements/dev.txt
	@echo "[3/3] Installing Tenebrae ..."
	@$(PY) $(PIP) --quiet --no-build-isolation --no-deps --editable .
	@touch $@

$(TOOLS)/.installed: requirements/tools.txt
	@$(PYTHON) -m venv --clear $(TOOLS)
	@$(TOOLS)/bin/python $(PIP) --quiet --require-hashes --requirement requirements/tools.txt
	@touch $@

%.mo: %.po $(STAMP)
	@$(BIN)/pybabel --quiet compile --domain tenebrae --input-file $< --output-file $@
