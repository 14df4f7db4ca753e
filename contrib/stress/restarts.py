#!/usr/bin/env python3
"""Restarts navd.service over and over while clients connect: none may be refused.

restarts.py [COUNT] [SOCKET]; run by Tests/System inside its machine. The socket is the service manager's,
so a client waits in it while navd is away. Exit status 1 where a connection was refused.
"""
import pathlib
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from wire import Client  # noqa: E402


class Caller(threading.Thread):
    """Connects, asks, and counts what became of it."""

    def __init__(self, path):
        super().__init__()
        self.path, self.is_over = path, False
        self.answered = self.cut = 0
        self.refused, self.longest = [], 0.0

    def run(self):
        while not self.is_over:
            begin = time.monotonic()
            try:
                with Client(self.path) as client:
                    client.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
                    line = client.line(30)
                    while line is not None and b'"id":1' not in line:
                        line = client.line(30)
            except (BrokenPipeError, ConnectionResetError):
                line = None  # it was there, and went
            except OSError as error:
                self.refused.append(str(error))
                continue
            if line is None:
                self.cut += 1
            else:
                self.answered += 1
            self.longest = max(self.longest, time.monotonic() - begin)
            time.sleep(0.001)


def main():
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    path = sys.argv[2] if len(sys.argv) > 2 else "/run/navd/navd.sock"
    callers = [Caller(path) for _ in range(4)]
    for caller in callers:
        caller.start()
    failed = 0
    for _ in range(count):
        failed += subprocess.run(["systemctl", "restart", "navd.service"], check=False).returncode != 0
    for caller in callers:
        caller.is_over = True
    for caller in callers:
        caller.join()
    refused = [error for caller in callers for error in caller.refused]
    print(f"{count} restarts, {failed} failed; {sum(caller.answered for caller in callers)} clients answered, "
          f"{sum(caller.cut for caller in callers)} cut off by a stop, {len(refused)} refused {refused[:1]}; "
          f"the longest wait {max(caller.longest for caller in callers) * 1000:.0f} ms")
    sys.exit(1 if refused or failed else 0)


if __name__ == "__main__":
    main()
