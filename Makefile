# `make` alone tells what there is. The libraries go to .venv, the data of `make run` to var.

PACKAGES = config challenges leaderboards friends tests
PYTHON = python3
export PYTHONUNBUFFERED = 1
export PATH := $(CURDIR)/.venv/bin:$(PATH)

help:
	@echo 'make run      start the service on this machine: http://127.0.0.1:$${PORT:-8000}'
	@echo 'make demo     fill the database of make run with players and weeks of games'
	@echo 'make test     run all tests, on SQLite and on a real PostgreSQL and Redis'
	@echo 'make storm    for minutes, do all at once that touches a board, and let everything fail'
	@echo 'make lint     check formatting, style, types and migrations'
	@echo 'make bench    measure the speed of what has to be fast'
	@echo 'make bench-boards PLAYERS=1000000   measure the boards alone, with so many players'
	@echo 'make messages bring the catalogs of all languages up to date with the code'
	@echo 'make lock     write the pinned requirements from requirements.in and requirements-dev.in'
	@echo 'make clean    remove what can be made again; the data in var stays'

# Compressing takes a minute, so it is done when a file, a library or a setting has changed.
MANIFEST = "$$DATA_DIR/static/staticfiles.json"
COLLECT_STATIC = [ -e $(MANIFEST) ] && \
	[ -z "$$(find .venv/.run config */static -newer $(MANIFEST) -type f -not -name '*.pyc')" ] || \
	python manage.py collectstatic --noinput --verbosity 0

# Production is where both servers are given; everywhere else the development defaults apply.
run: .venv/.run
	@export DATA_DIR="$${DATA_DIR:-var}" PORT="$${PORT:-8000}" BIND="$${BIND:-127.0.0.1}"; \
	if [ -z "$$DATABASE_URL" ] || [ -z "$$REDIS_URL" ]; then export DEVELOPMENT="$${DEVELOPMENT:-1}"; fi; \
	mkdir -p "$$DATA_DIR" && \
	python manage.py migrate --verbosity 0 && \
	python manage.py make_days && \
	case "$$DEVELOPMENT" in ''|0|[Ff]*) $(COLLECT_STATIC);; esac && \
	echo "Starting; Ctrl-C stops everything." && \
	exec python -m honcho -e /dev/null start

# Into the database of `make run`, which may be running.
demo: .venv/.run
	@export DATA_DIR="$${DATA_DIR:-var}" DEVELOPMENT=1 LOG_LEVEL=WARNING; \
	python manage.py migrate --verbosity 0 && python manage.py demo

# A make that was told how many jobs to run shares these with the one that it starts here.
JOBS = $(if $(findstring jobserver,$(MAKEFLAGS)),,--jobs=4)
WHOLE_OUTPUTS = $(if $(filter output-sync,$(.FEATURES)),--output-sync=target)

test: .venv/.test
	@echo 'Testing in four parts at once. Each prints its output when it ends, after minutes.'
	@$(MAKE) --no-print-directory --keep-going $(JOBS) $(WHOLE_OUTPUTS) $(PARTS)

# Tests of running services, by browsers too, wait half of their time: they run beside the others.
PARTS = test-postgresql test-sqlite test-services-on-sqlite test-services-on-postgresql
# Each process that is started would compile all modules anew.
$(PARTS): export PYTHONDONTWRITEBYTECODE =

test-sqlite test-postgresql: .venv/.test
	python -m pytest --database $(@:test-%=%) -m 'not service'

test-services-on-sqlite test-services-on-postgresql: .venv/.test
	python -m pytest --database $(@:test-services-on-%=%) -m service

storm: .venv/.test
	STORM=1 python -m pytest --database postgresql tests/storm

lint: .venv/.test
	ruff format --check .
	ruff check .
	DEVELOPMENT=1 mypy
	DEVELOPMENT=1 mypy -p tests.servers
	DEVELOPMENT=1 python manage.py makemigrations --check --dry-run
	@if command -v npm >/dev/null; then npm ci --silent --no-audit --no-fund && npm run --silent lint; \
	else echo 'npm is not installed: the scripts of the pages were not checked.'; fi

bench: .venv/.test
	python -m tests.benchmarks

# With PLAYERS=1000000, or ten times that.
bench-boards: .venv/.test
	python -m tests.benchmarks boards

messages: .venv/.run
	python -m config.messages

lock: .venv/.test
	python -m pip install --quiet uv
	for name in requirements requirements-dev; do \
	  python -m uv pip compile --universal --python-version 3.11 --no-annotate --no-header \
	    --quiet $(UPGRADE) $$name.in --output-file $$name.txt || exit; \
	done

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis
	find $(PACKAGES) -name __pycache__ -prune -exec rm -rf {} +

# --- The virtual environment. A file in it says what was finished, so nothing is installed twice.

# pip leaves .unfinished behind when it is killed; a system update can take the Python away.
SOUND := $(shell [ ! -e .venv/.unfinished ] && .venv/bin/python -c 'import pip' 2>/dev/null && echo yes)

.venv/.python: $(if $(SOUND),,anew)
	@rm -rf .venv
	@for python in '$(PYTHON)' python3.13 python3.12 python3.11; do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	    found="$$python"; \
	    "$$python" -c 'import ensurepip, venv' 2>/dev/null && break; \
	  fi; \
	  python=; \
	done; \
	if [ -z "$$found" ]; then \
	  echo 'Python 3.11 or later is needed. Debian, Ubuntu: apt install python3 python3-venv' >&2; exit 1; \
	elif [ -z "$$python" ]; then \
	  echo "$$found cannot make virtual environments. Debian, Ubuntu: apt install python3-venv" >&2; exit 1; \
	fi; \
	"$$python" -m venv .venv
	@touch $@

define install
	@echo 'Installing what $(1) names into .venv ...'
	@touch .venv/.unfinished
	@python -m pip install --quiet --disable-pip-version-check --requirement $(1)
	@rm .venv/.unfinished
	@touch $@
endef

.venv/.run: .venv/.python requirements.txt
	$(call install,requirements.txt)

.venv/.test: .venv/.run requirements-dev.txt
	$(call install,requirements-dev.txt)

anew:

.PHONY: help run demo test $(PARTS) storm lint bench bench-boards
.PHONY: messages lock clean anew
