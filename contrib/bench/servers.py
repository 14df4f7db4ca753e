"""The servers that contrib/bench/peers compares, each on a socket of its own."""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD = HERE / "build"
NAVD = os.environ.get("NAVD", str(HERE / "../../.build/release/navd"))
ROUTES = 1000

PACKAGES = {
    "redis-server": "redis-server",
    "mosquitto": "mosquitto",
    "dbus-daemon": "dbus-daemon",
    "dbus-broker": "dbus-broker",
}
DBUS_CONFIG = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:path={socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow user="*"/>
    <allow own="*"/>
    <allow send_type="signal"/>
    <allow send_destination="*"/>
    <allow receive_sender="*"/>
  </policy>
  <limit name="max_completed_connections">100000</limit>
  <limit name="max_incomplete_connections">100000</limit>
  <limit name="max_connections_per_user">100000</limit>
</busconfig>
"""

MOSQUITTO_CONFIG = """listener 0 {socket}
allow_anonymous true
max_queued_messages 0
max_inflight_messages 0
"""


def manifest():
    """An app with 1,000 routes beside the screen that the payload opens."""
    screens = {"Home": {}, "OrderDetail": {
        "aliases": ["HKOrderDetailViewController"], "identity": ["orderid"],
        "params": {"orderid": "string", "title": "string", "body": "string", "image": "url"}}}
    for route in range(ROUTES):
        screens[f"R{route}"] = {"params": {"orderid": "string", "title": "string"},
                                "links": [f"/r{route}/:orderid"]}
    app = {"app": "bench", "hosts": ["shop.example.com"], "root": "Home", "screens": screens}
    return json.dumps(app, separators=(",", ":"))


def run(*command):
    """The output of a command that has to succeed, in this folder."""
    done = subprocess.run(command, cwd=HERE, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {done.stderr.strip() or done.returncode}")
    return done.stdout


def compile_tools():
    """Compiles the load and the floor, and dbus-broker's launcher where that works."""
    BUILD.mkdir(exist_ok=True)
    warn = ["-Wall", "-Wextra"]
    run("cc", "-O2", *warn, "-o", "build/floor", "floor.c")
    run("cc", "-O3", *warn, "-o", "build/load", "load.c")
    flags = run("pkg-config", "--cflags", "--libs", "libsystemd").split()
    run("cc", "-O2", *warn, "-o", "build/broker", "broker.c", *flags)


def install():
    """Installs the peers that are missing."""
    path = os.environ["PATH"] + ":/usr/sbin"
    os.environ["PATH"] = path
    missing = [package for name, package in PACKAGES.items() if not shutil.which(name)]
    if not missing:
        return
    print(f"bench: installing {' '.join(missing)}", file=sys.stderr)
    root = [] if os.geteuid() == 0 else ["sudo"]
    with open(BUILD / "apt.log", "w") as log:
        for package in missing:  # one that is not to be had must not keep the others away
            subprocess.run(
                [*root, "env", "DEBIAN_FRONTEND=noninteractive", "RUNLEVEL=1", "apt-get", "install",
                 "--yes", "--quiet", "--no-install-recommends", package],
                stdout=log, stderr=log, check=False)


class Unavailable(Exception):
    """Why a server does not run."""


class Servers:
    """The servers that run, by name; navd-LEVEL and xadd-POLICY say how durable, navd-LEVEL/COUNT
    has so many sessions."""

    def __init__(self, folder):
        self.folder = folder
        self.running = {}
        (folder / "apps").mkdir()
        (folder / "apps" / "bench.json").write_text(manifest())

    def socket(self, name):
        return str(self.folder / name.replace("/", "-"))

    def command(self, name, path):
        state = path + ".state"
        redis = ["redis-server", "--port", "0", "--unixsocket", path, "--dir", state, "--save", ""]
        if name == "floor":
            return [str(BUILD / "floor"), path]
        if name == "redis":
            return [*redis, "--appendonly", "no"]
        if name.startswith("xadd-"):
            return [*redis, "--appendonly", "yes", "--appendfsync", name.split("-")[1]]
        if name == "mosquitto":
            user = "user root\n" if os.geteuid() == 0 else ""
            Path(path + ".conf").write_text(MOSQUITTO_CONFIG.format(socket=path) + user)
            return ["mosquitto", "-c", path + ".conf"]
        if name == "dbus-daemon":
            Path(path + ".conf").write_text(DBUS_CONFIG.format(socket=path))
            return ["dbus-daemon", f"--config-file={path}.conf", "--nofork", "--nopidfile"]
        if name == "dbus-broker":
            return [str(BUILD / "broker"), path]
        level = name.split("/")[0].split("-")[1]
        return [NAVD, "--socket", path, "--state", state, "--manifests", str(self.folder / "apps"),
                "--durability", level]

    def begin(self, name):
        """Starts a server unless it runs; gives its process number."""
        if name in self.running:
            return self.running[name].pid
        if name in PACKAGES and not shutil.which(name):
            raise Unavailable(f"{name} could not be installed: see build/apt.log")
        path = self.socket(name)
        shutil.rmtree(path + ".state", ignore_errors=True)
        os.mkdir(path + ".state")
        with open(path + ".log", "w") as log:
            # The server ends with us, however we end.
            process = subprocess.Popen(
                ["setpriv", "--pdeathsig", "KILL", *self.command(name, path)],
                stdout=log, stderr=log, stdin=subprocess.DEVNULL, start_new_session=True)
        self.running[name] = process
        for _ in range(1000):
            if process.poll() is not None:
                break
            with socket.socket(socket.AF_UNIX) as probe:
                if probe.connect_ex(path) == 0:
                    os.chmod(path, 0o666)
                    if "/" in name:
                        run("build/load", "navd", path, "-m", "make", "-k", name.split("/")[1])
                    return process.pid
            time.sleep(0.01)
        self.end(name)
        raise Unavailable(f"{name} did not start: {Path(path + '.log').read_text()[-400:]}")

    def load(self, name, arguments):
        pid = self.begin(name)
        codec = "dbus" if name.startswith("dbus") else re.split("[-/]", name)[0]
        out = run("build/load", codec, self.socket(name), "-p", str(pid), *arguments)
        return json.loads(out)

    def memory(self, name):
        """KiB of a server that are resident."""
        text = Path(f"/proc/{self.running[name].pid}/smaps_rollup").read_text()
        return int(re.search(r"^Rss:\s*(\d+)", text, re.M)[1])

    def end(self, name):
        process = self.running.pop(name)
        process.terminate()
        try:
            process.wait(5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        Path(self.socket(name)).unlink(missing_ok=True)

    def end_all(self):
        for process in self.running.values():
            process.terminate()
        for name in list(self.running):
            self.end(name)
