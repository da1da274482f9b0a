# The front door. Every target needs nothing typed before it: missing packages are installed first (scripts/setup).
#
#   make demo     build, and find the races in an example: by looking at it, and by running it
#   make test     build, and run every test
#   make build    only build: build/release/bin/steward
#   make oracle   run generated programs under the dynamic detector's oracle for ORACLE_SECONDS=600, from ORACLE_SEED=0 on
#   make bench    measure steward check on real programs (BENCH="redis zstd"; default: memcached)
#   make bench-dynamic  measure steward cc against ThreadSanitizer on running programs (BENCH_DYNAMIC="fft zstd"; default: all)
#   make profile  make the profile anew by which the runtime is optimised
#   make package  a Debian package, in build/release
#   make fuzz     run every fuzz target for a minute (FUZZ_SECONDS=60)
#   make format   clang-format over the sources
#   make lint     clang-tidy and the layering check (SINCE=main: only files changed since main)
#   make clean    remove build/

PRESET       ?= release
FUZZ_SECONDS ?= 60
BENCH        ?= memcached
ORACLE_SECONDS ?= 600
ORACLE_SEED  ?= 0
BUILD        := build/$(PRESET)
STEWARD      := $(BUILD)/bin/steward
DEMO         := examples/bank.c

SOURCES = $(shell git ls-files --cached --others --exclude-standard '*.cpp' '*.h' | grep -E '^(src|include|tests/(unit|fuzz))/')

.PHONY: help setup configure build demo test oracle bench bench-dynamic profile package fuzz format lint clean
.DEFAULT_GOAL := help

help:
	@sed -n 's/^#   //p' $(MAKEFILE_LIST)

setup:
	@scripts/setup

configure: setup
	@[ -f $(BUILD)/build.ninja ] || cmake --preset $(PRESET)

build: configure
	@cmake --build --preset $(PRESET)

# Races are what the example has, so status 1 is what the demo wants to see: first without running it, then as it runs.
demo: build
	@echo '$$ $(STEWARD) check $(DEMO) -- -pthread'
	@$(STEWARD) check $(DEMO) -- -pthread; status=$$?; \
	if [ $$status -eq 1 ]; then echo 'demo: exit status 1: steward found the races that this example has'; \
	else echo "demo: expected exit status 1 (races found), got $$status"; exit 1; fi
	@echo
	@echo '$$ $(STEWARD) cc -O2 -g $(DEMO) -pthread -o $(BUILD)/demo && $(STEWARD) run -- $(BUILD)/demo'
	@$(STEWARD) cc -O2 -g $(DEMO) -pthread -o $(BUILD)/demo
	@$(STEWARD) run -- $(BUILD)/demo; status=$$?; \
	if [ $$status -eq 1 ]; then echo 'demo: exit status 1: these are races that happened'; \
	elif [ $$status -eq 0 ]; then echo 'demo: no race happened in this run; the next one may have some'; \
	else echo "demo: expected exit status 1 (races found) or 0, got $$status"; exit 1; fi

# A machine that cannot have a browser skips the tests that need one, and says so.
test: build
	@scripts/setup --browser || echo 'make test: without them the tests in a browser are skipped'
	@scripts/test --preset $(PRESET)

oracle: build
	@tests/oracle/run.py --steward $(STEWARD) --seconds $(ORACLE_SECONDS) --seed $(ORACLE_SEED)

bench: build
	@scripts/setup --bench
	@bench/run --steward $(STEWARD) $(BENCH)

bench-dynamic: build
	@scripts/setup --bench
	@bench/dynamic/run --steward $(STEWARD) $(BENCH_DYNAMIC)

profile:
	@scripts/setup --bench
	@scripts/profile

package: build
	@scripts/setup --package
	@cd $(BUILD) && cpack -G DEB

fuzz:
	@scripts/setup --fuzz
	@scripts/fuzz --seconds $(FUZZ_SECONDS)

format:
	@scripts/setup --lint
	@clang-format-22 -i $(SOURCES)

lint: configure
	@scripts/setup --lint
	@scripts/check-layering
	@scripts/lint $(if $(SINCE),--since $(SINCE))

clean:
	rm -rf build
