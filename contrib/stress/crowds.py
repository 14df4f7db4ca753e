"""Many clients: those that vanish, those that are too many, those that ask too much."""
import json
import os
import select
import shutil
import socket
import statistics
import time

from daemon import Navd
from helpers import Worker, payload, percentile, probe
from suite import Skip, check
from wire import Client


def vanishing(is_over, path, count):
    """Connects, asks and is gone before the answer, over and over, with a crowd at its own end."""
    del is_over
    held = []
    for number in range(count):
        client = Client(path)
        client.write(payload(number, 100) * (number % 5 + 1))
        if number % 20 == 19:
            held.append(client)  # these go when the process does
        else:
            client.close()
    return len(held)


@check(15, "clients that connect, ask and vanish")
def vanish(run):
    navd = Navd(run, "none")
    with navd.connect() as client:
        for number in range(5000):  # the history is full: what grows after is a leak
            client.write(payload(number, 100))
            client.line()
    per_worker, readings = 100, []
    Worker(vanishing, navd.socket, per_worker).finish(ask=False)
    files = navd.settled(0, navd.open_files, 0.3)
    count = run.pick(5, 100)
    for _ in range(count):
        Worker(vanishing, navd.socket, per_worker).finish(ask=False)
        readings.append(navd.memory())
    half = count // 2
    grown = statistics.median(readings[half:]) - statistics.median(readings[:half])
    run.note("peers that vanished", count * per_worker)
    run.expect("descriptors are back", navd.settled(files, navd.open_files) <= files)
    # A short run is over before the heap has found its size.
    run.figure("memory, growth from the first to the second half", grown, run.pick(2048, 1024), "KiB")
    with navd.connect() as client:
        run.expect("navd answers", client.result("ping") == {})


@check(16, "64 descriptors and 200 connects")
def descriptors(run):
    navd = Navd(run, "none", descriptors=64)
    with navd.connect() as first:
        first.ask("ping")
        crowd, told = [], 0
        for _ in range(200):
            client = socket.socket(socket.AF_UNIX)
            client.connect(navd.socket)
            client.setblocking(False)
            crowd.append(client)
        latency = Worker(probe, navd.socket, 0.005, first.socket)
        used, seconds = navd.processor(), run.pick(1, 5)
        time.sleep(seconds)
        times = latency.finish()
        share = (navd.processor() - used) / seconds * 100
        for client in crowd:
            try:
                told += b'"busy"' in client.recv(4096)
            except BlockingIOError:
                pass
        run.figure("told `busy`", told, run.pick(64, 200 - 64), least=True)
        run.figure("processor time meanwhile", share, 5.0, "%")
        run.figure("p99 of who was there before", percentile(times, 0.99), 20.0, "ms")
        for client in crowd:
            client.close()
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            with navd.connect() as again:
                again.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
                line = again.line()
                if line and b"result" in line:
                    break
        run.expect("afterwards new clients are served", bool(line) and b"result" in line)
        run.expect("the log says so", "cannot accept connections" in navd.log())


@check(17, "errors of accept")
def accept_errors(run):
    if not shutil.which("strace"):
        raise Skip("strace is not installed")
    for name in run.pick(["ENFILE"], ["ECONNABORTED", "EINTR", "ENFILE", "ENOMEM", "EPROTO", "EMFILE"]):
        # Each second call fails.
        navd = Navd(run, "none", before=[
            "strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=accept,accept4",
            "-e", f"inject=accept,accept4:error={name}:when=1+2"])
        served = 0
        for _ in range(run.pick(3, 6)):
            with navd.connect() as client:
                client.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
                served += client.line(10) is not None
        run.expect(f"{name} each second time: clients answered", served, run.pick(3, 6))
        run.expect(f"{name}: navd lives", navd.is_alive())
        navd.process.terminate()
        navd.end(9)


@check(29, "100,000 pipelined requests of one client, and others beside it")
def pipeline(run):
    count = run.pick(3000, 100_000)
    times, grown = pipelined(run, "none", count)
    run.figure("others' p99", percentile(times, 0.99), 20.0, "ms")
    run.figure("memory, growth to its peak", grown / 1024, 8.0, "MiB")
    # Here an answer waits for the syncs before it, so that it tells of the disk as much as of navd.
    for durability in ("normal", "full"):
        times, grown = pipelined(run, durability, count)
        run.note(f"others' p99, stored with --durability {durability}", percentile(times, 0.99), "ms")
        run.figure("memory, growth to its peak", grown / 1024, 8.0, "MiB")


def pipelined(run, durability, count):
    """Floods a navd beside a probe; the probe's times, and how much memory grew."""
    navd = Navd(run, durability)
    with navd.connect() as client:
        for number in range(5000):  # the history is full
            client.write(payload(number, 100))
            client.line()
    before = navd.memory()
    navd.forget_peak()
    worker = Worker(flood, navd.socket, count)
    latency = Worker(probe, navd.socket, 0.001)
    answered, seconds = worker.finish(ask=False)
    times = latency.finish()
    run.expect(f"answered, --durability {durability}", answered, count)
    run.note("requests a second", count / seconds)
    return times, navd.peak() - before


def flood(is_over, path, count):
    """Writes so many requests as fast as the socket takes them, and reads the answers beside that."""
    del is_over
    client = Client(path)
    client.socket.setblocking(False)
    data = b"".join(payload(number, 20).encode() for number in range(count))
    sent = answered = 0
    begin = time.monotonic()
    while answered < count:
        read, write, _ = select.select([client.socket], [client.socket] if sent < len(data) else [], [], 30)
        if not read and not write:
            break
        if write:
            try:
                sent += client.socket.send(data[sent:sent + 65536])
            except BlockingIOError:
                pass
        if read:
            answered += client.socket.recv(1 << 18).count(b"\n")
    return answered, time.monotonic() - begin


@check(18, "one uid fills every quota; another and root notice nothing")
def quotas(run):
    if os.geteuid() != 0:
        raise Skip("needs root")
    navd = Navd(run, "normal")
    with navd.connect() as root:
        root.result("ping")
        greedy, kinds = greed(navd, 4242)
        with navd.connect(4243) as other:
            latency = Worker(other_user, navd.socket)
            time.sleep(run.pick(0.5, 3))
            times = latency.finish()
            run.expect("another uid is served", other.result("ping") == {})
        run.expect("root is served", root.result("ping") == {})
        run.expect("the log names who it was", "uid 4242, pid" in navd.log())
        run.figure("another uid's p99: connect, make a session, send, see it", percentile(times, 0.99), 20.0, "ms")
        for name, (used, kind, wanted) in kinds.items():
            run.expect(f"{name}: {used:,}, then", kind, wanted)
        for client in greedy:
            client.close()
        zero(run, navd, root, 4242)


def greed(navd, uid):
    """Takes all that a uid may have; the connections, and what ended each."""
    found, clients = {}, [navd.connect(uid)]
    sessions, kind = 0, None
    while kind is None:
        if sessions and sessions % 16 == 0:  # a connection may have 16 subscriptions
            clients.append(navd.connect(uid))
        kind = clients[-1].kind("subscribe", session=f"g{sessions}", app="shop")
        sessions += kind is None
    found["sessions"] = (sessions, kind, "quota_exceeded")
    client = clients[0]
    found["subscriptions of a connection"] = (16, client.kind("subscribe", session="g16"), "quota_exceeded")
    calls = {"session": "g1", "payload": {"screen": "Home", "calls": ["refresh"]}}
    found["un-acked calls"] = until_refused(client, 600, lambda _: calls, "backlog_full")
    waiter = navd.connect(uid)
    clients.append(waiter)
    for number in range(80):
        waiter.request("send", session="g2", payload={"screen": "Item", "params": {"id": str(number)}}, wait="acked")
    refused = waiter.message()
    found["waits of a connection"] = (refused["id"] - 1, refused["error"]["data"]["kind"], "quota_exceeded")
    text = "y" * 60_000
    found["stored bytes (60 KB each)"] = until_refused(client, 400, lambda count: {
        "session": f"g{3 + count % 40}", "key": f"b{count}",
        "payload": {"screen": "Item", "params": {"id": "x", "text": text}}}, "quota_exceeded")
    refused = None
    while refused is None and len(clients) < 200:
        clients.append(navd.connect(uid))
        clients[-1].write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        refused = json.loads(clients[-1].line()).get("error", {}).get("data", {}).get("kind")
    found["connections"] = (len(clients) - 1, refused, "busy")
    return clients, found


def until_refused(client, most, params, wanted):
    """Sends until it is refused; how many were not, the refusal, and the right one."""
    for count in range(most):
        kind = client.kind("send", **params(count))
        client.events.clear()
        if kind is not None:
            return count, kind, wanted
    return most, None, wanted


def other_user(is_over, path):
    """Another uid's work from connect to event, over and over."""
    times = []
    while not is_over():
        begin = time.perf_counter()
        with Client(path, 4243) as client:
            client.subscribe("mine", app="shop")
            client.result("send", session="mine", payload={"screen": "Item", "params": {"id": "1"}})
            if not client.events:
                client.message()
        times.append(time.perf_counter() - begin)
        time.sleep(0.002)
    return times


def zero(run, navd, root, uid):
    """All counters of the greedy uid are zero when it is gone and its sessions are closed."""
    with navd.connect(uid) as client:
        cursor, names = None, []
        while not names or cursor:
            page = client.result("session.list", **({"cursor": cursor} if cursor else {}))
            names, cursor = names + [each["session"] for each in page["sessions"]], page["cursor"]
        before = counters(root, uid)
        for name in names:
            client.result("session.close", session=name)
    for name in ("sessions", "unacked_calls", "log_bytes"):
        run.note(f"its {name} before", before[name])
    # Its keys are remembered for a day, and paid for as long.
    run.note("bytes of its keys, kept for a day", counters(root, uid).get("stored_bytes", 0))
    left = navd.settled(0, lambda: sum(
        used for name, used in counters(root, uid).items() if name != "stored_bytes"))
    run.expect("the sum of its counters when it is gone, without its keys", left, 0)


def counters(root, uid):
    """What a uid uses, by names."""
    users, cursor = [], None
    while not users or cursor:
        page = root.result("server.stats", **({"cursor": cursor} if cursor else {}))
        users, cursor = users + page["users"], page["cursor"]
    mine = next((user for user in users if user["uid"] == uid), {})
    return {name: count["used"] if isinstance(count, dict) else count
            for name, count in mine.items() if name != "uid"}
