# make explore      the site in your browser
# make test-quick   style, types, rules and panels: no odds, figures, commands, browser (one to two minutes on two cores)
# make test         everything that can be checked here (about twenty minutes on two cores)
# make docs         the documentation, into docs/_build/html
# make soak         long runs: thousands of games, the whole course in the browser, COUNT=10000000 random inputs
# make engines      a short walk through both sites in Firefox and WebKit, where they are installed
# make bench        measures speed and size
# make release      builds what would be uploaded into dist/, and checks it
# make help         this list
#
# Needs Python 3.11 or newer; everything else goes into .venv beside this file.

CHECKS ?=
PORT ?= 8866
COUNT ?= 10000000
PYTHON ?= $(firstword $(foreach name,python3.14 python3.13 python3.12 python3.11 python3 python,\
	$(shell $(name) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $(name))))
RUN := .venv/bin/python

.PHONY: help explore test test-quick docs engines soak bench release

help:
	@sed -n 's/^# \{0,1\}//;1,9p' Makefile

explore: .venv/explore.stamp
	@$(RUN) -m twingkit_widgets.site --port $(PORT)

test: .venv/test.stamp
	@$(RUN) .ci/check.py $(CHECKS)

test-quick: .venv/test.stamp
	@$(RUN) .ci/check.py --quick

docs: .venv/docs.stamp
	@$(RUN) -m sphinx --fail-on-warning --keep-going -q -b html docs docs/_build/html
	@echo "Open docs/_build/html/index.html in a browser."

soak: .venv/test.stamp
	@COUNT=$(COUNT) $(RUN) .ci/check.py --soak

engines: .venv/test.stamp
	@$(RUN) .ci/check.py --engines

bench: .venv/test.stamp
	@$(RUN) .ci/check.py --bench

release: .venv/explore.stamp
	@$(RUN) .ci/release.py

# Installed once, and again only when pyproject.toml has changed.
.venv/explore.stamp: pyproject.toml | $(RUN)
	@echo "Installing twingkit into .venv (once; about a minute) ..."
	@$(RUN) -m pip install -qq --disable-pip-version-check --editable .
	@touch $@

.venv/test.stamp: pyproject.toml | $(RUN)
	@echo "Installing twingkit and what its tests use into .venv (once; a few minutes) ..."
	@$(RUN) -m pip install -qq --disable-pip-version-check --editable '.[dev]'
	@touch $@ .venv/docs.stamp .venv/explore.stamp

.venv/docs.stamp: pyproject.toml | $(RUN)
	@echo "Installing twingkit and what its documentation uses into .venv (once; a minute) ..."
	@$(RUN) -m pip install -qq --disable-pip-version-check --editable '.[docs]'
	@touch $@ .venv/explore.stamp

$(RUN):
	@test -n "$(PYTHON)" || { echo "twingkit needs Python 3.11 or newer with venv and pip; none was found."; exit 1; }
	@$(PYTHON) -m venv .venv
