# The reports in docs/reports, each made by one command. What was played is kept in build/reports:
# a second make only draws it again.
PAGES := docs/reports
PLAYED := build/reports
GAMES := $(filter-out _%,$(basename $(notdir $(wildcard src/crosscut/rules/games/*.py))))
SLITHER := $(BIN)/crosscut report slither --size 8 --ratings tests/data/slither-ratings.csv
EIGHT := $(PLAYED)/slither-8

.PHONY: reference reports slither-reports $(GAMES:%=$(PAGES)/%.html)

reports: $(GAMES:%=$(PAGES)/%.html) ## a quick report on every game, in half an hour on two cores
	$(BIN)/crosscut compare $(PLAYED)/slither $(filter-out %/slither,$(GAMES:%=$(PLAYED)/%)) --out $(PAGES)/family.html > /dev/null

$(GAMES:%=$(PAGES)/%.html): $(PAGES)/%.html: $(VENV)/.ready
	$(BIN)/crosscut report $* --quick --out $(PLAYED)/$*
	cp $(PLAYED)/$*/index.html $@

slither-reports: $(VENV)/.ready ## full reports on Slither 8x8, beside the published one, in some hours
	$(SLITHER) --variant classic --no-pie --out $(EIGHT)-classic
	$(SLITHER) --variant classic --pie --out $(EIGHT)-classic-pie
	$(SLITHER) --variant advanced --no-pie --out $(EIGHT)-advanced
	$(SLITHER) --variant advanced --pie --out $(EIGHT)-advanced-pie
	$(SLITHER) --variant classic --pie --player uct-plain --limit 800 --out $(EIGHT)-plain
	for each in classic classic-pie advanced advanced-pie plain; do \
	cp $(EIGHT)-$$each/index.html $(PAGES)/slither-8-$$each.html; done
	$(BIN)/crosscut compare $(EIGHT)-classic-pie $(EIGHT)-advanced-pie $(EIGHT)-plain --published \
	--out $(PAGES)/slither-beside-aiai.html > /dev/null
	$(BIN)/crosscut compare $(EIGHT)-classic $(EIGHT)-classic-pie $(EIGHT)-advanced $(EIGHT)-advanced-pie \
	--out $(PAGES)/slither-cured.html > /dev/null

# A report that is there already is not played again; remove its folder to have it anew.
$(GAMES:%=$(PLAYED)/%/report.json): $(PLAYED)/%/report.json: | $(VENV)/.ready
	$(BIN)/crosscut report $* --quick --out $(PLAYED)/$*

reference: $(GAMES:%=$(PLAYED)/%/report.json) ## figures of all games, with which a report compares its own
	$(BIN)/python -m crosscut.lab.report.summary.reference $(GAMES:%=$(PLAYED)/%)
