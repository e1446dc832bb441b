# SPDX-License-Identifier: Apache-2.0
# The front door. Every target sets up what it needs by itself; `make help` lists them.

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR FILTER FUZZ_RUNS

help: ## list these targets
	@echo "Dialtone: the dialer system of LiveCommunicationKit for Linux"
	@echo
	@sed -nE 's/^([a-z]+):.* ## (.*)/  make \1|\2/p' Makefile | awk -F '|' '{ printf "%-16s%s\n", $$1, $$2 }'

setup: ## install the Debian packages that building needs (apt-get, through sudo if need be)
	@scripts/setup build

run: setup ## build, then make a call on a simulated network and show what it left in the history
	@scripts/demo

test: ## build and run every test (FILTER=StorageTests: only those); installs test daemons, kept from starting
	@scripts/setup test
	@scripts/test

check: setup ## what is to be seen without running it: format, layers, files, imports, public symbols
	@scripts/check

bench: ## measure against a baseline taken in the same run
	@scripts/setup test
	@scripts/bench

fuzz: setup ## try ten million made-up inputs on the parsers of what is dialed (FUZZ_RUNS=200000: only so many)
	@scripts/fuzz

install: setup ## build for release and install below PREFIX (/usr/local), or DESTDIR/PREFIX for a package
	@scripts/install

clean: ## remove what was built
	rm -rf .build

.PHONY: help setup run test check bench fuzz install clean
