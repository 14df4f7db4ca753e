#!/usr/bin/env python3
"""The fault suite: navd under load, cuts, kills, lies and full disks, and a table of figures.

stress.py [--short | --long] [--navd PATH] [--verbose] [NUMBER...]

The numbers are those of Tests/README.md; without any, all. --short is what `make test` runs (seconds each),
--long makes the soak an hour instead of five minutes. Exit status 1 where a figure is over its limit.
Standard library only; what needs root or strace is skipped by name where it is missing.
"""
import argparse
import os
import pathlib
import resource
import shutil
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import suite  # noqa: E402
import crowds  # noqa: E402,F401
import framing  # noqa: E402,F401
import identity  # noqa: E402,F401
import manager  # noqa: E402,F401
import order  # noqa: E402,F401
import slow  # noqa: E402,F401
import soak  # noqa: E402,F401
import store  # noqa: E402,F401
import syscalls  # noqa: E402,F401


def main():
    root = pathlib.Path(__file__).resolve().parents[2]
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n", maxsplit=1)[0])
    scale = parser.add_mutually_exclusive_group()
    scale.add_argument("--short", action="store_const", dest="scale", const="short", default="full")
    scale.add_argument("--long", action="store_const", dest="scale", const="long")
    parser.add_argument("--navd", default=root / ".build/release/navd", type=pathlib.Path)
    parser.add_argument("--verbose", action="store_true", help="tell each figure when it is there")
    parser.add_argument("numbers", nargs="*", type=int, metavar="NUMBER")
    arguments = parser.parse_args()
    if not os.access(arguments.navd, os.X_OK):
        sys.exit(f"stress: {arguments.navd}: there is no navd; make release, or give --navd")
    unknown = set(arguments.numbers) - set(suite.CHECKS)
    if unknown:
        sys.exit(f"stress: no checks {sorted(unknown)}; there are {sorted(suite.CHECKS)}")
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else 8192, hard))
    begin = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="navd-stress-") as folder:
        os.chmod(folder, 0o755)
        # Other users run it too, and may not come into the folder where it was built.
        navd = shutil.copy(arguments.navd, folder)
        run = suite.Run(navd, arguments.scale, folder, arguments.verbose)
        good = run.all(arguments.numbers or sorted(suite.CHECKS))
    print(f"\n{run.table()}\n\n{time.monotonic() - begin:.0f} s; {'all ok' if good else 'FAILED'}")
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
