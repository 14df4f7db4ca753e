"""Processes beside the one that checks: probes of what others notice, readers, and who is stopped."""
import ctypes
import json
import os
import pickle
import select
import signal
import time

from wire import Client


def die_with_parent():
    """Has the kernel end this process when the one that started it ends (PR_SET_PDEATHSIG)."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Worker:
    """A function in a forked process; its result comes back through a pipe.

    The function gets `is_over`, which is true once `finish` was called.
    """

    def __init__(self, function, *arguments):
        read, write = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            over = []
            die_with_parent()
            signal.signal(signal.SIGTERM, lambda *_: over.append(1))
            try:
                os.close(read)
                try:
                    result = function(lambda: bool(over), *arguments)
                except Exception as error:  # it is the parent's to judge
                    result = error
                with os.fdopen(write, "wb") as out:
                    pickle.dump(result, out)
            finally:
                os._exit(0)
        os.close(write)
        self.pipe = os.fdopen(read, "rb")

    def stop(self):
        """Stops it as Ctrl-Z does; it is stopped when this returns."""
        os.kill(self.pid, signal.SIGSTOP)
        os.waitpid(self.pid, os.WUNTRACED)

    def go_on(self):
        os.kill(self.pid, signal.SIGCONT)

    def finish(self, ask=True):
        """Asks it to end, where it does not by itself, and returns its result."""
        if ask:
            os.kill(self.pid, signal.SIGTERM)
        with self.pipe:
            result = pickle.load(self.pipe)
        os.waitpid(self.pid, 0)
        if isinstance(result, BaseException):
            raise result
        return result

    def kill(self):
        self.pipe.close()
        os.kill(self.pid, signal.SIGKILL)
        os.waitpid(self.pid, 0)


def percentile(values, share):
    """A percentile; in milliseconds where the values are seconds."""
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] * 1000


def probe(is_over, path, pause=0.002, connected=None):
    """Pings over and over; returns the seconds that each took."""
    times = []
    with Client(path, connected=connected) as client:
        while not is_over():
            begin = time.perf_counter()
            client.ask("ping")
            times.append(time.perf_counter() - begin)
            time.sleep(pause)
    return times


def count_lines(is_over, clients):
    """Reads all that clients get until asked to end; how many lines each got."""
    got = [0] * len(clients)
    poller = select.poll()
    index_of = {client.socket.fileno(): index for index, client in enumerate(clients)}
    for client in clients:
        poller.register(client.socket, select.POLLIN)
    while not is_over():
        for number, _ in poller.poll(100):
            data = clients[index_of[number]].socket.recv(1 << 18)
            if not data:
                poller.unregister(number)
            got[index_of[number]] += data.count(b"\n")
    return got


def payload(number, size=0):
    """A `send` line to the session `shop`, with an id and so many bytes of text."""
    return json.dumps({
        "jsonrpc": "2.0", "id": number, "method": "send",
        "params": {"session": "shop", "app": "shop",
                   "payload": {"screen": "Item", "params": {"id": str(number), "text": "x" * size}}},
    }) + "\n"
