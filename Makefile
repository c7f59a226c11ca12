# Install, run, test, check. Needs Python 3.11 or newer with venv and pip; packages come from whatever index
# pip is configured with. `make run PYTHON=python3.12 ARGS="--port 9000"` picks the interpreter and the flags.

PYTHON ?= python3
ARGS ?=
VENV := .venv
BIN := $(VENV)/bin
# Empty files that say when the lock was last installed, so that a second `make run` starts at once.
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
LOCK_VENV := .lock-venv
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.DEFAULT_GOAL := help
.PHONY: help run demo test check lock clean

help: ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: $(INSTALLED) ## serve on 127.0.0.1:8080; without a key the built-in stand-in answers
	@exec $(BIN)/gatekeeper serve $(ARGS)

demo: $(INSTALLED) ## a conversation against the stand-in, step by step
	@exec $(BIN)/gatekeeper demo $(ARGS)

test: $(INSTALLED_DEV) ## all tests; ARGS goes to pytest
	@$(BIN)/pytest $(ARGS)

check: $(INSTALLED_DEV) ## lint, types, and whether the lock files fit pyproject.toml
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest tests/deploy/test_locks.py

# With the oldest Python that is supported: newer ones need nothing that it does not.
lock: ## take the newest allowed versions into both lock files
	rm -rf $(LOCK_VENV)
	$(PYTHON) -m venv $(LOCK_VENV)
	$(LOCK_VENV)/bin/pip install --quiet --editable .
	$(LOCK_VENV)/bin/pip freeze --exclude-editable > requirements.lock
	$(LOCK_VENV)/bin/python -c 'import tomllib; file = open("pyproject.toml", "rb"); \
	  print(*tomllib.load(file)["dependency-groups"]["dev"], sep="\n")' > $(LOCK_VENV)/dev.txt
	$(LOCK_VENV)/bin/pip install --quiet --requirement $(LOCK_VENV)/dev.txt
	$(LOCK_VENV)/bin/pip freeze --exclude-editable > requirements-dev.lock
	rm -rf $(LOCK_VENV)

clean: ## remove everything that was installed, built or cached here
	rm -rf $(VENV) $(LOCK_VENV) build dist *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find gatekeeper_core proxy tests -type d -name __pycache__ -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 ..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip' || { \
	  echo "This Python lacks venv; on Debian and Ubuntu: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): requirements.lock pyproject.toml | $(BIN)/python
	$(BIN)/pip install --quiet --requirement requirements.lock --editable .
	@touch $@

$(INSTALLED_DEV): requirements-dev.lock $(INSTALLED)
	$(BIN)/pip install --quiet --requirement requirements-dev.lock
	@touch $@
