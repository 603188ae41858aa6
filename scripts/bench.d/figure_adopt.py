"""Measures `stet append` while many files arrive from another machine."""

import os
import time

from measure import milliseconds
from sandbox import Failed, Sandbox

SIZE = 2_000


def fill(folder, count, version):
    """Files of one version in folders of a hundred."""
    for index in range(count):
        place = os.path.join(folder, f"Notes/{index // 100}")
        if index % 100 == 0:
            os.makedirs(place, exist_ok=True)
        with open(os.path.join(place, f"{index}.md"), "w", encoding="utf-8") as file:
            line = f"Line of file {index} in version {version}.\n"
            file.write(line * (SIZE // len(line)))


def writes(sandbox, folder, until, limit, pause=0.1):
    """Times of writes one after another until a condition holds, and for two seconds more; when each began."""
    times, end, number = [], time.monotonic() + limit, 0
    last = None
    while last is None or time.monotonic() < last:
        if time.monotonic() > end:
            raise Failed("the files did not come")
        start = time.monotonic()
        sandbox.call(folder, "append", f"agent-{number % 10}.md", "--agent", "A", input=f"{number}\n".encode())
        times.append((start, time.monotonic() - start))
        number += 1
        time.sleep(pause)
        if last is None and until():
            last = time.monotonic() + 2
    return times


def measure(folders, options):
    count = 2_000 if options.quick else 10_000
    with Sandbox(folders.stet, "adopt") as sandbox:
        remote, here, there = (sandbox.path(name) for name in ("remote.git", "here", "there"))
        sandbox.run("git", "init", "-q", "--bare", remote)
        sandbox.run(folders.stet, "init", here, "--no-template", "--remote", remote)
        fill(here, count, 1)
        sandbox.start_daemon(here)
        sandbox.call(here, "sync", "--wait")
        sandbox.run("git", "clone", "-q", remote, there)
        quiet = [took for _, took in writes(sandbox, here, lambda: True, 30)]
        sandbox.call(here, "sync", "--wait")
        fill(there, count, 2)
        sandbox.git(there, "pull", "-q", "--rebase", "--autostash")
        sandbox.git(there, "add", "-A")
        sandbox.git(there, "commit", "-q", "-m", "Edit everything")
        last = os.path.join(here, f"Notes/{(count - 1) // 100}/{count - 1}.md")
        sandbox.git(there, "push", "-q")

        def came():
            with open(last, encoding="utf-8") as file:
                return "version 2" in file.read(200)

        beside = writes(sandbox, here, came, 60)
        sandbox.call(here, "sync", "--wait")
    rows = []
    for case, times in (("alone", quiet), (f"while {count:,} files come in", [took for _, took in beside])):
        row = {"case": case, **milliseconds(times), "longest": round(max(times) * 1000, 1)}
        rows.append(row)
    longest = sorted((took for _, took in beside), reverse=True)[:5]
    notes = [
        "goal: turns of at most 50 ms, so the longest is at most that beside a write alone (review B8)",
        "longest five: " + ", ".join(f"{took * 1000:.0f}" for took in longest)]
    return {"title": f"stet append beside an adoption of {count:,} files, ms", "rows": rows, "notes": notes}
