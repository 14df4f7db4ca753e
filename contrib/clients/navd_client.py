#!/usr/bin/env python3
"""A front end or observer of navd, for Python programs and for reading: standard library only.

Keeps a replica of a session's navigation state, comes back by itself when the connection is lost, asks
for what it missed, and ignores what it does not know. As a program: navd_client.py [--socket PATH] [--app APP] [--observe] [--count N] SESSION
"""
import argparse, contextlib, json, os, random, socket, sys, time


def socket_path():
    """NAVD_SOCKET, the user instance's socket where it is there, else the system's."""
    user = os.path.join(os.environ.get("XDG_RUNTIME_DIR") or "/nonexistent", "navd/navd.sock")
    return os.environ.get("NAVD_SOCKET") or (user if os.path.exists(user) else "/run/navd/navd.sock")


def apply(state, command):
    """Applies one command to a state. What is unknown, or names what is not there, changes nothing."""
    op, key, modals = command.get("op"), command.get("key"), state["modals"]
    stack = state["stacks"].get(command.get("tab"))
    if op == "reset":
        state.clear()
        state.update(command["state"])
    elif op == "select_tab" and stack is not None:
        state["tab"] = command["tab"]
    elif op == "push" and stack is not None:
        stack.append(command["entry"])
    elif op == "replace" and stack is not None:
        stack[-1] = command["entry"]
    elif op == "pop" and stack is not None:
        keys = [entry["key"] for entry in stack]
        if "to" not in command:
            del stack[max(1, len(stack) - command["count"]):]
        elif command["to"] in keys:
            del stack[keys.index(command["to"]) + 1:]
    elif op == "present":
        modals.append(command["entry"])
    elif op == "dismiss":
        keys = [entry["key"] for entry in modals]
        if key in keys:
            del modals[keys.index(key):]
    elif op in ("remove", "update"):
        for entries in [*state["stacks"].values(), modals]:
            for entry in [entry for entry in entries if entry["key"] == key]:
                if op == "update":
                    entry["params"] = command["params"]
                elif entries is modals or len(entries) > 1:
                    entries.remove(entry)
    elif op in ("notice", "clear_notice"):
        gone = command["notice"]["id"] if op == "notice" else command["id"]
        state["notices"] = [notice for notice in state["notices"] if notice["id"] != gone]
        if op == "notice":
            state["notices"].append(command["notice"])
    elif op == "visit":
        state["visit"] = None if command["until"] is None else {"until": command["until"]}


class Refused(Exception):
    """navd's error answer; `kind` is for programs."""

    def __init__(self, error, kind=None):
        super().__init__(error.get("message"))
        self.kind = kind or error.get("data", {}).get("kind")


class Session:
    """One session, followed over any number of connections."""

    def __init__(self, name, app=None, role="frontend", path=None):
        self.name, self.app, self.role, self.path = name, app, role, path or socket_path()
        self.state, self.epoch, self.rev, self.acked = {"stacks": {}, "modals": []}, None, None, None
        self.socket = None

    def send(self, method, params, **more):
        line = {"jsonrpc": "2.0", "method": method, "params": params, **more}
        with contextlib.suppress(OSError):  # a lost connection is found by its reader
            self.socket.sendall(json.dumps(line).encode() + b"\n")

    def ack(self):
        """Says that everything so far has been done. Call it when the screen shows it."""
        self.acked = self.rev
        self.send("ack", {"session": self.name, "rev": self.rev})

    def events(self):
        """Yields the params of each `navigate`, applied to `state`. Make its calls, then `ack()`."""
        wait, seen = 0.1, False
        while True:
            try:
                for event in self._connection():
                    seen, wait = True, 0.1
                    yield event
            except (OSError, EOFError, Refused) as error:
                # At first navd has to be there; later its no is final, unless it passes.
                if not seen or getattr(error, "kind", "busy") not in ("session_busy", "busy"):
                    raise
            time.sleep(wait * random.uniform(0.5, 1))
            wait = min(wait * 2, 5)

    def _connection(self):
        with socket.socket(socket.AF_UNIX) as self.socket:
            self.socket.connect(self.path)
            params = {"session": self.name, "role": self.role, "app": self.app}
            if self.rev is not None:
                params["after"] = {"epoch": self.epoch, "rev": self.rev}
            self.send("subscribe", params, id=1)
            for line in self.socket.makefile("r", encoding="utf-8", newline="\n"):
                message = json.loads(line)
                if "error" in message:
                    raise Refused(message["error"])
                if message.get("id") == 1:
                    if message["result"].get("mode") != "resumed":
                        self.epoch = self.rev = self.acked = None  # a snapshot follows
                    elif self.acked is not None:
                        self.send("ack", {"session": self.name, "rev": self.acked})
                elif message.get("method") == "navigate" and self._apply(message["params"]):
                    yield message["params"]
                elif message.get("method") == "ended":
                    raise Refused({"message": message["params"].get("reason")}, "ended")
            raise EOFError("navd ended the connection")

    def _apply(self, event):
        commands = event["commands"]
        if not (commands and commands[0].get("op") == "reset"):
            if self.rev is not None and event["rev"] <= self.rev:
                return False
            if event["epoch"] != self.epoch or event["rev"] != self.rev + 1:
                self.epoch = self.rev = None
                raise EOFError("an event is missing: begin again")
        for command in commands:
            apply(self.state, command)
        self.epoch, self.rev = event["epoch"], event["rev"]
        return True


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Follow a session of navd.")
    for name in ("session", "--app", "--socket"):
        parser.add_argument(name)
    parser.add_argument("--observe", action="store_true", help="only watch")
    parser.add_argument("--count", type=int, help="end after so many events")
    args = parser.parse_args()
    session = Session(args.session, args.app, "observer" if args.observe else "frontend", args.socket)
    try:
        for number, event in enumerate(session.events(), 1):
            print(json.dumps({"rev": event["rev"], "commands": event["commands"], "state": session.state}), flush=True)
            if not args.observe:
                session.ack()
            if number == args.count:
                break
    except (OSError, EOFError, Refused) as error:
        sys.exit(f"navd_client: {error}")
