# Every target sets up what it needs by itself; python3, make and git are enough.
PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.PHONY: run test install check lint types bench fuzz snapshots screens clean

run: .venv/run.stamp  ## open the app
	@$(BIN)/gatescope

test: .venv/dev.stamp  ## run all tests, on two cores
	@$(BIN)/python -m pytest -n 2 --dist worksteal

install: .venv/run.stamp  ## the set-up alone; afterwards .venv/bin/gatescope runs
	@echo "installed: $(BIN)/gatescope"

check: lint types test  ## lint, strict types, tests

lint: .venv/dev.stamp
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .

types: .venv/dev.stamp
	@$(BIN)/mypy

bench: .venv/dev.stamp  ## measure: key to paint while training, in a pseudo-terminal
	@$(BIN)/python -m tests.benchmarks

fuzz: .venv/dev.stamp  ## drive the app with 20,000 random keys and sizes
	@GATESCOPE_FUZZ_EVENTS=20000 $(BIN)/python -m pytest tests/tui/test_fuzz.py -x -n 2 --dist worksteal

snapshots: .venv/dev.stamp  ## write the screen snapshots anew; look at the difference before you commit it
	@rm -rf tests/tui/__snapshots__
	@$(BIN)/python -m pytest tests/tui/test_screens.py tests/tui/test_live_screens.py -n 2 --snapshot-update

screens: .venv/run.stamp  ## make the screens in README.md anew
	@$(BIN)/python -m tests.readme

clean:  ## forget the set-up
	@rm -rf .venv build *.egg-info

.venv/python.stamp:
	@$(PYTHON) -c 'import sys; sys.exit("gatescope needs Python 3.11 or newer, and this is %d.%d: use make PYTHON=python3.11 ..." % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/run.stamp: .venv/python.stamp pyproject.toml constraints.txt
	@echo "setting up .venv (once) ..."
	@$(PIP) --editable .
	@touch $@

.venv/dev.stamp: .venv/python.stamp pyproject.toml constraints.txt
	@echo "setting up .venv for development (once) ..."
	@$(PIP) --editable '.[dev]'
	@touch $@ .venv/run.stamp
