# Everything runs inside .venv, which the targets make for themselves from requirements.lock.
PYTHON ?= python3
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
PEERS  := .venv-peers

.PHONY: demo warm demo-service demo-survey demo-location test lint types layers docs unit quick package coverage lock benchmarks reproduce clean help

help:            ## this list
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*##/\t/' | expand -t 14

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(0 if sys.version_info >= (3, 11) else "Shoal needs Python 3.11 or newer; set PYTHON=/path/to/python3")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --no-deps --no-build-isolation --editable .
	@touch $@

demo: $(READY)   ## anonymise a synthetic table of people and write its report
	@echo "The first demonstration compiles for about a minute of one core; later ones take seconds."
	$(BIN)/shoal demo --output demo-output

warm: $(READY)   ## compile everything now, so that no command has to
	$(BIN)/shoal warm

demo-service: $(READY)  ## the location service with a synthetic city: sign up, design, cancel, redesign
	$(BIN)/python -m benchmarks.service.demo

demo-survey: $(READY)  ## an online survey that nobody has to trust: issuer, repository, 800 people, trustees
	$(BIN)/python -m benchmarks.survey.demo

demo-location: $(READY)  ## attacks on a location provider's log, on an invented town: who is named, and what protection costs
	$(BIN)/python -m benchmarks.location

test: lint types layers docs unit   ## everything a change has to pass

lint: $(READY)   ## style
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(READY)  ## static types, strict on src
	$(BIN)/mypy

layers: $(READY) ## imports point downwards only
	$(BIN)/lint-imports --no-cache

docs: $(READY)   ## the documentation site, strict
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --quiet

unit: $(READY)   ## the test suite
	$(BIN)/pytest -n 2

quick: lint types layers  ## the checks and tests that take seconds, for work in progress; compile first with make warm
	$(BIN)/pytest -n 2 -m "not slow and not browser and not postgres and not spark and not data"

coverage: $(READY)  ## which lines of src the tests reach; kernels are counted uncompiled
	$(BIN)/coverage erase
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 --cov --cov-report= tests/kernels
	$(BIN)/pytest -n 2 --cov --cov-append --cov-report=term:skip-covered --cov-report=html:coverage

package: $(READY)  ## wheel and sdist: built, checked, and installed where only what they ask for is there
	$(BIN)/pytest tests/package

benchmarks: $(READY)  ## every benchmark; takes long, writes benchmarks/results
	$(PYTHON) -m venv $(PEERS)/greedy
	$(PEERS)/greedy/bin/python -m pip install --quiet --requirement benchmarks/requirements.txt
	$(PYTHON) -m venv $(PEERS)/transport
	$(PEERS)/transport/bin/python -m pip install --quiet --requirement benchmarks/requirements-transport.txt
	$(BIN)/python -m benchmarks --peer-python $(PEERS)/greedy/bin/python --transport-python $(PEERS)/transport/bin/python

reproduce: $(READY)  ## the experiments of the papers; writes docs/reproduction.md and its pictures
	$(BIN)/python -m benchmarks.reproduce

lock:            ## resolve requirements.lock anew (needs uv)
	uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
	    --no-header --no-annotate --no-emit-index-url --no-emit-find-links --output-file requirements.lock

clean:           ## remove the environment and everything built
	rm -rf $(VENV) $(PEERS) site demo-output dist build coverage .coverage*
