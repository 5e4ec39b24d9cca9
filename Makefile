# `make app` and `make test` set up everything they need in .venv.

PYTHON ?= python3
ADDRESS ?= 0.0.0.0
PORT ?= 8501
BIN := .venv/bin
# What is in .venv: the environment itself, what the app, developing and the site need besides.
CREATED := .venv/created
APP := .venv/app
DEV := .venv/installed
DOCS := .venv/docs
# Environments of their own: the least versions that pyproject.toml allows, a newer Streamlit than it
# allows, and the newest versions that it allows.
LEAST := .venv-least
NEWEST := .venv-newest
PINS := .venv-pins
# Modules are compiled when they are first imported: the half of an installation is never imported.
INSTALL := pip install --quiet --no-compile
# In .venv, for which somebody waits: pip names what it fetches.
SHOWN := pip install --no-compile --progress-bar off
# What a least version of NumPy, SciPy, scikit-learn, pandas, Arrow or Matplotlib may do otherwise.
LIBRARY := $(addprefix tests/, alternatives/test_alternatives.py canvas/test_canvas.py \
	datasets/test_usps.py figures/test_printing.py figures/test_paper.py kernels/test_sparse.py \
	preimage/test_descent.py solvers/test_oracles.py solvers/test_solvers.py \
	solvers/test_streaming.py tables/test_kinds.py tables/test_tables.py \
	test_command_line_results.py test_estimator.py test_estimator_scikit_learn.py \
	test_from_scikit_learn.py test_progress.py test_threads.py)

.PHONY: app serve test test-fast test-python test-js test-least test-least-library test-newest \
	constraints lint format bench bundles static words golden docs docs-links release-check clean

# At http://localhost:8501, in a browser where there is one.
app: $(APP)
	$(BIN)/python -m kpca_core app

# For other computers, too; docs/serving.md has the settings.
serve: $(APP)
	deploy/serve.sh --host $(ADDRESS) --port $(PORT)

test: lint test-js test-python

# What a developer wants at hand, in less than 90 seconds on two cores.
test-fast: lint test-js $(DEV)
	$(BIN)/python -m pytest -m "not browser and not slow" -n auto

# Two browsers keep two cores busy; more would draw too late. A test that fails there is run once more,
# and said to be: a machine that stands still for some seconds is no fault of a page.
test-python: $(DEV)
	$(BIN)/python -m pytest -m browser -n 2 --dist worksteal --durations=10 --reruns 1 -r fER
	$(BIN)/python -m pytest -m "not browser" -n auto --dist worksteal --durations=10

# The fast tests on the least versions of all dependencies.
test-least: $(LEAST)/installed
	$(LEAST)/bin/python -m pytest -m "not browser and not slow" -n auto --disable-warnings

# Those of the library that its dependencies can break.
test-least-library: $(LEAST)/installed
	$(LEAST)/bin/python -m pytest -m "not browser" -n auto --disable-warnings $(LIBRARY)

# Reports how the pages do on a Streamlit beyond the bound of pyproject.toml, and never fails.
test-newest: $(DEV)
	@version=$$($(BIN)/python tests/support/newer_streamlit.py); \
	if [ -z "$$version" ]; then \
		echo "test-newest: not run, the registry has no Streamlit beyond the bound of pyproject.toml"; \
	else \
		$(PYTHON) -m venv --clear $(NEWEST) && \
		$(NEWEST)/bin/python -m $(INSTALL) --constraint constraints.txt --editable '.[test]' && \
		$(NEWEST)/bin/python -m $(INSTALL) "streamlit==$$version" && \
		$(NEWEST)/bin/python -m pytest -m "not browser" -n auto tests/pages && \
		echo "test-newest: the pages pass on Streamlit $$version" || \
		echo "test-newest: the pages do not pass on Streamlit $$version"; \
	fi

# JavaScript is tested wherever node is found, and always under CI.
test-js:
	@if command -v node >/dev/null 2>&1; then node --test tests/js/*.test.mjs; \
	elif [ -n "$$CI" ]; then echo "node is needed under CI for tests/js" >&2; exit 1; \
	else echo "node not found: tests/js skipped"; fi

lint: $(DEV)
	$(BIN)/ruff check --no-cache .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

format: $(DEV)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

# The JavaScript of browsers, after every change of it, by Node's npx: the front end and
# its parts, each file named by what it holds; then what has to be one module each.
ESBUILD := npx --yes esbuild@0.25.11 --bundle --format=esm --minify --charset=utf8 --log-level=warning
# Streamlit takes text of one line for the name of a file.
BANNER := --banner:js='// Made of the sources beside this folder by make bundles.'
CANVAS := kpca_core/drawing/canvas
bundles: $(DEV)
	rm -rf $(CANVAS)/built views/hosts/streamlit/built
	cd $(CANVAS)/assets && $(ESBUILD) --splitting --inject:core.js --outdir=../built \
		--entry-names='[name]-[hash]' --chunk-names='[name]-[hash]' --metafile=../built/parts.json front.js
	cd $(CANVAS)/assets && $(ESBUILD) $(BANNER) --outdir=../built notebook-widget=notebook/widget.js
	cd views/hosts/streamlit && $(ESBUILD) $(BANNER) --outdir=built head-head=head/head.js tools-tools=tools/tools.js keeper=keeper.js
	$(BIN)/python -m kpca_core.drawing.canvas.modules $(CANVAS)/assets $(CANVAS)/built views/hosts/streamlit views/hosts/streamlit/built

# The edition without a server: a folder that any server of files serves. PYODIDE names a folder or an
# address that has Pyodide's wheels.
OUT ?= build/static
static: $(DEV)
	$(BIN)/python -m views.hosts.static --out $(OUT)

# All catalogues after a change of words in the sources; MORE=other.po gives translations that they lack,
# NEW=fr begins a language.
words: $(DEV)
	$(BIN)/python -m kpca_core._support.words.catalogues $(MORE) $(if $(NEW),--new $(NEW))

# What pages show, frozen, after a change that is meant: says what has changed.
golden: $(DEV)
	$(BIN)/python -m tests.golden

bench: $(DEV)
	$(BIN)/python -m benchmarks

# The site, from the docstrings, docs/ and the executed examples; a warning fails.
docs: $(DOCS)
	$(BIN)/sphinx-build -W --keep-going -q -j auto -d docs/_build/doctrees docs docs/_build/html
	@echo "docs: open docs/_build/html/index.html"

# Reports links to other sites that do not answer, and never fails.
docs-links: docs
	-$(BIN)/sphinx-build -q -b linkcheck -d docs/_build/doctrees docs docs/_build/links

# Wheel and sdist, each extra alone, least and newest versions, in fresh environments.
release-check:
	$(PYTHON) tests/support/release.py

$(CREATED):
	$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Python 3.11 or newer is needed, got " + sys.version)'
	$(PYTHON) -m venv .venv
	touch $@

$(APP): pyproject.toml hatch_build.py constraints.txt | $(CREATED)
	$(BIN)/python -m $(SHOWN) --constraint constraints.txt --editable '.[app]'
	touch $@

# The extra `dev` includes `app`.
$(DEV): pyproject.toml constraints.txt | $(CREATED)
	$(BIN)/python -m $(SHOWN) --constraint constraints.txt --editable '.[dev]'
	touch $(APP) $@

$(DOCS): pyproject.toml constraints.txt | $(CREATED)
	$(BIN)/python -m $(SHOWN) --constraint constraints.txt --editable '.[docs]'
	touch $@

# The newest versions that pyproject.toml allows, for `make app`, `make test` and `make docs`.
constraints:
	$(PYTHON) -m venv --clear $(PINS)
	$(PINS)/bin/python -m $(INSTALL) --editable '.[dev,docs]'
	$(PINS)/bin/python tests/support/pins.py > constraints.txt
	rm -rf $(PINS)

$(LEAST)/installed: pyproject.toml tests/support/least_versions.py
	$(PYTHON) -m venv $(LEAST)
	$(PYTHON) tests/support/least_versions.py > $(LEAST)/constraints.txt
	$(LEAST)/bin/python -m $(INSTALL) --constraint $(LEAST)/constraints.txt --editable '.[test]'
	touch $@

clean:
	rm -rf .venv $(LEAST) $(NEWEST) $(PINS) dist docs/_build docs/auto_gallery docs/api/generated \
		.pytest_cache .mypy_cache .ruff_cache .hypothesis
