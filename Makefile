# `make run`, `make test` and `make test-all` are all that a fresh clone needs.

VENV := .venv
BIN := $(VENV)/bin
LOWEST := .venv-lowest
# The tests of what meets other packages.
MEETING := tests/test_imports.py tests/test_game.py tests/test_solo.py tests/test_wistar_v0.py \
	tests/test_registry.py tests/test_replay.py tests/test_cli.py tests/tables tests/spaces \
	tests/vector tests/benchmark/test_paired.py tests/benchmark/test_ratings.py \
	tests/benchmark/test_report.py
# The newest Numba, and the tests of what it compiles.
NEWEST := .venv-newest
PIP_NEWEST := $(NEWEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
	-c $(NEWEST)/constraints.txt
COMPILED := tests/compiled/test_compilers.py tests/compiled/test_on_demand.py tests/rules/test_golden.py
# Python compiles what it imports anyway; compiling whole libraries takes pip most of its time.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	-c constraints.txt

# The first Python that is new enough and can make virtual environments.
PYTHON ?= $(shell for python in python3.11 python3.12 python3.13 python3; do \
	"$$python" -c "import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))" \
	>/dev/null 2>&1 && echo "$$python" && break; done)

# Libraries of others, in an environment of their own.
CLIENTS := .venv-clients
PIP_CLIENTS := $(CLIENTS)/bin/python -m pip install --quiet --disable-pip-version-check \
	--no-compile -c $(CLIENTS)/constraints.txt -c constraints-clients.txt
# What writes and reads files for others, and what numbers are compared with.
RESEARCH := .venv-research
PIP_RESEARCH := $(RESEARCH)/bin/python -m pip install --quiet --disable-pip-version-check \
	--no-compile -c $(RESEARCH)/constraints.txt -c constraints-research.txt
# AgileRL wants an older PettingZoo and tensordict than those.
AGILERL := .venv-agilerl
PIP_AGILERL := $(AGILERL)/bin/python -m pip install --quiet --disable-pip-version-check \
	--no-compile -c $(AGILERL)/constraints.txt -c constraints-agilerl.txt

.PHONY: setup run test test-all suite compiled fast rest property interpreted lowest newest \
	leaderboard baselines clients research mutants rotating-mutants docs lint chaos regenerate packs \
	release clean
.DELETE_ON_ERROR:

setup: $(VENV)/.complete

# Two stages, so that `make run` needs neither torch nor the developers' tools.
$(VENV)/.base: pyproject.toml setup.py constraints.txt
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or newer with venv is needed" >&2; exit 1; }
	@echo "setting up $(VENV) with $(PYTHON)"
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	touch $@

# torch on its own first: asked for together with its dependants, pip would take the build with
# the GPU libraries, several gigabytes of them. The package itself is there, and stays as it is while
# code is compiled beside this.
$(VENV)/.complete: $(VENV)/.base
	$(PIP) torch==2.13.0
	$(PIP) "wistar-env[train,web,dev,docs]"
	touch $@

run: $(VENV)/.base
	$(BIN)/wistar ladder random greedy --levels 0-9 --games 200 --seed 1

lint: $(VENV)/.complete
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Compiled code and what is imported are read from files, also where the environment (of a container,
# say) asks Python to keep no bytecode: the tests start hundreds of processes.
lint compiled fast rest property interpreted lowest newest leaderboard baselines clients research \
	mutants rotating-mutants docs chaos regenerate packs release: \
	export PYTHONDONTWRITEBYTECODE =

# What finds a broken rule, leak or interface, in minutes: tests/tiers.py says which tests. Types are
# checked beside the tests.
test: $(VENV)/.base
	$(MAKE) --jobs=2 lint fast

# The rest. What is begun first is done first, and each uses one core; then all tests use both.
test-all: $(VENV)/.base
	$(MAKE) --jobs=2 property interpreted
	$(MAKE) rest

# All tests, which must pass on every Python.
suite: $(VENV)/.base
	$(MAKE) fast
	$(MAKE) test-all

# Compile first, so that progress is visible. Modules that use torch are imported for it, so all must
# be installed.
compiled: $(VENV)/.complete
	$(BIN)/wistar compile

# Each worker has a half of the tests, so that most fixtures of modules are made once. A third worker
# on two cores takes longer: more fixtures and imports, and browsers that wait.
fast rest: compiled $(VENV)/.complete
	$(BIN)/python -m pytest -n 2 --dist worksteal --durations=40 --tier $@

# For these two, only files that name their mark are imported. Random games with bounds checking on:
# only what they call is compiled.
property: $(VENV)/.complete
	NUMBA_BOUNDSCHECK=1 $(BIN)/python -m pytest -m property \
		$$(grep -rl --include="test_*.py" "mark\.property" tests)

# A small set as plain Python.
interpreted: $(VENV)/.complete
	NUMBA_DISABLE_JIT=1 $(BIN)/python -m pytest -m interpreted \
		$$(grep -rl --include="test_*.py" "mark\.interpreted" tests)

$(LOWEST)/.complete: pyproject.toml constraints-lowest.txt
	test -x $(LOWEST)/bin/python || $(PYTHON) -m venv $(LOWEST)
	$(LOWEST)/bin/python -m pip install --quiet --disable-pip-version-check --no-compile \
		-c constraints-lowest.txt -e ".[window]" hypothesis pytest
	touch $@

# The oldest versions that pyproject.toml admits. Those of our dependencies' own dependencies are the
# newest, which warn of what the old ones do.
lowest: $(LOWEST)/.complete
	$(LOWEST)/bin/python -m pytest -W ignore::DeprecationWarning $(MEETING)

$(NEWEST)/.complete: pyproject.toml constraints.txt
	test -x $(NEWEST)/bin/python || $(PYTHON) -m venv $(NEWEST)
	grep -v -e "^numba==" -e "^llvmlite==" -e "^numpy==" constraints.txt >$(NEWEST)/constraints.txt
	$(PIP_NEWEST) -e . hypothesis pytest
	touch $@

# The newest Numba that there is, by its public functions at least.
newest: $(NEWEST)/.complete
	$(PIP_NEWEST) --upgrade numba
	$(NEWEST)/bin/python -m pytest -W ignore::DeprecationWarning $(COMPILED)
	WISTAR_PLAIN_NUMBA=1 $(NEWEST)/bin/python -m pytest tests/rules/test_golden.py

$(CLIENTS)/.complete: pyproject.toml constraints.txt constraints-clients.txt
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or newer with venv is needed" >&2; exit 1; }
	@echo "setting up $(CLIENTS) with $(PYTHON)"
	test -x $(CLIENTS)/bin/python || $(PYTHON) -m venv $(CLIENTS)
	grep -v -e "^gymnasium==" -e "^filelock==" constraints.txt >$(CLIENTS)/constraints.txt
	$(PIP_CLIENTS) torch==2.13.0
	$(PIP_CLIENTS) -e ".[clients]"
	touch $@

$(AGILERL)/.complete: pyproject.toml constraints.txt constraints-agilerl.txt
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or newer with venv is needed" >&2; exit 1; }
	@echo "setting up $(AGILERL) with $(PYTHON)"
	test -x $(AGILERL)/bin/python || $(PYTHON) -m venv $(AGILERL)
	grep -v "^pettingzoo==" constraints.txt >$(AGILERL)/constraints.txt
	$(PIP_AGILERL) torch==2.13.0
	$(PIP_AGILERL) -e . agilerl peft pytest
	touch $@

# Changes of rules, observations, rewards, batches and statistics, one at a time, each of which
# a test must notice. MUTANTS=--seed=2 takes others; results are in build/mutants.
mutants: $(VENV)/.complete
	$(BIN)/python -m tests.mutation $(MUTANTS)

# Up to 20 of them, of one group of modules; others for each commit.
rotating-mutants: $(VENV)/.complete
	$(BIN)/python -m tests.mutation --part 20 --rotation "$$(git rev-parse HEAD)" --minutes 3

# Damaged files of every kind are read, and a disk fails at every write of programs that resume; the
# tests have a part of it.
chaos: compiled $(VENV)/.complete
	$(BIN)/python -m tests.chaos

# Pages, tables, transcripts, pictures: what programs write into the repository, and what has changed.
regenerate: compiled $(VENV)/.complete
	$(BIN)/python -m tests.regenerate

# Machine code is compiled anew and compared with the committed one, and must suffice for every door.
packs: compiled $(VENV)/.complete
	$(BIN)/python -m tests.compare_packs

# A twentieth of the published games of the leaderboard is played again, others for each commit; all of
# them with LEADERBOARD= as `make release` does.
LEADERBOARD ?= --share 0.05 --rotation "$$(git rev-parse HEAD)"
leaderboard: compiled
	$(BIN)/python -m experiments.leaderboard $(LEADERBOARD)

# Each algorithm of docs/baselines.md is trained and evaluated in a tiny trial.
baselines: compiled $(VENV)/.complete
	rm -rf build/baselines
	$(BIN)/python -m experiments.baselines --share 0.0001 --games 1 --once --folder build/baselines

# The examples of docs/clients.md and tests/clients. A library that is missing is an error here.
clients: $(CLIENTS)/.complete $(AGILERL)/.complete
	$(CLIENTS)/bin/wistar compile
	$(CLIENTS)/bin/python -m pytest -m clients tests/clients
	$(AGILERL)/bin/python -m pytest -m agilerl tests/clients

$(RESEARCH)/.complete: pyproject.toml constraints.txt constraints-research.txt
	@test -n "$(PYTHON)" || { echo "error: Python 3.11 or newer with venv is needed" >&2; exit 1; }
	@echo "setting up $(RESEARCH) with $(PYTHON)"
	test -x $(RESEARCH)/bin/python || $(PYTHON) -m venv $(RESEARCH)
	grep -v -e "^filelock==" -e "^mcp==" constraints.txt >$(RESEARCH)/constraints.txt
	$(PIP_RESEARCH) torch==2.13.0
	$(PIP_RESEARCH) -e ".[research]"
	touch $@

# The tests of tests/research. A library that is missing is an error here.
research: $(RESEARCH)/.complete
	$(RESEARCH)/bin/wistar compile
	$(RESEARCH)/bin/python -m pytest -m research tests/research

# The site, as files that need no server. What is broken is an error; `make test-all` builds it, too, but for
# the games of the leaderboard: three of each row, five seconds each, kept in build/site-cache.
docs: $(VENV)/.complete
	$(BIN)/python -m sphinx -W --keep-going -q -c website website/pages build/site -d build/site-cache
	@echo "open build/site/index.html"

# Both halves of the tests, and all gates: tests/ci.py.
release:
	LEADERBOARD= python3 -m tests.ci --release

clean:
	rm -rf $(VENV) $(LOWEST) $(NEWEST) $(CLIENTS) $(AGILERL) $(RESEARCH) build *.egg-info
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis
