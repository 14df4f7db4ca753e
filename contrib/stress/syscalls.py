"""What navd asks of the kernel, against the filter of its unit."""
import os
import re
import shutil
import subprocess

from daemon import Navd
from helpers import payload
from suite import Skip, check

# What a process does before the filter is in force, or what strace and the shell before it do.
BEFORE = {"execve"}


def allowed():
    """The calls of @system-service without @privileged and @resources, by systemd-analyze."""
    def group(name):
        listing = subprocess.run(
            ["systemd-analyze", "syscall-filter", name], capture_output=True, text=True, check=True).stdout
        calls = set()
        for word in re.findall(r"^    (\S+)$", listing, re.MULTILINE):
            calls |= group(word) if word.startswith("@") else {word}
        return calls
    return group("@system-service") - group("@privileged") - group("@resources") | group("@default")


@check(33, "system calls are those of the unit's filter, and no memory is writable and executable")
def calls(run):
    if not shutil.which("strace") or not shutil.which("systemd-analyze"):
        raise Skip("needs strace and systemd-analyze")
    # As root SQLite would also give its files away.
    navd = Navd(run, "full", user=4242 if os.geteuid() == 0 else None, start=False)
    trace = f"{navd.folder}/trace"
    navd.before = ["strace", "-f", "-qq", "-o", trace, *navd.before]
    navd.start()
    with navd.connect() as client, navd.connect() as watcher:
        client.write(payload(0))
        client.line()
        watcher.subscribe("shop")
        for number in range(run.pick(200, 2000)):
            client.write(payload(number, 3000))  # the watcher's queue fills, and it is cut off
            client.line()
        for method in ("hello", "server.info", "server.reload", "session.list", "history", "app.list"):
            client.ask(method, **({"session": "shop"} if method == "history" else {}))
    navd.end()
    used, bad = set(), []
    begun = False
    with open(trace, errors="replace") as file:
        for text in file:
            if found := re.match(r"\d+ +(\w+)\(", text):
                if found[1] == "execve":
                    begun = f'execve("{run.navd}"' in text
                elif begun:
                    used.add(found[1])
                    if re.search(r"PROT_WRITE[^,]*PROT_EXEC", text):
                        bad.append(text.strip())
    run.note("different system calls", len(used))
    run.expect("of them not in the filter", sorted(used - allowed() - BEFORE), [])
    run.expect("memory that is writable and executable", len(bad), 0)
