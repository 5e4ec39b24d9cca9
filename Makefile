# `make app` and `make test` set up everything they need in .venv.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed

.PHONY: app test test-python test-js lint format bench clean

app: $(STAMP)
	$(BIN)/streamlit run app.py

test: lint test-js test-python

# The browser draws in time only where nothing else runs beside it.
test-python: $(STAMP)
	$(BIN)/python -m pytest -m browser
	$(BIN)/python -m pytest -m "not browser" -n auto

# JavaScript is tested wherever node is found, and always under CI.
test-js:
	@if command -v node >/dev/null 2>&1; then node --test tests/js/*.test.mjs; \
	elif [ -n "$$CI" ]; then echo "node is needed under CI for tests/js" >&2; exit 1; \
	else echo "node not found: tests/js skipped"; fi

lint: $(STAMP)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(STAMP)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: $(STAMP)
	$(BIN)/python -m benchmarks

$(STAMP): pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, got " + sys.version)'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[dev]'
	touch $(STAMP)

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
