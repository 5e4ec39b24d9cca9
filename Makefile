# `make app` and `make test` set up everything they need in .venv.

PYTHON ?= python3
ADDRESS ?= 0.0.0.0
PORT ?= 8501
BIN := .venv/bin
PIP := $(BIN)/python -m pip
# What is in .venv: the environment itself, what the app needs, what developing needs besides.
CREATED := .venv/created
APP := .venv/app
DEV := .venv/installed
# An environment of its own with the least versions that pyproject.toml allows.
LEAST := .venv-least

.PHONY: app serve test test-fast test-python test-js test-least test-least-library lint format bench clean

app: $(APP)
	$(BIN)/streamlit run app.py

# For other computers, too; docs/serving.md has the settings.
serve: $(APP)
	deploy/serve.sh --host $(ADDRESS) --port $(PORT)

test: lint test-js test-python

# What a developer wants at hand, in less than 90 seconds on two cores.
test-fast: lint test-js $(DEV)
	$(BIN)/python -m pytest -m "not browser and not slow" -n auto

# Two browsers keep two cores busy; more would draw too late.
test-python: $(DEV)
	$(BIN)/python -m pytest -m browser -n 2 --dist worksteal --durations=10
	$(BIN)/python -m pytest -m "not browser" -n auto --durations=10

# The fast tests on the least versions of all dependencies.
test-least: $(LEAST)/installed
	$(LEAST)/bin/python -m pytest -m "not browser and not slow" -n auto --disable-warnings

# Those of the library alone.
test-least-library: $(LEAST)/installed
	$(LEAST)/bin/python -m pytest -m "not browser and not slow" -n auto --disable-warnings --ignore tests/pages

# JavaScript is tested wherever node is found, and always under CI.
test-js:
	@if command -v node >/dev/null 2>&1; then node --test tests/js/*.test.mjs; \
	elif [ -n "$$CI" ]; then echo "node is needed under CI for tests/js" >&2; exit 1; \
	else echo "node not found: tests/js skipped"; fi

lint: $(DEV)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(DEV)
	$(BIN)/python -m benchmarks

$(CREATED):
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, got " + sys.version)'
	$(PYTHON) -m venv .venv
	$(PIP) install --quiet --upgrade pip
	touch $@

$(APP): pyproject.toml | $(CREATED)
	$(PIP) install --quiet --editable '.[app]'
	touch $@

# The extra `dev` includes `app`.
$(DEV): pyproject.toml | $(CREATED)
	$(PIP) install --quiet --editable '.[dev]'
	touch $(APP) $@

$(LEAST)/installed: pyproject.toml tests/support/least_versions.py
	$(PYTHON) -m venv $(LEAST)
	$(PYTHON) tests/support/least_versions.py > $(LEAST)/constraints.txt
	$(LEAST)/bin/python -m pip install --quiet --upgrade pip
	$(LEAST)/bin/python -m pip install --quiet --constraint $(LEAST)/constraints.txt --editable '.[test]'
	touch $@

clean:
	rm -rf .venv $(LEAST) .pytest_cache .mypy_cache .ruff_cache .hypothesis
