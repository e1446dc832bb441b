# SPDX-License-Identifier: Apache-2.0
# The front door. Every target sets up what it needs by itself; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR FILTER FUZZ_RUNS SANITIZERS VERBOSE

help: ## list these targets
	@echo "Dialtone: the dialer system of LiveCommunicationKit for Linux"
	@echo
	@sed -nE 's/^([a-z]+):.* ## (.*)/  make \1|\2/p' Makefile | awk -F '|' '{ printf "%-18s%s\n", $$1, $$2 }'

setup: ## install the Debian packages that building needs (apt-get, through sudo if need be)
	@scripts/setup build

run: setup ## build, then make a call on a simulated network and show what it left in the history
	@scripts/demo

test: ## build and run every test (FILTER=StorageTests: only those; VERBOSE=1: say all); installs test daemons, kept from starting
	@scripts/setup test
	@scripts/test

check: ## format, layers, files, source, imports, public symbols; and try make install and the demonstration
	@scripts/setup check
	@scripts/check

bench: ## measure against a baseline taken in the same run
	@scripts/setup test
	@scripts/bench

fuzz: setup ## try ten million made-up inputs on the parsers of what is dialed (FUZZ_RUNS=200000: only so many)
	@scripts/fuzz

sanitize: ## run the tests of our modules under the address and the thread sanitizer (SANITIZERS=thread: that alone)
	@scripts/setup test
	@scripts/sanitize

install: setup ## build for release and install below PREFIX (/usr/local), or DESTDIR/PREFIX for a package
	@scripts/install

uninstall: ## take away what make install installed (give it the same PREFIX and DESTDIR)
	@scripts/install --uninstall

format: ## lay the sources out as make check wants them
	@swift format --in-place --parallel --recursive Package.swift Sources Tests Snippets Benchmarks

clean: ## remove what was built
	@scripts/litter --remove
	rm -rf .build

.PHONY: help setup run test check bench fuzz sanitize install uninstall format clean
