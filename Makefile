# Every target sets up what it needs: a virtual environment in .venv with the project in it.
PYTHON ?= python3
# What playing and measuring needs.
PLAY := web,report
# Groups that make test installs if it can; make test EXTRAS= goes without. The group test has all light ones.
EXTRAS ?= gpu
# And those that make test-all installs; the last one, PyTorch, is large.
ALL_EXTRAS ?= gpu openspiel cluster pgx train
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
# These exact versions were tested, with Python 3.11: another Python may lack some, so it takes the newest.
TESTED = $(shell $(PYTHON) -c 'import sys; print("-c constraints.txt" * (sys.version_info[:2] == (3, 11)))')
# A machine that cannot have them takes the newest, too.
install = $(PIP) $(TESTED) -e '.[$(1)]' || $(PIP) -e '.[$(1)]'
# Each worker begins with files of its own, so that both seldom compile the same thing at once.
PYTEST := $(BIN)/pytest -n 2 --dist worksteal -q --durations=10

.PHONY: play play-terminal test test-outside test-all test-gpu exhaustive fuzz fuzz-web check evidence audit curves bench docs docs-site notebooks coverage clean

play: $(VENV)/.ready ## play in the browser: starts a page on this machine and opens it
	@$(BIN)/crosscut serve

play-terminal: $(VENV)/.ready ## play Slither in the terminal; without one, watch a short game
	@if [ -t 0 ] && [ -t 1 ]; then $(BIN)/crosscut play slither; else $(BIN)/crosscut play slither --demo; fi

test: $(VENV)/.ready-programs check ## style and tests, in some minutes
	$(PYTEST)

test-outside: $(VENV)/.ready-programs ## of these, the tests that use a browser, sockets, other processes or a clock
	$(PYTEST) -m 'outside and not slow and not exhaustive'

test-all: $(VENV)/.ready-all check ## the same with all optional extras, slow and exhaustive tests
	$(PYTEST) -m 'slow or not slow'

test-gpu: $(VENV)/.ready-test ## on a machine with a GPU: games, environments and surveys equal to the CPU's
	$(BIN)/python -m tests.on_gpu.playouts
	$(BIN)/python -m tests.on_gpu.envs
	$(BIN)/python -m tests.on_gpu.survey

exhaustive: $(VENV)/.ready-test ## facts about small boards, by going through all positions
	$(PYTEST) -m exhaustive

fuzz: $(VENV)/.ready-test ## a hundred thousand wrong texts for each parser of what others wrote, in an hour
	$(BIN)/python -m tests.fuzz

fuzz-web: $(VENV)/.ready-test ## ten thousand requests made from the description of the web interface, right and wrong
	$(BIN)/pytest -q -m slow tests/apps/test_web_schema.py

coverage: $(VENV)/.ready-programs ## which lines the tests reach, but for compiled code: build/coverage/index.html
	@$(call install,coverage)
	$(PYTEST) --cov=crosscut --cov-report=term:skip-covered --cov-report=html:build/coverage

check: $(VENV)/.ready-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

docs: $(VENV)/.ready-test ## write the pages of all games and of the Python interface anew
	$(BIN)/crosscut rules --pages docs/games
	$(BIN)/python -c 'from crosscut.lab.envs.page import page; print(page(), end="")' > docs/envs-games.tmp
	mv docs/envs-games.tmp docs/envs-games.md
	$(BIN)/python docs/make_api.py

docs-site: $(VENV)/.ready ## build these docs as a site: build/site/index.html
	@$(call install,docs)
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict --clean --quiet
	@echo "the site: build/site/index.html"

notebooks: $(VENV)/.ready-test ## run the notebooks of the documentation and keep what they show, in some minutes
	cd docs/notebooks && for each in *.ipynb; do ../../$(BIN)/jupyter execute --inplace $$each; done

evidence: $(VENV)/.ready-test ## play unclear rules in all their readings: docs/evidence.md, in half an hour
	$(BIN)/python -m tests.evidence > docs/evidence.tmp && mv docs/evidence.tmp docs/evidence.md

curves: $(VENV)/.ready ## keep the calibration curves of reports for crosscut analyse: make curves FOLDERS="..."
	$(BIN)/python -m crosscut.lab.report.calibration.keep_curves $(FOLDERS)

audit: $(VENV)/.ready-test ## how often the intervals of reports hold the truth: docs/audit.md, in some minutes
	$(BIN)/python benchmarks/audit.py

bench: $(VENV)/.ready ## random playouts per second on this machine
	$(BIN)/crosscut bench

$(VENV)/.ready: pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(call install,$(PLAY))
	@touch $@

$(VENV)/.ready-test: $(VENV)/.ready
	$(call install,test)
	@for each in $(EXTRAS); do $(PIP) $(TESTED) -e ".[$$each]" || echo "going on without the extra $$each"; done
	@touch $@

# The tests of pages need a browser, and some of the database a PostgreSQL; where one of them is missing and
# cannot be had, these tests are skipped.
INSTALL = [ "$$(id -u)" = 0 ] && apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq

$(VENV)/.ready-programs: $(VENV)/.ready-test
	@for each in chromium chromium-browser google-chrome; do command -v $$each > /dev/null && exit; done; \
	{ $(INSTALL) chromium; } > /dev/null 2>&1 || \
	echo "no Chromium here: tests in a browser will be skipped; to have them, install chromium"
	@for each in initdb /usr/lib/postgresql/*/bin/initdb; do command -v $$each > /dev/null && exit; done; \
	{ $(INSTALL) postgresql; } > /dev/null 2>&1 || \
	echo "no PostgreSQL here: its tests will be skipped; to have them, install postgresql"
	@touch $@

$(VENV)/.ready-all: $(VENV)/.ready-programs
	@for each in $(ALL_EXTRAS); do $(PIP) -e ".[$$each]" || echo "going on without the extra $$each"; done
	@touch $@

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache .hypothesis

include docs/reports/reports.mk
