"""What the service manager is told."""
import os
import pathlib
import re
import signal
import subprocess

from daemon import Navd
from suite import Skip, check, needs_root

ROOT = pathlib.Path(__file__).resolve().parents[2]


@check(30, "restarts under load, under a systemd of its own")
def restarts(run):
    if run.scale == "short":
        return  # Tests/System does that
    needs_root()
    done = subprocess.run(
        [ROOT / "Tests/System/run"], env={**os.environ, "RESTARTS": "1000"}, capture_output=True, text=True,
        check=False)
    found = re.search(
        r"(\d+) restarts, (\d+) failed; (\d+) clients answered, (\d+) cut .* (\d+) refused .* (\d+) ms", done.stdout)
    if not found:
        raise Skip((done.stdout + done.stderr).strip().splitlines()[-1][:70])
    count, failed, answered, cut, refused, longest = map(int, found.groups())
    run.note("restarts", count)
    run.expect("of them failed", failed, 0)
    run.note("clients answered, and cut off by a stop", f"{answered:,} + {cut}")
    run.expect("refused", refused, 0)
    run.note("the longest wait", longest, "ms")


@check(31, "readiness, reload and stop are told to the service manager")
def notifications(run):
    navd = Navd(run, "normal", start=False)
    navd.start(listen=True)
    with navd.connect() as client:
        client.result("ping")
        os.kill(navd.pid, signal.SIGHUP)
        said = navd.told("READY=1")
        begin = next((message for message in said if "RELOADING=1" in message), "")
        run.expect("a reload: RELOADING=1 with MONOTONIC_USEC, then READY=1",
                   bool(re.search(r"MONOTONIC_USEC=\d+", begin)) and "READY=1" in said[-1])
        os.kill(navd.pid, signal.SIGTERM)
        said = navd.told("STOPPING=1")
        run.expect("a stop: STOPPING=1 with a status", "STATUS=" in said[-1])
        run.expect("the client's last line", b'"method":"bye"' in client.rest()[-1])
    run.expect("its exit status", navd.wait(), 0)
