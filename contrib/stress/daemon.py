"""A navd process in a folder of its own; it is waited for by READY=1, never by time."""
import ctypes
import json
import os
import resource
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from wire import Client

# A root, a screen that takes the place of the one on top and has a method, and one that is always new.
APP = {
    "app": "shop", "schemes": ["shop"], "root": "Home", "default": "Home",
    "screens": {
        "Home": {"methods": ["refresh"]},
        "Item": {"params": {"id": "string", "text": "string"}, "links": ["/item/:id"],
                 "methods": ["refresh"], "present": "replace"},
        "Page": {"params": {"id": "string", "text": "string"}, "reuse": "never"},
    },
}


class Navd:
    """One daemon with its store; started anew as often as a check wants."""

    def __init__(self, run, durability="full", state=None, descriptors=None, stack=None, before=(),
                 user=None, start=True):
        self.run, self.before, self.durability = run, list(before), durability
        self.descriptors, self.stack = descriptors, stack
        self.folder = tempfile.mkdtemp(prefix="navd-", dir=run.folder)
        os.chmod(self.folder, 0o755)  # other users come in
        self.socket = f"{self.folder}/s"
        self.state = state or f"{self.folder}/state"
        os.mkdir(f"{self.folder}/apps")
        with open(f"{self.folder}/apps/shop.json", "w") as file:
            json.dump(APP, file)
        if user:
            self.before += ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]
            os.mkdir(self.state)
            os.chown(self.state, user, user)
        # As systemd would have it: the socket is everybody's and outlives the daemon.
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(self.socket)
        os.chmod(self.socket, 0o666)
        self.listener.listen(4096)
        self.process = self.notify = None
        run.daemons.append(self)
        if start:
            self.start()

    def start(self, listen=False):
        """Starts it; returns the seconds from exec to READY=1.

        Where `listen` is, `told` hears more; who does not call it often would make navd wait.
        """
        path = f"{self.folder}/notify"
        if os.path.exists(path):
            os.unlink(path)
        if self.notify:
            self.notify.close()
        self.notify = notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        notify.bind(path)
        os.chmod(path, 0o666)
        number = self.listener.fileno()
        # The search for leaks of a sanitizer does not work in a traced process.
        traced = {"ASAN_OPTIONS": "detect_leaks=0"} if "strace" in self.before else {}
        command = self.before + [
            "/bin/bash", "-c", f'LISTEN_PID=$$ exec "$@" 3<&{number}' + f" {number}<&-" * (number != 3), "navd",
            self.run.navd, "--socket", self.socket, "--state", self.state, "--manifests", f"{self.folder}/apps",
            "--durability", self.durability]
        begin = time.monotonic()
        with open(f"{self.folder}/log", "ab") as log:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, pass_fds=[number],
                env={**os.environ, "NOTIFY_SOCKET": path, "LISTEN_FDS": "1", "LISTEN_FDNAMES": "navd",
                     **traced},
                preexec_fn=self._limit)
        self.pid = self.process.pid
        self.told("READY=1")
        if not listen:
            self.notify.close()
            self.notify = None
        took = time.monotonic() - begin
        if self.before:
            self.pid = self._child()
        return took

    def told(self, wanted):
        """What it tells its service manager, up to the message that has a word."""
        messages = []
        while not messages or wanted not in messages[-1]:
            if not select.select([self.notify], [], [], 30)[0]:
                raise AssertionError(f"no {wanted} in 30 s\n{self.log()}")
            messages.append(self.notify.recv(65536).decode())
        return messages

    def _limit(self):
        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # PR_SET_PDEATHSIG
        if self.descriptors:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.descriptors, self.descriptors))
        if self.stack:
            resource.setrlimit(resource.RLIMIT_STACK, (self.stack, self.stack))

    def _child(self):
        """The pid of navd where something (strace, unshare) has started it."""
        pid = self.process.pid
        while os.path.basename(os.readlink(f"/proc/{pid}/exe")) != os.path.basename(
                os.path.realpath(self.run.navd)):
            with open(f"/proc/{pid}/task/{pid}/children") as file:
                pid = int(file.read().split()[0])
        return pid

    def end(self, number=signal.SIGTERM):
        """Ends it by a signal; returns its exit status."""
        if self.process is None:
            return None
        if self.process.poll() is None:
            os.kill(self.pid, number)
        return self.wait()

    def wait(self, seconds=30):
        status = self.process.wait(seconds)
        self.process = None
        return status

    def is_alive(self):
        return self.process is not None and self.process.poll() is None

    def remove(self):
        if self.process is not None:
            self.end(signal.SIGKILL)
        self.listener.close()
        if self.notify:
            self.notify.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def connect(self, uid=None):
        return Client(self.socket, uid)

    def log(self):
        with open(f"{self.folder}/log", errors="replace") as file:
            return file.read()

    def memory(self, what="RssAnon"):
        """KiB that are resident and its own: its program's pages come and go as they are used."""
        with open(f"/proc/{self.pid}/status") as file:
            return next(int(line.split()[1]) for line in file if line.startswith(what + ":"))

    def forget_peak(self):
        with open(f"/proc/{self.pid}/clear_refs", "w") as file:
            file.write("5")

    def peak(self):
        """The most of memory() since then, but for program pages that came meanwhile."""
        return self.memory("VmHWM") - self.memory("RssFile")

    def open_files(self):
        return len(os.listdir(f"/proc/{self.pid}/fd"))

    def processor(self):
        """Seconds of processor time of all its threads."""
        with open(f"/proc/{self.pid}/stat") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def settled(self, wanted, read, seconds=5):
        """Asks again until a reading is what it should be, at most so long; the last reading.

        What a client's end brings about is done when navd has seen it, which is a turn later.
        """
        deadline = time.monotonic() + seconds
        while True:
            value = read()
            if value <= wanted or time.monotonic() > deadline:
                return value
            with self.connect() as client:
                client.ask("ping")
