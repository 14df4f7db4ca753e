"""The checks by their numbers, and the table of figures that they leave.

The numbers are those of Tests/README.md. A check is a function of a Run; it says what it measured by
`figure` and `expect`, each a row of the table. An exception is a row that failed.
"""
import dataclasses
import os
import sys
import time
import traceback

CHECKS = {}


class Skip(Exception):
    """Why a check cannot be made here."""


def check(number, sentence):
    """Registers a check under its number."""
    def register(function):
        CHECKS.setdefault(number, []).append((sentence, function))
        return function
    return register


@dataclasses.dataclass
class Row:
    number: int
    what: str
    figure: str
    limit: str
    verdict: str


class Run:
    """What a check is given: which navd, how much of it, and where the figures go."""

    def __init__(self, navd, scale, folder, verbose=False):
        self.navd, self.scale, self.folder, self.verbose = navd, scale, folder, verbose
        self.rows = []
        self.number = 0
        self.daemons = []
        with open(navd, "rb") as file:  # under a sanitizer memory says nothing
            program = file.read()
        self.is_sanitized = b"__asan_init" in program or b"__tsan_init" in program

    def pick(self, short, full, long=None):
        """The amount for this scale."""
        return {"short": short, "full": full, "long": full if long is None else long}[self.scale]

    def figure(self, what, value, limit, unit="", least=False):
        """A measured number and the most (or least) that it may be.

        In the short form, which runs debug builds on busy machines, times may be twenty times longer:
        there it is about what happens, not how fast.
        """
        if self.scale == "short" and unit in ("ms", "×", "%"):
            limit *= 20
        if self.is_sanitized and unit in ("KiB", "MiB", "MiB/h"):
            return self.note(what, value, unit)
        good = value >= limit if least else value <= limit
        mark = "≥" if least else "≤"
        self._row(what, f"{number(value)} {unit}".strip(), f"{mark} {number(limit)} {unit}".strip(), good)

    def expect(self, what, found, wanted=True):
        """Something that is so or is not."""
        self._row(what, number(found), number(wanted), found == wanted)

    def require(self, found, what):
        """Ends the check where something that the rest stands on is not so."""
        if not found:
            raise AssertionError(what)

    def needs_speed(self):
        """Ends a check whose time a sanitizer would stretch beyond the daemon's own limits."""
        if self.is_sanitized:
            raise Skip("too slow under a sanitizer")

    def note(self, what, value, unit=""):
        """A measured number without a limit."""
        self._row(what, f"{number(value)} {unit}".strip(), "", True)

    def _row(self, what, figure, limit, good):
        self.rows.append(Row(self.number, what, figure, limit, "ok" if good else "FAIL"))
        if self.verbose or not good:
            print(line(self.rows[-1]), flush=True)

    def all(self, numbers):
        """Makes the checks; true where none failed."""
        for wanted in numbers:
            for sentence, function in CHECKS[wanted]:
                self.number = wanted
                begin = time.monotonic()
                print(f"{wanted:>2}  {sentence}", flush=True)
                try:
                    function(self)
                except Skip as reason:
                    self.rows.append(Row(wanted, f"skipped: {reason}", "", "", "skip"))
                    print(f"    skipped: {reason}", flush=True)
                except Exception:
                    traceback.print_exc()
                    self._row(f"{function.__name__}: {sys.exc_info()[1]!r}"[:90], "", "", False)
                finally:
                    while self.daemons:
                        self.daemons.pop().remove()
                if self.verbose:
                    print(f"    {time.monotonic() - begin:.1f} s", flush=True)
        return all(row.verdict != "FAIL" for row in self.rows)

    def table(self):
        """The figures, one a line."""
        return "\n".join(line(row) for row in self.rows)


def number(value):
    """A figure as people read it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.2f}" if abs(value) < 100 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    return str(value)


def line(row):
    return f"{row.number:>4}  {row.what:<62} {row.figure:>16} {row.limit:>16}  {row.verdict}".rstrip()


def needs_root():
    if os.geteuid() != 0:
        raise Skip("needs root")
