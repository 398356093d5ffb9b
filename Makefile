# Everything from a fresh clone with Python 3.11 or newer, venv, make and git alone.
# Paths are relative, so the checkout may lie anywhere, under names with spaces too;
# from elsewhere: make -C path/to/checkout site

PYTHON ?= python3
CONTENT ?= content
OUTPUT ?= output
PYTEST_ARGS ?=
AREA ?=
AREAS ?=
SECONDS ?= 600
KINDS ?=
# What `make check` runs.
FAST := $(addprefix tests/,architecture authoring load markup model outline project schemas seal \
  tools yaml) $(wildcard tests/rules/*/test_rule_cases.py)

VENV := .venv
PY := $(VENV)/bin/python
PIP := $(PY) -m pip --disable-pip-version-check install --quiet
RUN := $(VENV)/.installed-run
DEV := $(VENV)/.installed-dev

ifeq ($(wildcard pyproject.toml),)
$(error Run make inside the checkout, or point to it: make -C path/to/checkout)
endif

# An environment that lost its Python (moved, or the system's was upgraded) is made anew.
ifneq ($(shell $(PY) -c "" 2>/dev/null && echo sound),sound)
UNSOUND := unsound
endif

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help site docs test tests thorough check mutations fuzz pictures lint types lock clean distclean editor browser npm servers lighthouse unsound

help: ## say what there is
	@echo "make TARGET, where TARGET is one of"
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  \1  \2/p' Makefile | awk '{n=$$1; $$1=""; printf "  %-10s%s\n", n, $$0}'

site: $(RUN) ## build the sample campaigns into output/ (CONTENT=... and OUTPUT=... for another)
	$(PY) -m chronicle build "$(CONTENT)" -o "$(OUTPUT)"

# Hundreds of tests start the program anew, a second sooner each with compiled modules.
test thorough: export PYTHONDONTWRITEBYTECODE =

# Types are checked, which takes one processor, while the first tests run.
test: $(DEV) ## run every check and every test (AREA=rules/wwn for one folder of tests alone)
	@$(MAKE) --no-print-directory -j2 $(if $(AREA),,lint) browser npm servers
	@$(MAKE) --no-print-directory -j2 $(if $(AREA),,types) tests

tests: $(DEV)
	CHRONICLE_REQUIRE_BROWSER=1 $(PY) -m pytest -n auto --dist loadgroup --no-loadscope-reorder $(AREA:%=tests/%) $(PYTEST_ARGS)

thorough: browser npm servers ## try the further cases of laws that `make test` leaves out
	CHRONICLE_REQUIRE_BROWSER=1 $(PY) -m pytest -n auto --dist loadgroup --no-loadscope-reorder -m thorough $(PYTEST_ARGS)

check: lint types ## the fast part of `make test`: linters, types, and the tests that build no large site
	$(PY) -m pytest -q -n auto --dist loadgroup --no-loadscope-reorder $(FAST)

mutations: $(DEV) ## plant one fault after the other; the tests nearest to it must notice (AREAS="gate map" for some)
	$(PY) -m tests.mutations.run $(AREAS)

fuzz: $(DEV) ## mutate files of every kind for ten minutes; what breaks a law goes to tests/fuzz/corpus (SECONDS=..., KINDS="themes cache" for some)
	$(PY) -m tests.fuzz.run --seconds "$(SECONDS)" $(KINDS)

docs: $(DEV) ## build the documentation as a website into output/docs
	$(PY) -m tools.docs_site "$(OUTPUT)/docs"

editor: npm ## bundle the desk's text editor anew, from tools/desk_editor
	$(PY) -m tools.desk_editor

pictures: browser ## take the pictures of the docs anew
	$(PY) -m tests.docs.pictures

lint: $(DEV) ## look at style and layout
	$(PY) -m ruff check
	$(PY) -m ruff format --check

types: $(DEV) ## check the types
	$(PY) -m mypy

browser: $(DEV)
	@$(PY) -m tools.chromium
	@$(PY) -m tools.engines
	@$(PY) -m tools.old_chromium

npm: $(DEV)
	@$(PY) -m tools.npm_programs

# After the browser, because apt-get runs once at a time.
servers: browser
	@$(PY) -m tools.web_servers

lighthouse: $(DEV) ## build the samples and have Lighthouse look at six pages (needs Node.js)
	$(PY) -m chronicle build "$(CONTENT)" -o "$(OUTPUT)"
	$(PY) -m tools.lighthouse "$(OUTPUT)/site"

lock: | $(PY) ## resolve the dependencies anew and rewrite the lock files
	$(PIP) uv
	$(PY) -m tools.lock

clean: ## remove what was built and every cache
	rm -rf "$(OUTPUT)/site" "$(OUTPUT)/private" "$(OUTPUT)/docs" dist .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find chronicle tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

distclean: clean ## as clean, and the environment too
	rm -rf $(VENV)

# ── The environment ──────────────────────────────────────────────────────────────────────────────

$(PY): $(UNSOUND)
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("chronicle needs Python 3.11 or newer; this is " + sys.version.split()[0] + " (another: make PYTHON=python3.12 ...)")'
	@echo "Setting up $(VENV), which takes a minute the first time."
	$(PYTHON) -m venv --clear $(VENV)

$(RUN): requirements.lock requirements-build.lock pyproject.toml $(UNSOUND) | $(PY)
	$(PIP) --require-hashes -r requirements.lock -r requirements-build.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

# The development lock holds all that the other two hold, at the same versions.
$(DEV): requirements-dev.lock pyproject.toml $(UNSOUND) | $(PY)
	$(PIP) --require-hashes -r requirements-dev.lock
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $(RUN) $@
