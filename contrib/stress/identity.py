"""Who is at the other end: other users, and users without a number here."""
import os
import shutil

from daemon import Navd
from suite import Skip, check, needs_root


@check(19, "another uid is refused everywhere")
def other_user(run):
    needs_root()
    navd = Navd(run, "none")
    with navd.connect() as root, navd.connect(4242) as other:
        root.subscribe("mine", app="shop")
        sent = root.result("send", session="mine", payload={"screen": "Home"})
        mine = "mine@0"
        home = {"screen": "Home"}
        wanted = "no_such_session"
        table = {
            "send": dict(session=mine, payload=home), "subscribe": dict(session=mine),
            "ack": dict(session=mine, rev=1), "nack": dict(session=mine, rev=1, reason="x"),
            "report": dict(session=mine, commands=[]), "activity": dict(session=mine),
            "navigate": dict(session=mine, commands=[{"op": "back"}]),
            "activate": dict(session=mine, notice="n1"), "session.get": dict(session=mine),
            "session.close": dict(session=mine), "history": dict(session=mine),
            "resolve": dict(session=mine, payload=home),
        }
        refused = {method: other.kind(method, **params) for method, params in table.items()}
        run.expect("methods that say no_such_session, of all",
                   [method for method, kind in refused.items() if kind != wanted], [])
        run.expect("request.get", other.kind("request.get", request=sent["request"]), "no_such_request")
        run.expect("request.cancel", other.kind("request.cancel", request=sent["request"]), "no_such_request")
        run.expect("session.list shows none", other.result("session.list")["sessions"], [])
        run.expect("request.list shows none", other.result("request.list")["requests"], [])
        run.expect("server.reload", other.kind("server.reload"), "permission_denied")
        own = other.result("send", app="shop", payload=home)["session"]
        run.expect("its own session works", own.startswith("shop"))
        run.expect("root's session is as it was", root.result("session.get", session="mine")["rev"], sent["rev"])


@check(19, "a uid without a number in navd's user namespace")
def unmapped(run):
    needs_root()
    if not shutil.which("unshare") or os.system("unshare --user --map-root-user true 2>/dev/null"):
        raise Skip("no user namespaces here")
    navd = Navd(run, "none", before=["unshare", "--user", "--map-root-user"])
    with navd.connect(4242) as stranger:
        line = stranger.line(10) or b""
        run.expect("refused, with a hint", b"permission_denied" in line and b"65534" in line)
    with navd.connect() as root:
        run.expect("root, which has one, is served", root.result("ping") == {})
    run.expect("the log warned of it at the start", "does not map all users" in navd.log())
