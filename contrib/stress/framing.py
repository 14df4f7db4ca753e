"""Lines: any bytes in any pieces, too long ones, slow ones, and ends without an end of line."""
import os
import random
import socket
import time

from daemon import Navd
from helpers import Worker, percentile, probe
from suite import check

LINES = [
    b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
    b'{"jsonrpc":"2.0","id":"two","method":"resolve","params":{"link":"shop:item/7"}}',
    b'{"jsonrpc":"2.0","id":3,"method":"resolve","params":{"payload":{"screen":"Page"},"explain":true}}',
    b"", b"\r", b"nonsense", b"{", b"[1]", b'"shop:nowhere"', b"\xff\xfe", b'{"a":1,"a":2}', b"\xef\xbb\xbf{}",
    '{"jsonrpc":"2.0","id":"\u2028é😀","method":"ping"}'.encode(),
    b'{"jsonrpc":"2.0","id":4,"method":"no"}', b"[" * 40, b'{"jsonrpc":"2.0","id":5,"method":"app.list"}',
]


def conversation(navd, pieces):
    """What navd answers when the input comes in these pieces."""
    with navd.connect() as client:
        client.socket.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)
        for piece in pieces:
            client.write(piece)
        client.socket.shutdown(socket.SHUT_WR)
        return client.rest()


@check(1, "any bytes in any pieces: navd lives, answers, and does not grow")
def garbage(run):
    navd = Navd(run, "none")
    generator = random.Random(1)
    seconds = run.pick(1, 15)
    alphabet = b'{}[]":,\n\\u0e1 \x00\xc0\xaf\xed\xa0\x80"jsonrpc""id""method"'
    conversation(navd, [b"".join(LINES)])
    before, count, deadline = None, 0, time.monotonic() + seconds
    while time.monotonic() < deadline:
        data = bytes(generator.choices(alphabet, k=generator.randrange(20000)))
        data += generator.randbytes(generator.randrange(200)) + b"\n" + generator.choice(LINES) + b"\n"
        pieces, at = [], 0
        while at < len(data):
            step = generator.choice([1, 7, 100, 4096])
            pieces.append(data[at:at + step])
            at += step
        conversation(navd, pieces if len(pieces) < 3000 else [data])
        count += 1
        if before is None and time.monotonic() > deadline - seconds / 2:
            before = navd.memory()
    run.note("inputs of random bytes", count)
    run.figure("memory, growth over the second half", navd.memory() - before, 1024, "KiB")
    with navd.connect() as client:
        run.expect("navd answers", client.result("ping") == {})


@check(2, "a recorded session, byte by byte and in random pieces, is answered the same")
def splits(run):
    navd = Navd(run, "none")
    data = b"\n".join(LINES)
    whole = conversation(navd, [data])
    run.require(len(whole) >= len(LINES) - 2, "the recorded session is not answered")
    run.expect("byte by byte", conversation(navd, [bytes([byte]) for byte in data]) == whole)
    generator, same = random.Random(2), 0
    rounds = run.pick(100, 1000)
    for _ in range(rounds):
        cuts = sorted(generator.sample(range(1, len(data)), generator.randrange(1, 12)))
        pieces = [data[start:end] for start, end in zip([0, *cuts], [*cuts, len(data)])]
        same += conversation(navd, pieces) == whole
    run.figure("random pieces answered the same", same, rounds, least=True)


@check(6, "60 KiB of brackets are refused, with 512 KiB of stack")
def deep(run):
    navd = Navd(run, "none", stack=512 * 1024)
    with navd.connect() as client:
        for line in [b"[" * 61440, b'{"a":' * 12000 + b"1", b'{"a":[' * 10000]:
            client.write(line + b"\n")
            run.expect(f"{line[:6].decode()}… refused", client.message()["error"]["data"]["kind"], "parse_error")
        run.expect("navd answers", client.result("ping") == {})


@check(9, "a line at its limit, one byte over, and 100 MiB without an end")
def oversize(run):
    navd = Navd(run, "none")
    limit = 64 * 1024
    request = b'{"jsonrpc":"2.0","id":1,"method":"ping","params":{"x":"%s"}}'
    longest = request.replace(b"%s", b"x" * (limit - len(request) + 2))
    run.require(len(longest) == limit, "the longest line is not what it should be")
    with navd.connect() as client:
        client.write(longest + b"\n")
        run.expect("a line of 64 KiB", client.message().get("result"), {})
    with navd.connect() as client:
        client.write(longest.replace(b'x"}}', b'xx"}}') + b"\n")
        lines = client.rest(15)
        run.expect("one byte more: refusals", sum(b"too_large" in line for line in lines), 1)
    before = navd.memory()
    sent, refusals = 0, 0
    with navd.connect() as client:
        chunk = b"x" * 65536
        client.socket.settimeout(2)
        try:
            while sent < run.pick(20, 100) << 20:
                sent += client.socket.send(chunk)
        except OSError:
            pass
        client.socket.settimeout(None)
        refusals = sum(b"too_large" in line for line in client.rest(15))
    run.expect("a line without an end: refusals", refusals, 1)
    run.figure("memory, growth", navd.memory() - before, 1024, "KiB")


@check(10, "60 clients that write a byte a second, and others beside them")
def slow_lines(run):
    navd = Navd(run, "none")
    if run.scale == "short":
        return  # NavdConnectionTests moves the clock instead
    latency = Worker(probe, navd.socket)
    clients = [navd.connect() for _ in range(60)]
    opened = {client: time.monotonic() for client in clients}
    closed = {}
    for client in clients:
        client.write(b"{")
        client.socket.setblocking(False)
    deadline = time.monotonic() + 13
    while len(closed) < 60 and time.monotonic() < deadline:
        time.sleep(0.1)
        now = time.monotonic()
        for client in clients:
            if client in closed:
                continue
            try:
                data = client.socket.recv(65536)
                if b"line_timeout" in data or not data:
                    closed[client] = now - opened[client]
                    continue
            except BlockingIOError:
                pass
            except OSError:
                closed[client] = -1
                continue
            if int((now - opened[client]) * 10) % 10 == 0:
                try:
                    client.socket.send(b" ")
                except OSError:
                    pass
    times = latency.finish()
    run.figure("closed", len(closed), 60, least=True)
    run.figure("the first one after", min(closed.values()), 9.0, "s", least=True)
    run.figure("the last one after", max(closed.values()), 11.0, "s")
    run.figure("another client's p99", percentile(times, 0.99), 5.0, "ms")


@check(14, "half-closed clients with and without an end of line get their answer")
def half_close(run):
    navd = Navd(run, "none")
    for name, data in [("with", LINES[0] + b"\n"), ("without", LINES[0]), ("a bare link, without", b'"shop:item/7"')]:
        lines = conversation(navd, [data])
        run.expect(f"{name} an end of line: answers", len(lines), 1)
    files = navd.settled(0, navd.open_files, 0)
    for _ in range(100):
        conversation(navd, [LINES[0]])
    run.expect("descriptors after 100 of them", navd.settled(files, navd.open_files) <= files)
    run.expect("peer gone in the middle of a line", _abandon(navd))


def _abandon(navd):
    client = navd.connect()
    client.write(b'{"jsonrpc":"2.0","id":1,"meth')
    client.close()
    with navd.connect() as other:
        return other.result("ping") == {} and os.path.exists(navd.socket)
