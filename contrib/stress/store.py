"""The store: killed processes, torn logs, full and broken disks, damaged files."""
import json
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import time

from daemon import Navd
from helpers import percentile
from suite import Skip, check, needs_root
from wire import Replica

SESSIONS = 10


def send(number, key=None, size=20):
    """A `send` with an id of its own to one of ten sessions."""
    params = {"session": f"s{number % SESSIONS}", "app": "shop",
              "payload": {"screen": "Item", "params": {"id": str(number), "text": "x" * size}}}
    if key:
        params["key"] = key
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": "send", "params": params}) + "\n"


def fill(navd, count):
    """Stores so many events, pipelined."""
    with navd.connect() as client:
        for start in range(0, count, 100):
            client.write("".join(send(start + index) for index in range(min(100, count - start))))
            for _ in range(min(100, count - start)):
                client.line()


class Judge:
    """Follows all sessions over restarts and knows what was answered."""

    def __init__(self):
        self.replicas = {f"s{index}": Replica() for index in range(SESSIONS)}
        self.seen = {}
        self.faults = []
        self.lost = self.twice = 0

    def look(self, navd):
        """Reads what is new in each session."""
        with navd.connect() as client:
            for name, replica in self.replicas.items():
                after = {"after": {"epoch": replica.epoch, "rev": replica.rev}} if replica.epoch else {}
                answer, events = client.subscribe(name, **after)
                if after and answer["mode"] != "resumed":
                    self.faults.append(f"{name}: {answer} after {after}")
                for event in events:
                    replica.take(event)
                for _, request in replica.requests:
                    self.twice += request in self.seen
                    self.seen[request] = name
                replica.requests.clear()
                self.faults += replica.faults
                replica.faults.clear()
                client.result("unsubscribe", sub=answer["sub"])


@check(20, "kill -9 under load, over and over")
def kills(run):
    rounds, stored = run.pick(6, 1000), run.pick(500, 10_000)
    navd = Navd(run, "full")
    fill(navd, stored)
    first = []
    for _ in range(run.pick(3, 50)):
        navd.end(signal.SIGKILL)
        first.append(navd.start())
    run.figure(f"exec to READY with {stored:,} events stored, p99", percentile(first, 0.99), 300.0, "ms")
    judge, generator = Judge(), random.Random(20)
    judge.look(navd)
    number, again, starts, answered = stored, {}, [], 0
    for _ in range(rounds):
        client = navd.connect()
        pending = dict(again)
        for each, key in again.items():
            client.write(send(each, key))
        again = {}
        goal = generator.randrange(1, 40)
        confirmed = []
        while len(confirmed) < goal:
            while len(pending) < 32:
                number += 1
                pending[number] = f"k{number}"
                client.write(send(number, pending[number]))
            message = client.message()
            pending.pop(message["id"])
            confirmed.append(message["result"]["request"])
        os.kill(navd.pid, signal.SIGKILL)
        for line in client.rest():
            message = json.loads(line)
            pending.pop(message["id"])
            confirmed.append(message["result"]["request"])
        client.close()
        navd.wait()
        starts.append(navd.start())
        judge.look(navd)
        judge.lost += sum(request not in judge.seen for request in confirmed)
        answered += len(confirmed)
        again = pending
    run.note("kills", rounds)
    run.note("requests answered", answered)
    run.expect("of them lost", judge.lost, 0)
    run.expect("of them there twice", judge.twice, 0)
    run.expect("gaps in revs", len(judge.faults), 0)
    with navd.connect() as client:
        for each, key in again.items():
            client.write(send(each, key))
            client.line()
    judge.look(navd)
    run.expect("events, one for each key", len(judge.seen), number - stored)
    run.note(f"exec to READY at the end, with {number - stored:,} keys too, median",
             percentile(starts[-20:], 0.5), "ms")


@check(21, "the log cut, or zeroed, from every 512-byte step on")
def torn(run):
    navd = Navd(run, "full")
    with navd.connect() as client:
        answered = []
        for number in range(run.pick(6, 16)):
            client.write(send(number * SESSIONS))  # all to s0
            answered.append(client.message()["result"]["request"])
    navd.end(signal.SIGKILL)
    whole = f"{navd.folder}/whole"
    shutil.copytree(navd.state, whole)
    log = next(name for name in os.listdir(whole) if name.endswith("-wal"))
    with open(f"{whole}/{log}", "rb") as file:
        content = file.read().rstrip(b"\0")  # behind it there is room
    starts = wrong = resets = beyond = 0
    least = 0
    step = run.pick(4096 * 6 - 512, 512)
    for cut in [*range(0, len(content), step), len(content)]:
        for tail in (b"", b"\0" * (len(content) - cut)):
            shutil.rmtree(navd.state)
            shutil.copytree(whole, navd.state)
            for name in os.listdir(navd.state):
                if name.endswith("-shm"):
                    os.unlink(f"{navd.state}/{name}")
            with open(f"{navd.state}/{log}", "wb") as file:
                file.write(content[:cut] + tail)
            navd.start()
            starts += 1
            with navd.connect() as client:
                left, rev = _left(client)
                wrong += left != answered[:len(left)] or len(left) != rev
                least = max(least, len(left)) if tail == b"" else least
                wrong += len(left) < least - 1
                if 0 < rev < len(answered):
                    beyond += 1
                    epoch = client.result("hello")["epoch"]
                    answer, events = client.subscribe("s0", after={"epoch": epoch, "rev": len(answered)})
                    resets += answer.get("expired") is True and events[0]["commands"][0]["op"] == "reset"
            navd.end(signal.SIGKILL)
    run.note("starts on a torn log", starts)
    run.expect("that left no prefix of what was answered, or gaps", wrong, 0)
    run.expect("resets of clients that were beyond it, of all", resets, beyond)
    run.expect("with the whole log: answered requests", len(left), len(answered))


def same_start(found, wanted):
    """How many are equal from the start."""
    return next((index for index, (a, b) in enumerate(zip(found, wanted)) if a != b), min(len(found), len(wanted)))


def _left(client):
    """The requests of s0 in order, and its rev."""
    answer = client.ask("session.get", session="s0")
    if "error" in answer:
        return [], 0
    found, cursor = [], None
    while True:
        page = client.result("history", session="s0", limit=100, **({"cursor": cursor} if cursor else {}))
        found += [event["request"] for event in page["events"]]
        cursor = page["cursor"]
        if cursor is None:
            return found[::-1], answer["result"]["rev"]


@check(22, "a full disk")
def full_disk(run):
    needs_root()
    navd = Navd(run, "full", start=False)
    place = f"{navd.folder}/disk"
    os.mkdir(place)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", place], check=False,
                      stderr=subprocess.DEVNULL).returncode:
        raise Skip("tmpfs cannot be mounted here")
    try:
        navd.state = f"{place}/state"
        _fill_up(run, navd, place)
    finally:
        navd.end(signal.SIGKILL)
        subprocess.run(["umount", "--lazy", place], check=False)


def _fill_up(run, navd, place):
    navd.start()
    with navd.connect() as client, navd.connect() as watcher:
        client.write(send(0))
        client.line()
        watcher.subscribe("s0")
        answered, kinds, number = [], {}, 0
        while not kinds and number < 5000:
            number += 1
            client.write(send(number * SESSIONS, size=3000))
            answer = client.message()
            if "result" in answer:
                answered.append(answer["result"]["request"])
            else:
                kinds[answer["error"]["data"]["kind"]] = number
        run.note("requests until the disk was full", number)
        run.expect("the refusal", list(kinds), ["not_durable"])
        run.expect("navd lives", navd.is_alive())
        rev = client.result("session.get", session="s0")["rev"]
        run.expect("reads go on: the rev is that of the last answered", rev, 1 + len(answered))
        seen = []
        while len(seen) < len(answered):
            seen.append(watcher.message()["params"]["request"])
        run.figure("events that left, of those answered", same_start(seen, answered), len(answered), least=True)
        room = [f"{place}/state/{name}" for name in os.listdir(f"{place}/state") if "ballast" in name]
        run.require(not room, "nobody made room")
        subprocess.run(["mount", "-o", "remount,size=8m", place], check=True)
        deadline, answer = time.monotonic() + 10, {}
        while "result" not in answer and time.monotonic() < deadline:
            number += 1
            client.write(send(number * SESSIONS, size=3000))
            answer = client.message()
        run.expect("with room again, without a restart: answered", "result" in answer)
        again = watcher.message(10)["params"]
        run.expect("its event has the next rev", again["rev"], rev + 1)
    navd.end(signal.SIGKILL)
    navd.start()
    with navd.connect() as client:
        run.expect("after kill -9: the rev", client.result("session.get", session="s0")["rev"], rev + 1)


@check(23, "a disk that fails to sync")
def broken_disk(run):
    if not shutil.which("strace"):
        raise Skip("strace is not installed")
    for after in run.pick([40], [20, 40, 60, 80, 100]):
        navd = Navd(run, "full", before=[
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync",
            "-e", f"inject=fsync,fdatasync:error=EIO:when={after}+"])
        answered = []
        with navd.connect() as client:
            for number in range(1000):
                try:
                    client.write(send(number * SESSIONS))
                except OSError:
                    break
                line = client.line()
                if line is None:
                    break
                answer = json.loads(line)
                if "result" not in answer:
                    break
                answered.append(answer["result"]["request"])
        run.expect(f"EIO at sync {after}: exit status", navd.wait(), 74)
        navd.before = []
        navd.start()
        with navd.connect() as client:
            left, _ = _left(client)
        run.figure("answered before it, and there after a restart",
                   same_start(left, answered), len(answered), least=True)


@check(24, "a damaged store")
def damaged(run):
    navd = Navd(run, "full")
    fill(navd, 300)
    with navd.connect() as client:
        epoch, rev = (client.result("session.get", session="s0")[name] for name in ("epoch", "rev"))
    navd.end()
    path = f"{navd.state}/navd.db"
    sqlite3.connect(path).close()
    with open(path, "r+b") as file:
        file.seek(4096)
        file.write(random.Random(24).randbytes(os.path.getsize(path) - 8192))
    navd.start()
    with navd.connect() as client:
        client.write(send(0))
        client.line()
        answer, events = client.subscribe("s0", after={"epoch": epoch, "rev": rev})
        run.expect("a client of the old store is told", answer.get("expired"), True)
        run.expect("and begins anew, in a new epoch", events[0]["epoch"] != epoch)
    aside = [name for name in os.listdir(navd.state) if ".corrupt-" in name]
    run.expect("the old file is kept aside", len(aside) >= 1)
    run.expect("the log says so", "the store was damaged" in navd.log())
