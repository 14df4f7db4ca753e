"""Clients that do not read: stopped ones, slow ones, and what the others notice of them."""
import json
import random
import socket
import time

from daemon import Navd
from helpers import Worker, count_lines, payload, percentile
from suite import check, needs_root
from wire import Replica


def subscribed(navd, session, after=None):
    """A client that has a session's state, and its replica; `after` is another replica."""
    client = navd.connect()
    replica = Replica(after.epoch, after.rev) if after else Replica()
    more = {"after": {"epoch": after.epoch, "rev": after.rev}} if after else {}
    answer, events = client.subscribe(session, **more)
    for event in events:
        replica.take(event)
    return client, replica, answer


def follow(is_over, client, replica):
    """Reads until `bye` or until asked to end; the replica and the last line."""
    last = None
    while not is_over() and not client.ended:
        line = client.line(0.05)
        if line is not None:
            last = json.loads(line)
            if last.get("method") == "navigate":
                replica.take(last["params"])
    return replica, last


def rounds(client, watcher, count, size):
    """Sends one at a time; the seconds until answer and event are there."""
    times = []
    for number in range(count):
        line = payload(number, size)
        begin = time.perf_counter()
        client.write(line)
        client.line()
        watcher.line()
        times.append(time.perf_counter() - begin)
    return times


@check(11, "10,000 events, one stopped subscriber among ten")
def stopped(run):
    run.needs_speed()
    navd = Navd(run, "normal")
    count = run.pick(600, 10_000)
    size = run.pick(3000, 200)
    with navd.connect() as client:
        client.write(payload(0))
        client.line()
        watcher, _, _ = subscribed(navd, "shop")
        crowd = [subscribed(navd, "shop")[0] for _ in range(8)]
        others = Worker(count_lines, crowd)
        end, replica, _ = subscribed(navd, "shop")
        tenth = Worker(follow, end, replica)
        for each in (end, *crowd):
            each.close()  # the workers have them
        rounds(client, watcher, count // 10, size)
        without = percentile(rounds(client, watcher, count, size), 0.99)
        before = navd.memory()
        navd.forget_peak()
        tenth.stop()
        times = rounds(client, watcher, count, size)
        grown = navd.peak() - before
        tenth.go_on()
        replica, last = tenth.finish(ask=False)
        # Below half a millisecond it is the machine's other work that decides.
        run.figure("others' p99 with it, of that without it (0.5 ms or more)",
                   percentile(times, 0.99) / max(without, 0.5), 2.0, "×")
        run.figure("others' p99 with it", percentile(times, 0.99), 5.0, "ms")
        run.figure("memory, growth (a queue of 1 MiB, and its copy)", grown, run.pick(10_000, 3072), "KiB")
        run.expect("the last line of the stopped one", last and last.get("method"), "bye")
        run.expect("gaps and repetitions before it", len(replica.faults), 0)
        _, resumed, answer = subscribed(navd, "shop", replica)
        run.expect("resumed, or told that the history does not reach back",
                   answer.get("expired") or answer["mode"] == "resumed")
        run.expect("then at the last rev, without gaps",
                   (resumed.rev, len(resumed.faults)), (last_rev(client), 0))
        got = others.finish()
        run.figure("events of the slowest other, of all sent", min(got), 2 * count + count // 10, least=True)


@check(11, "a subscriber that is cut off within the history gets exactly what it missed")
def cut_off(run):
    run.needs_speed()
    navd = Navd(run, "none")
    with navd.connect() as client:
        client.write(payload(0))
        client.line()
        watcher, _, _ = subscribed(navd, "shop")
        end, replica, _ = subscribed(navd, "shop")
        tenth = Worker(follow, end, replica)
        end.close()
        tenth.stop()
        rounds(client, watcher, 320, 4000)
        tenth.go_on()
        replica, last = tenth.finish(ask=False)
        _, resumed, _ = subscribed(navd, "shop", replica)
        run.expect("the last line", last.get("method"), "bye")
        run.expect("resumed: gaps and repetitions", len(resumed.faults), 0)
        run.expect("resumed: at the last rev", resumed.rev, last_rev(client))
        run.expect("events read in both, of all", len(replica.requests) + len(resumed.requests), 320)


def last_rev(client):
    return client.result("session.get", session="shop")["rev"]


@check(12, "the soft limit: not before 10 s, and also without traffic")
def soft_limit(run):
    if run.scale == "short":
        return  # NavdConnectionTests moves the clock instead
    navd = Navd(run, "none")
    with navd.connect() as client, navd.connect() as first, navd.connect() as second:
        client.write(payload(0))
        client.line()
        for watcher in (first, second):
            watcher.subscribe("shop")
        # Over 256 KiB and the socket's buffer, under 1 MiB.
        for number in range(160):
            client.write(payload(number, 4000))
            client.line()
        begin = time.monotonic()
        # The socket takes nothing more, so the first that can be read of the end is in the log.
        while "does not read" not in navd.log() and time.monotonic() < begin + 14:
            time.sleep(0.05)
        took = time.monotonic() - begin
        run.figure("cut off without traffic, not before", took, 9.5, "s", least=True)
        run.figure("and not after", took, 11.5, "s")
        for name, watcher in (("the first", first), ("the second", second)):
            run.expect(f"the last line of {name}", json.loads(watcher.rest(5)[-1])["method"], "bye")


@check(13, "partial writes: events and answers in pieces, every line whole")
def pieces(run):
    navd = Navd(run, "none")
    generator = random.Random(13)
    total = run.pick(500, 5000)
    question = '{"jsonrpc":"2.0","id":"p%d","method":"session.get","params":{"session":"shop"}}\n'
    with navd.connect() as client, navd.connect() as watcher, navd.connect() as slow:
        client.write(payload(0))
        client.line()
        watcher.subscribe("shop")
        slow.subscribe("shop")
        slow.socket.setblocking(False)
        data, written, asked = bytearray(), 0, 0
        for sent in range(total):
            client.write(payload(sent, generator.randrange(3000)))
            client.line()
            written += len(watcher.line())
            if sent % 50 == 49:
                slow.socket.send((question % asked).encode())
                asked += 1
            # What waits fills the socket, and a queue under the soft limit.
            while written - len(data) > generator.randrange(250_000, 400_000):
                data += slow.socket.recv(generator.choice([1, 500, 4608]))
        run.expect("it was not cut off", "does not read" in navd.log(), False)
        slow.socket.setblocking(True)
        while data.count(b'"method":"navigate"') < total or data.count(b'"id":"p') < asked \
                or data[-1] != 10:
            data += slow.socket.recv(65536) or b"ended\n" * (total + asked)
        lines = [json.loads(line) for line in bytes(data).split(b"\n")[:-1]]
        revs = [line["params"]["rev"] for line in lines if line.get("method") == "navigate"]
        run.note("lines that are whole", len(lines))
        run.expect("events in order", revs == list(range(revs[0], revs[0] + total)))
        run.expect("answers", sum(str(line.get("id")).startswith("p") for line in lines), asked)


@check(11, "many stopped subscribers of four uids")
def many_stopped(run):
    needs_root()
    run.needs_speed()
    navd = Navd(run, "none")
    with navd.connect() as client:
        client.write(payload(0))
        client.line()
        before = navd.memory()
        stopped = []
        for uid in (4001, 4002, 4003, 4004):
            for _ in range(run.pick(8, 32)):
                with_session = navd.connect(uid)
                with_session.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
                with_session.subscribe(f"own{uid}", app="shop")
                stopped.append(with_session)
        peak = 0
        for number in range(run.pick(300, 1500)):
            for uid in (4001, 4002, 4003, 4004):
                line = json.loads(payload(number, 4000))
                line["params"]["session"] = f"own{uid}@{uid}"
                client.write(json.dumps(line) + "\n")
                answer = client.message()
                run.require("result" in answer, f"a send was refused: {answer}")
            if number % 20 == 0:
                peak = max(peak, navd.memory())
        run.figure("memory, growth to its peak", (peak - before) / 1024, 64.0, "MiB")
        ends = [json.loads(each.rest(15)[-1]).get("method") for each in stopped]
        run.expect("of them told `bye`", ends.count("bye"), len(stopped))
        for each in stopped:
            each.close()
        run.expect("navd answers", client.result("ping") == {})


@check(27, "sessions, many and big, to a slow reader")
def big_snapshot(run):
    needs_root()
    navd = Navd(run, "none")
    users, each = run.pick(4, 160), 64
    for uid in range(5000, 5000 + users):
        with navd.connect(uid) as client:
            for number in range(each):
                sub = client.result("subscribe", session=f"s{number}", app="shop")["sub"]
                client.result("unsubscribe", sub=sub)  # a connection may have 16
                client.events.clear()
    page = {"screen": "Page", "params": {"id": "1", "text": "x" * 5000}}
    with navd.connect() as client:
        for number in range(16):
            for _ in range(30):
                client.result("send", session=f"big{number}", app="shop", payload=page)
    before = navd.memory()
    navd.forget_peak()
    with navd.connect() as slow, navd.connect() as other:
        found, cursor = 0, None
        while found == 0 or cursor is not None:
            answer = slow.result("session.list", limit=100, **({"cursor": cursor} if cursor else {}))
            found, cursor = found + len(answer["sessions"]), answer["cursor"]
        run.expect("sessions in the pages of session.list", found, users * each + 16)
        slow.socket.setblocking(False)
        ask = '{"jsonrpc":"2.0","id":%d,"method":"subscribe","params":{"session":"big%d"}}\n'
        slow.socket.send("".join(ask % (number, number) for number in range(16)).encode())
        data, times, deadline = bytearray(), [], time.monotonic() + 60
        while data.count(b'"method":"sync"') < 16 and time.monotonic() < deadline:
            start = time.perf_counter()
            other.ask("ping")
            times.append(time.perf_counter() - start)
            time.sleep(run.pick(0.0005, 0.01))
            try:
                data += slow.socket.recv(8192) or b'"method":"bye"' + b'"method":"sync"' * 16
            except BlockingIOError:
                pass
        run.note("snapshots at once", len(data) / (1 << 20), "MiB")
        run.expect("snapshots", data.count(b'"op":"reset"'), 16)
        run.expect("cut off", b'"method":"bye"' in data, False)
        run.figure("another's p99 meanwhile", percentile(times, 0.99), 20.0, "ms")
        run.figure("memory, growth to its peak", (navd.peak() - before) / 1024, 16.0, "MiB")
