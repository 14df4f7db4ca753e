"""The soak: churn of all kinds for minutes or an hour; memory and descriptors must be flat."""
import json
import random
import time

from daemon import Navd
from helpers import payload
from suite import check

SESSIONS = 4


class Churn:
    """Clients of all kinds that come, work and go."""

    def __init__(self, navd, seed):
        self.navd, self.random = navd, random.Random(seed)
        self.clients, self.rounds = [], 0
        self.sender = navd.connect()

    def send(self, name, **more):
        line = json.loads(payload(self.rounds, 100))
        line["params"].update(session=name, **more)
        if self.random.random() < 0.3:
            line["params"]["payload"]["calls"] = ["refresh"]
        self.sender.write(json.dumps(line) + "\n")
        self.sender.line()

    def fill(self, name, count):
        """Sends so many to a session, a hundred at a time."""
        for start in range(0, count, 100):
            lines = []
            for number in range(min(100, count - start)):
                line = json.loads(payload(number, 100))
                line["params"]["session"] = name
                lines.append(json.dumps(line) + "\n")
            self.sender.write("".join(lines))
            for _ in lines:
                self.sender.line()

    def step(self):
        self.rounds += 1
        choice = self.random.random()
        name = f"s{self.random.randrange(SESSIONS)}"
        if choice < 0.5:
            self.send(name, **({"ttl": 1} if choice < 0.02 else {}))
        elif choice < 0.6 and len(self.clients) < 30:
            client = self.navd.connect()
            role = self.random.choice(["frontend", "observer"])
            client.ask("subscribe", session=name, app="shop", role=role, takeover=True,
                       **({"ack": "auto"} if choice < 0.57 else {}))
            self.clients.append((client, name))
        elif choice < 0.8 and self.clients:
            client, name = self.random.choice(self.clients)
            if self.random.random() < 0.5:
                client.ask("ack", session=name, rev=client.ask("session.get", session=name)["result"]["rev"])
            client.ask(*self.random.choice([("hello",), ("ping",), ("session.list",), ("app.list",), ("no",)]))
            client.events.clear()
            while client.lines_read:
                client.lines_read.popleft()
        elif choice < 0.9 and self.clients:
            client, _ = self.clients.pop(self.random.randrange(len(self.clients)))
            if self.random.random() < 0.3:
                client.write(b'{"half a line')
            client.close()
        elif choice < 0.901:
            self.sender.ask("session.close", session=f"extra{self.random.randrange(10)}")
        elif choice < 0.91:
            self.sender.ask("subscribe", session=f"extra{self.random.randrange(10)}", app="shop")
            self.sender.close()
            self.sender = self.navd.connect()
        else:
            self.sender.ask("navigate", session=name, commands=[{"op": self.random.choice(["back", "home"])}])
        self.sender.events.clear()

    def end(self):
        for client, _ in self.clients:
            client.close()
        self.clients.clear()


def slope(points):
    """The slope of a line through points by least squares (y per x)."""
    count = len(points)
    mean_x = sum(x for x, _ in points) / count
    mean_y = sum(y for _, y in points) / count
    square = sum((x - mean_x) ** 2 for x, _ in points)
    return sum((x - mean_x) * (y - mean_y) for x, y in points) / square if square else 0.0


@check(35, "what changes nothing leaves nothing behind")
def questions(run):
    navd = Navd(run, "none")
    asked = [
        ("resolve", {"payload": {"screen": "Item", "params": {"id": "1"}}, "explain": True}),
        ("resolve", {"link": "shop:item/7"}), ("resolve", {"link": "shop:none"}), ("hello", {}), ("no", {}),
        ("build", {"app": "shop", "screen": "Item", "params": {"id": "7"}}), ("session.get", {"session": "none"}),
        ("server.stats", {}), ("app.get", {"app": "shop"}),
    ]
    lines = "".join(json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": params}) + "\n"
                    for method, params in asked)
    rounds = run.pick(300, 5000)
    with navd.connect() as client:
        for _ in range(2):
            before = navd.memory()
            for _ in range(rounds):
                client.write(lines)
                for _ in asked:
                    client.line()
    run.note("questions", 2 * rounds * len(asked))
    run.figure("memory, growth over the second half", navd.memory() - before, 256, "KiB")


@check(35, "soak: churn of all kinds, with memory and descriptors flat")
def soak(run):
    seconds = run.pick(1, 300, 3600)
    navd = Navd(run, "normal")
    churn = Churn(navd, 35)
    # The histories are filled first (a session keeps up to 2,048 events), each to another point: until
    # then memory grows as it should.
    for index in range(SESSIONS):
        with navd.connect() as client:
            client.ask("subscribe", session=f"s{index}", app="shop", role="observer")
        churn.fill(f"s{index}", run.pick(50, 5000 + index * 256))
    warm = time.monotonic() + run.pick(0.5, 60)
    while time.monotonic() < warm:
        churn.step()
    churn.end()
    files = navd.settled(0, navd.open_files, 0.2)
    begin = last = time.monotonic()
    points, most = [], 0
    while (now := time.monotonic()) < begin + seconds:
        churn.step()
        time.sleep(0.002)
        if now - last >= 1:
            points.append(((now - begin) / 3600, navd.memory() / 1024))
            most = max(most, navd.open_files())
            last = now
    for part in range(1, 6) if len(points) > 20 else []:
        run.note(f"memory after {part} of 5 parts", points[len(points) * part // 5 - 1][1], "MiB")
    if run.scale == "long":
        settled = points[len(points) // 6:]
        run.figure("slope of memory over the last 50 minutes", slope(settled), 1.0, "MiB/h")
    elif run.scale == "full":
        # 1 MiB/h is 85 KiB in five minutes, and the allocator goes up and down by more: so the floor of both
        # halves is compared, which a leak raises.
        half = len(points) // 2
        first, second = (min(memory for _, memory in part) for part in (points[:half], points[half:]))
        run.figure("memory, growth of its least from half to half", second - first, 1.0, "MiB")
    run.note("memory at its end", navd.memory() / 1024, "MiB")
    run.note("steps", churn.rounds)
    run.note("descriptors, the most", most)
    churn.end()
    run.figure("descriptors at its end, of those at its beginning", navd.settled(files, navd.open_files), files)
    run.expect("navd lives", navd.is_alive())
    run.expect("and stops with status", navd.end(), 0)
