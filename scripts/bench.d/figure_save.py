"""Measures a person's save, from its end to the commit on the tip, and until branch and index have followed."""

import os
import time

from documents import edited
from measure import Counters, ReferenceWatch, milliseconds, replace_durably, timed
from sandbox import Failed, wait_until

SIZE = 4096
SETTLE = 20.0


def save_in_place(path, content):
    """Truncate and write, as VS Code and shell redirection do."""
    with open(path, "wb") as file:
        file.write(content)
    return time.monotonic()


def save_by_rename(path, content):
    """A temporary renamed over the file, as vim and LibreOffice do."""
    beside = os.path.join(os.path.dirname(path), ".bench-save.tmp")
    with open(beside, "wb") as file:
        file.write(content)
    os.rename(beside, path)
    return time.monotonic()


SAVES = {"close": save_in_place, "rename": save_by_rename}


def follows(folder, limit=30):
    """Seconds until branch and index are at the tip; both are looked at as files."""
    git = os.path.join(folder.root, ".git")

    def stands():
        if os.path.exists(os.path.join(git, "index.lock")):
            return False
        try:
            with open(os.path.join(git, "refs/stet/tip"), "rb") as file:
                tip = file.read()
            with open(os.path.join(git, "refs/heads/main"), "rb") as file:
                return file.read() == tip
        except FileNotFoundError:
            return False

    start = time.monotonic()
    wait_until(stands, limit, step=0.002, what="branch and index at the tip")
    return time.monotonic() - start


def saves(folder, kind, count, gap):
    """Times from save to tip."""
    watch = ReferenceWatch(os.path.join(folder.root, ".git/refs/stet"), "tip")
    times = []
    try:
        for _ in range(count):
            index, path = folder.any_note()
            content = edited(index, SIZE, folder.edits)
            watch.drain()
            before = watch.value()
            ended = SAVES[kind](os.path.join(folder.root, path), content)
            recorded = watch.wait(before, 10)
            if recorded is None:
                raise Failed(f"a save of {path} was not recorded within 10 s")
            times.append(recorded - ended)
            time.sleep(folder.chance.uniform(*gap))
    finally:
        watch.close()
    return times


def plain_git(folder, count):
    """`git add FILE && git commit` of the same change in plain git."""
    times = []
    for _ in range(count):
        index, path = folder.any_note()
        save_in_place(os.path.join(folder.plain, path), edited(index, SIZE, folder.edits))
        add, status = timed(["git", "add", path], folder.sandbox.environment, folder.plain)
        commit, second = timed(["git", "commit", "-q", "-m", "Edit"], folder.sandbox.environment, folder.plain)
        if status or second:
            raise Failed(f"git add or commit failed in {folder.plain}")
        times.append(add + commit)
    return times


def floor(folder, count):
    """A durable replacement of the same bytes, in a folder beside."""
    times = []
    path = folder.sandbox.path("floor.md")
    for number in range(count):
        start = time.monotonic()
        replace_durably(path, edited(number, SIZE, number))
        times.append(time.monotonic() - start)
    return times


def measure(folders, options):
    rows = []
    cases = [(options.small, False), (options.large, False), (options.flat, True)]
    count = 15 if options.quick else 40
    for files, flat in cases:
        folder = folders.get(files, flat)
        sandbox = folder.sandbox
        sandbox.call(folder.root, "sync", "--wait")
        saves(folder, "close", 3, (0.05, 0.1))
        for kind in SAVES:
            before = Counters(folder.pid)
            times = milliseconds(saves(folder, kind, count, (0.05, 0.25)))
            behind = follows(folder)
            after = Counters(folder.pid)
            alone = []
            for _ in range(2 if options.quick else 3):
                time.sleep(2)
                saves(folder, kind, 1, (0, 0))
                alone.append(follows(folder))
            rows.append({
                "case": f"{folder.title}, {kind}",
                **times,
                "after settle": round(times["median"] - SETTLE, 2),
                "written KB": round((after.written - before.written) / count / 1000, 1),
                "to disk KB": round((after.stored - before.stored) / count / 1000, 1),
                "CPU ms": round((after.cpu - before.cpu) / count * 1000, 1),
                "followed ms": round(max(alone) * 1000),
                "…after all": round(behind * 1000),
                "floor": milliseconds(floor(folder, 20))["median"],
                "git": milliseconds(plain_git(folder, 4 if options.quick else 8))["median"],
            })
        clean = sandbox.git(folder.root, "status", "--porcelain")
        if clean:
            raise Failed(f"git status is not clean after the saves: {clean[:200]}")
    first = {row["case"].rsplit(", ", 1)[1]: row["median"] for row in rows[:2]}
    for row in rows:
        row["ratio"] = round(row["median"] / first[row["case"].rsplit(", ", 1)[1]], 2)
    return {
        "title": "Save by hand -> commit on the tip, ms",
        "rows": rows,
        "notes": [
            "goal: median <= 40, of which <= 10 after the settle of 20; ratio to the smallest folder <= 1.3;"
            " branch and index follow within 1,000",
            "written: all bytes the daemon and its children wrote, a save, index included; to disk: pages that went"
            " to the device",
            "followed: branch and index after a single save, the longest; after all: after the row's last save",
            "floor: temporary + fdatasync + rename of the same 4 KB; git: git add FILE && git commit, not durable",
        ],
    }
