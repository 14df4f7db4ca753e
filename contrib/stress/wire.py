"""A client of navd: lines out, lines in, and answers by their ids."""
import collections
import contextlib
import json
import os
import select
import socket
import time


@contextlib.contextmanager
def acting_as(uid):
    """Lets this process act as another user for a moment (seteuid); the peer's uid is that of connect."""
    if uid is None or uid == os.geteuid():
        yield
        return
    groups = os.getgroups()
    os.setgroups([])
    os.setegid(uid)
    os.seteuid(uid)
    try:
        yield
    finally:
        os.seteuid(0)
        os.setegid(0)
        os.setgroups(groups)


class Client:
    """One connection."""

    def __init__(self, path, uid=None, connected=None):
        self.socket = connected or socket.socket(socket.AF_UNIX)
        if connected is None:
            with acting_as(uid):
                self.socket.connect(path)
        self.buffer, self.lines_read = b"", collections.deque()
        self.events = []
        self.last_id = 0
        self.ended = False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self.socket.close()

    def write(self, data):
        self.socket.sendall(data if isinstance(data, bytes) else data.encode())

    def request(self, method, **params):
        """Sends a request; returns its id."""
        self.last_id += 1
        self.write(json.dumps(
            {"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params}) + "\n")
        return self.last_id

    def ask(self, method, **params):
        """Sends a request and waits for its answer; what comes before it is kept in `events`."""
        number = self.request(method, **params)
        while True:
            message = self.message()
            if message.get("id") == number:
                return message
            self.events.append(message)

    def result(self, method, **params):
        """The result of a request that must not be refused."""
        message = self.ask(method, **params)
        if "result" not in message:
            raise AssertionError(f"{method} {params}: {message}")
        return message["result"]

    def kind(self, method, **params):
        """The kind of the error that a request is refused with; None where it is not."""
        return self.ask(method, **params).get("error", {}).get("data", {}).get("kind")

    def message(self, seconds=30):
        line = self.line(seconds)
        if line is None:
            raise AssertionError("the connection ended" if self.ended else f"no line in {seconds} s")
        return json.loads(line)

    def line(self, seconds=30):
        """The next line without its end; None at the end of the connection or of the time."""
        while not self.lines_read:
            if not self._read(seconds):
                return None
        return self.lines_read.popleft()

    def _read(self, seconds):
        if not select.select([self.socket], [], [], seconds)[0]:
            return False
        try:
            data = self.socket.recv(1 << 18)
        except ConnectionResetError:
            data = b""
        if not data:
            self.ended = True
            return False
        *lines, self.buffer = (self.buffer + data).split(b"\n")
        self.lines_read.extend(lines)
        return True

    def rest(self, seconds=30):
        """All lines until the end of the connection."""
        lines = []
        deadline = time.monotonic() + seconds
        while (line := self.line(max(0, deadline - time.monotonic()))) is not None:
            lines.append(line)
        return lines

    def subscribe(self, session, **params):
        """Subscribes and reads up to the `sync`; the answer and the events before it."""
        answer = self.result("subscribe", session=session, **params)
        events = []
        while (message := self.message())["method"] != "sync":
            events.append(message["params"])
        return answer, events


class Replica:
    """How far a subscriber is; it knows when an event is missing or came twice."""

    def __init__(self, epoch=None, rev=None):
        self.epoch, self.rev, self.requests, self.faults = epoch, rev, [], []

    def take(self, event):
        """Applies the params of a `navigate`."""
        resets = event["commands"] and event["commands"][0]["op"] == "reset" and "request" not in event
        if resets:
            self.epoch, self.rev = event["epoch"], event["rev"]
            return
        if event["epoch"] != self.epoch or event["rev"] != self.rev + 1:
            self.faults.append(f"rev {event['rev']} after {self.rev}")
        self.rev = event["rev"]
        if "request" in event:
            self.requests.append((event["rev"], event["request"]))
