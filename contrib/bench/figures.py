"""What was measured, and the goals it is held against."""

import json
import re
from dataclasses import dataclass
from pathlib import Path

BUILD = Path(__file__).resolve().parent / "build"
# The size of navd's event for the load's payload, but for the digits of rev and request.
FLOOR_LIKE_NAVD = "floor -b 431"
NAMES = {"floor": "floor", FLOOR_LIKE_NAVD: "floor, navd's bytes", "redis": "Redis",
         "mosquitto": "Mosquitto", "dbus-daemon": "dbus-daemon", "dbus-broker": "dbus-broker",
         "xadd-always": "Redis", "xadd-everysec": "Redis"}
SESSIONS = (1, 100, 1000, 10_000)
SUBSCRIBERS = (1, 10, 100, 1000)
BYTES = (216, 1024, 4096, 16_384)
ROUTES = (("100", 100), ("10k", 10_000), ("100k", 100_000))


def number(value):
    """A number as one reads it: 12.3, 1,234, 5.6 M."""
    if value is None:
        return "-"
    if value >= 1e6:
        return f"{value / 1e6:.2f} M"
    return f"{value:,.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def divided(one, other):
    return one / other if one is not None and other else None


@dataclass
class Goal:
    """A row of the table: what navd reaches, and what it should."""

    key: str
    work: str
    figure: str  # navd's own, with its unit
    value: float | None  # what the goal is about: a ratio, or the figure
    form: str  # how the value is shown: "{} × Redis"
    bound: float
    at_least: bool
    unit: str = "×"

    @property
    def reached(self):
        if self.value is None:
            return None
        return self.value >= self.bound if self.at_least else self.value <= self.bound

    @property
    def target(self):
        return f"{'≥' if self.at_least else '≤'} {self.bound:g} {self.unit}"


class Figures:
    """The files that a run leaves in build/."""

    def __init__(self, folder=BUILD):
        self.run = json.loads((folder / "results.json").read_text())
        self.rows = {row["key"]: row for row in self.run["rows"]}
        router = folder / "router.json"
        cases = json.loads(router.read_text()) if router.exists() else []
        self.cases = {case["case"]: case for case in cases}
        counted = folder / "instructions.txt"
        self.counted = dict(re.findall(
            r"^(\w+) per message +([\d.]+)", counted.read_text() if counted.exists() else "", re.M))

    def value(self, key, peer, field="per_second"):
        """A median, or nothing where it is not there."""
        for result in self.rows.get(key, {}).get("results", []):
            if result["peer"] == peer:
                return result[field]
        return None

    def peers(self, key):
        return [result["peer"] for result in self.rows.get(key, {}).get("results", [])]

    def ratio(self, key, peer, field="per_second"):
        """navd as a multiple of a peer: of the row's last contender."""
        ours = self.peers(key)[-1:]
        return divided(self.value(key, ours[0], field), self.value(key, peer, field)) if ours else None

    def sessions(self, count, field="per_second"):
        return self.value("sessions", f"navd-none/{count} -m sessions -k {count}", field)

    def payload(self, size, field="server_us"):
        return self.value("bytes", f"navd-none -b {size}", field)

    def route(self, name):
        return self.cases.get(f"router/{name}", {}).get("ns")

    def deliveries(self, subscribers):
        rate = self.value(f"fan-{subscribers}", "navd-none")
        return None if rate is None else rate * subscribers

    def goals(self):
        """The rows of the table of goals, in its order."""
        def rate(key, work, peer, form, bound):
            ours = (self.peers(key) or [""])[-1]
            return Goal(key, work, f"{number(self.value(key, ours))}/s", self.ratio(key, peer), form,
                        bound, True)

        def fan(count, bound):
            return Goal(f"fan-{count}", f"window 64, {count:,} subscribers",
                        f"{number(self.deliveries(count))} deliveries/s",
                        self.ratio(f"fan-{count}", "redis"), "{} × Redis", bound, True)

        idle = self.rows.get("idle", {}).get("kib")
        stored, empty = self.rows.get("stored", {}), self.rows.get("empty", {})
        resident, anonymous = ((value / 1024 if value else None) for value in (
            empty.get("resident_kib"), empty.get("anonymous_kib")))
        per_delivery = divided(self.value("fan-1000", "navd-none", "server_us"),
                               self.value("fan-100", "navd-none", "server_us"))
        per_byte = divided(self.payload(16_384), self.payload(4096))
        single = self.value("single", "navd-none", "p50_us")
        most = self.sessions(10_000, "server_us")
        routes = self.route("100k")
        return [
            Goal("single", "one at a time, 1 subscriber: p50", f"{number(single)} µs",
                 self.ratio("single", "floor", "p50_us"), "{} × floor", 1.15, False),
            rate("window", "window 256, 1 subscriber", "redis", "{} × Redis", 1.0),
            fan(100, 1.8),
            fan(1000, 2.2),
            rate("full", "stored, window 128: `full`", "xadd-always", "{} × Redis, fsync always", 1.5),
            rate("normal", "stored, window 128: `normal`", "xadd-everysec", "{} × Redis, everysec", 1.1),
            rate("full-single", "stored, one at a time: `full`", "xadd-always",
                 "{} × Redis, fsync always", 1.0),
            Goal("many", "10,000 sessions at random", f"{number(self.sessions(10_000))}/s",
                 divided(self.sessions(10_000), self.sessions(1)), "{} × one session", 0.8, True),
            rate("links", "links of 1,000 routes", "navd-none -m screens",
                 "{} × payloads for their screens", 0.8),
            rate("links", "links of 1,000 routes", "navd-none", "{} × one payload, repeated", 0.8),
            Goal("idle", "an idle subscriber", f"{number(idle)} KiB", idle, "", 1, False, "KiB"),
            Goal("stored", "1,000 routes, 10,000 stored events: READY",
                 f"{stored.get('ready_ms', '-')} ms", stored.get("ready_ms"), "", 60, False, "ms"),
            Goal("resident", "1,000 routes, no clients: resident", f"{number(resident)} MiB", resident,
                 "", 12, False, "MiB"),
            Goal("anonymous", "1,000 routes, no clients: anonymous", f"{number(anonymous)} MiB",
                 anonymous, "", 3, False, "MiB"),
            Goal("flat-sessions", "growth: a message with 10,000 sessions", f"{number(most)} µs",
                 divided(most, self.sessions(1, "server_us")), "{} × with 1", 1.3, False),
            Goal("flat-routes", "growth: a link with 100,000 routes", f"{number(routes)} ns",
                 divided(routes, self.route("100")), "{} × with 100", 2, False),
            Goal("linear-subscribers", "growth: a delivery to 1,000 subscribers",
                 f"{number(divided(self.value('fan-1000', 'navd-none', 'server_us'), 1))} µs for all",
                 divided(per_delivery, 10), "{} × one to 100", 1.3, False),
            Goal("linear-bytes", "growth: a byte of 16 KiB", f"{number(self.payload(16_384))} µs for all",
                 divided(per_byte, 4), "{} × one of 4 KiB", 1.3, False),
        ]
