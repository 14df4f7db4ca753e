"""Order: subscribing while others publish, resuming, and who has acked what."""
import json
import random

from daemon import Navd
from suite import check
from wire import Replica

NAMES = ["s0", "s1", "s2"]


class Racer:
    """A connection that subscribes, acks, publishes and goes without waiting for answers."""

    def __init__(self, navd, epoch):
        self.navd, self.epoch = navd, epoch
        self.client = navd.connect()
        self.positions = {}
        self.following = {}
        self.asked = {}
        self.faults = []

    def read(self, seconds=0):
        """Takes what is there."""
        while (line := self.client.line(seconds)) is not None:
            message = json.loads(line)
            if message.get("method") == "navigate":
                self._event(message["params"])
            elif message.get("id") in self.asked:
                self._subscribed(self.asked.pop(message["id"]), message)
            if message.get("id") == "last":
                return

    def _event(self, event):
        name = event["session"]
        replica = self.following.get(name)
        if replica is None:
            self.faults.append(f"an event of {name}, which is not subscribed")
            return
        replica.take(event)
        self.faults += replica.faults
        replica.faults.clear()

    def _subscribed(self, question, answer):
        name, after = question
        if "error" in answer:
            return
        result = answer["result"]
        if after is not None and result["mode"] == "resumed":
            self.following[name] = Replica(self.epoch, after)
            if result["rev"] < after:
                self.faults.append(f"resumed at {after}, but {result}")
        else:
            self.following[name] = Replica()

    def subscribe(self, name, generator):
        if name in self.following or any(name == other for other, _ in self.asked.values()):
            return
        after = None
        if name in self.positions and generator.random() < 0.7:
            after = self.positions[name]
        more = {"after": {"epoch": self.epoch, "rev": after}} if after is not None else {}
        self.asked[self.client.request("subscribe", session=name, app="shop", **more)] = (name, after)

    def leave(self):
        """Reads what it has got, remembers how far it is, and is gone."""
        self.read()
        self.client.close()
        for name, replica in self.following.items():
            if replica.rev is not None:
                self.positions[name] = replica.rev
        self.following, self.asked = {}, {}
        self.client = self.navd.connect()


@check(25, "random interleavings of subscribe, publish, ack and disconnect")
def interleavings(run):
    navd = Navd(run, "none")
    generator = random.Random(25)
    with navd.connect() as control:
        epoch = control.result("hello")["epoch"]
        for name in NAMES:
            control.result("subscribe", session=name, app="shop")
    racers = [Racer(navd, epoch) for _ in range(6)]
    counts = dict.fromkeys(["publish", "subscribe", "ack", "disconnect"], 0)
    for number in range(run.pick(4000, 100_000)):
        racer, name, choice = generator.choice(racers), generator.choice(NAMES), generator.random()
        if choice < 0.6:
            what = "publish"
            racer.client.request("send", session=name, payload={"screen": "Item", "params": {"id": str(number)}})
        elif choice < 0.85:
            what = "subscribe"
            racer.subscribe(name, generator)
        elif choice < 0.93:
            what = "ack"
            if name in racer.following and racer.following[name].rev is not None:
                racer.client.request("ack", session=name, rev=racer.following[name].rev)
        else:
            what = "disconnect"
            racer.leave()
        counts[what] += 1
        if generator.random() < 0.2:
            racer.read()
    for _ in range(2):  # once until all is published, once until all is read
        for racer in racers:
            racer.client.write('{"jsonrpc":"2.0","id":"last","method":"ping"}\n')
            racer.read(10)
    with navd.connect() as control:
        for name in NAMES:
            rev = control.result("session.get", session=name)["rev"]
            for racer in racers:
                replica = racer.following.get(name)
                if replica is not None and replica.rev != rev:
                    racer.faults.append(f"{name}: at {replica.rev} of {rev}")
    faults = [fault for racer in racers for fault in racer.faults]
    run.note("steps", sum(counts.values()))
    run.note("of them disconnects", counts["disconnect"])
    run.expect("gaps, repetitions, strays" + "".join(f": {fault}" for fault in faults[:1]), len(faults), 0)


@check(26, "resume over a restart: inside history, at its edge, too old, beyond, another epoch")
def resume(run):
    navd = Navd(run, "normal")
    with navd.connect() as client:
        for number in range(3000):
            client.result("send", session="s0", app="shop", payload={"screen": "Item", "params": {"id": str(number)}})
    navd.end(9)
    navd.start()
    with navd.connect() as client:
        found = client.result("session.get", session="s0")
        epoch, rev = found["epoch"], found["rev"]
        run.expect("the rev after a restart", rev, 3000)
        table = [
            ("inside", epoch, rev - 10, None, 10), ("at the end", epoch, rev, None, 0),
            ("at the edge of 1,024", epoch, rev - 1024, None, 1024), ("too old", epoch, rev - 2900, True, 1),
            ("beyond", epoch, rev + 1, True, 1), ("another epoch", "other", rev, True, 1),
        ]
        for what, base, after, expired, count in table:
            with navd.connect() as late:
                answer, events = late.subscribe("s0", after={"epoch": base, "rev": after})
                revs = [event["rev"] for event in events]
                right = [rev] if expired else list(range(after + 1, rev + 1))
                said = "expired" if answer.get("expired") else answer["mode"]
                run.expect(f"{what}: {'a reset' if expired else f'{count:,} events'}",
                           said if revs == right else revs[:3], "expired" if expired else "resumed")
