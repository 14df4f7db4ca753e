# make demo, make test: nothing else is needed before them than a Swift toolchain.
#
# DESTDIR and PREFIX say where `install` puts things; SANITIZE=address or thread is for `test`, LONG=1 for
# `stress`.

PREFIX ?= /usr/local
DESTDIR ?=
SANITIZE ?=
SWIFT ?= swift
BIN ?= .build/release
NAVD_CONFORMANCE ?= ../shared/conformance

BUILD = $(SWIFT) build --explicit-target-dependency-import-check error
# What runs at a start lies together (contrib/link/collect), equal functions are one: an eighth less
# resident memory. Exclusive access is checked where all tests run, in the debug build.
RELEASE = -c release --static-swift-stdlib -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -enforce-exclusivity=unchecked \
  -Xswiftc -use-ld=lld -Xlinker --as-needed \
  -Xlinker --icf=safe -Xlinker -z -Xlinker pack-relative-relocs -Xlinker --no-warn-symbol-ordering \
  -Xlinker --symbol-ordering-file=$(CURDIR)/contrib/link/startup-symbols
TEST = $(if $(SANITIZE),LSAN_OPTIONS=suppressions=$(CURDIR)/Tests/leaks:print_suppressions=0) \
  $(SWIFT) test --disable-xctest $(if $(SANITIZE),--sanitize=$(SANITIZE) --scratch-path .build/$(SANITIZE))
SCRIPTS = contrib/setup .ci/run Tests/System/run Tests/System/steps Tests/System/with-systemd \
  $(wildcard contrib/demo/run contrib/bench/run contrib/bench/start contrib/bench/check \
  contrib/bench/instructions contrib/fuzz/run contrib/link/collect)
PYTHON = contrib/bench/peers contrib/bench/servers.py contrib/bench/figures.py contrib/bench/table \
  contrib/bench/chart $(wildcard contrib/stress/*.py)
PAGES = $(basename $(notdir $(wildcard contrib/man/*.scd)))

lib = $(DESTDIR)$(PREFIX)/lib
share = $(DESTDIR)$(PREFIX)/share

.PHONY: all demo test build debug release run install uninstall lint format conformance bench bench-check fuzz stress clean
all: build

demo:
	contrib/setup
	contrib/demo/run

test:
	contrib/setup
	$(TEST)
	$(if $(SANITIZE),,Tests/System/run)

conformance:
	NAVD_CONFORMANCE="$(abspath $(NAVD_CONFORMANCE))" $(TEST)

build: debug release

debug:
	contrib/setup
	$(BUILD) --build-tests

release:
	contrib/setup
	$(BUILD) $(RELEASE) --product navd
	$(BUILD) $(RELEASE) --product navctl

run: debug
	mkdir -p .build/run
	.build/debug/navd --socket .build/run/navd.sock --state .build/run/state --manifests contrib/manifests

$(BIN)/navd $(BIN)/navctl:
	$(MAKE) release

install: $(BIN)/navd $(BIN)/navctl
	install -D -s -m 755 $(BIN)/navd $(DESTDIR)$(PREFIX)/sbin/navd
	install -D -s -m 755 $(BIN)/navctl $(DESTDIR)$(PREFIX)/bin/navctl
	install -d $(lib)/systemd/system $(lib)/systemd/user $(share)/navd/apps
	set -e; for unit in system/navd.socket system/navd.service user/navd.socket user/navd.service; do \
	  sed 's,/usr/\(s\?bin\|share/doc\)/,$(PREFIX)/\1/,' systemd/$$unit >$(lib)/systemd/$$unit; \
	  chmod 644 $(lib)/systemd/$$unit; done
	install -D -m 644 systemd/sysusers.d/navd.conf $(lib)/sysusers.d/navd.conf
	install -D -m 644 systemd/tmpfiles.d/navd.conf $(lib)/tmpfiles.d/navd.conf
	install -D -m 644 systemd/navd.catalog $(lib)/systemd/catalog/navd.catalog
	install -D -m 644 contrib/completions/navctl.bash $(share)/bash-completion/completions/navctl
	install -D -m 644 -t $(share)/doc/navd README.md CHANGELOG.md LICENSE SECURITY.md
	set -e; for file in contrib/manifests/*.json; do [ -e "$$file" ] || continue; case $$file in \
	  *.schema.json) install -D -m 644 -t $(share)/navd $$file ;; \
	  *) install -D -m 644 -t $(share)/doc/navd/examples $$file ;; esac; done
	set -e; if command -v scdoc >/dev/null; then for page in $(PAGES); do \
	  install -d $(share)/man/man$${page##*.}; \
	  scdoc <contrib/man/$$page.scd >$(share)/man/man$${page##*.}/$$page; done; fi

uninstall:
	rm -f $(DESTDIR)$(PREFIX)/sbin/navd $(DESTDIR)$(PREFIX)/bin/navctl
	rm -f $(lib)/systemd/system/navd.socket $(lib)/systemd/system/navd.service
	rm -f $(lib)/systemd/user/navd.socket $(lib)/systemd/user/navd.service
	rm -f $(lib)/systemd/catalog/navd.catalog $(share)/bash-completion/completions/navctl
	rm -f $(lib)/sysusers.d/navd.conf $(lib)/tmpfiles.d/navd.conf $(share)/navd/*.schema.json
	rm -rf $(share)/doc/navd
	for page in $(PAGES); do rm -f $(share)/man/man$${page##*.}/$$page; done
	-rmdir --ignore-fail-on-non-empty $(share)/navd/apps $(share)/navd

lint:
	$(SWIFT) format lint --strict --parallel --recursive Package.swift Sources Tests contrib/bench
	set -e; for script in $(SCRIPTS); do bash -n $$script; test -x $$script; done
	bash -n contrib/completions/navctl.bash
	if command -v python3 >/dev/null; then python3 -c \
	  'import ast, sys; [ast.parse(open(file).read(), file) for file in sys.argv[1:]]' $(PYTHON); fi
	if command -v scdoc >/dev/null; then for page in $(PAGES); do scdoc <contrib/man/$$page.scd >/dev/null || exit 1; done; fi
	! grep -rnE '^ *(public |package |internal )?import (Foundation|Dispatch)$$' Sources
	find Sources Tests -name '*.swift' -exec awk \
	  'FNR == 401 { print FILENAME ": over 400 lines"; bad = 1 } END { exit bad }' {} +

format:
	$(SWIFT) format --in-place --parallel --recursive Package.swift Sources Tests contrib/bench

bench: release
	$(BUILD) $(RELEASE) --product navd-bench
	NAVD=$(abspath $(BIN))/navd contrib/bench/run

bench-check:
	contrib/setup
	$(BUILD) $(RELEASE) --product navd-bench
	NAVD_BENCH=$(abspath $(BIN))/navd-bench contrib/bench/check

fuzz:
	contrib/setup
	contrib/fuzz/run

# The fault suite of Tests/README.md; LONG=1 makes its soak an hour instead of five minutes.
stress: release
	contrib/stress/stress.py $(if $(LONG),--long) --navd $(BIN)/navd

clean:
	rm -rf .build
