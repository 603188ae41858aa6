"""Measures a save on one machine until the other machine has its bytes, through a bare repository at a path."""

import itertools
import os
import random
import time

import peers
from documents import edited, note
from figure_save import SIZE, save_by_rename
from measure import Counters, milliseconds
from sandbox import Failed, Sandbox

# No two saves of a run have the same bytes: what is there already would arrive at once.
_edit = itertools.count(1)


def arrives(path, content, limit):
    """The time at which a file has the content; None when it has not in time."""
    end = time.monotonic() + limit
    seen = None
    while time.monotonic() < end:
        try:
            now = os.stat(path)
            key = (now.st_mtime_ns, now.st_size, now.st_ino)
            if key != seen:
                with open(path, "rb") as file:
                    if file.read() == content:
                        return time.monotonic()
                # A file that is being written is looked at again, also when its times stay.
                seen = key if time.time() - now.st_mtime > 1 else None
        except FileNotFoundError:
            pass
        time.sleep(0.001)
    return None


def exchange(folders, files, count, limit=30, budget=120):
    """Times of single saves, both directions in turn, at moments that no clock of a peer knows.

    Fewer than `count` where `budget` seconds are over before, but four at least.
    """
    end = time.monotonic() + budget
    chance = random.Random(next(_edit))
    times = {0: [], 1: []}
    for number in range(count):
        if number >= 4 and time.monotonic() > end:
            break
        source = number % 2
        index = chance.randrange(files)
        content = edited(index, SIZE, next(_edit))
        ended = save_by_rename(os.path.join(folders[source], note(index)), content)
        arrived = arrives(os.path.join(folders[1 - source], note(index)), content, limit)
        if arrived is None:
            raise Failed(f"save {number} of {note(index)} did not arrive within {limit} s")
        times[source].append(arrived - ended)
        time.sleep(chance.uniform(0.3, 1.3))
    return times


def warm_up(folders, files):
    """Waits until saves arrive both ways: a peer that is still starting may miss the first ones for good."""
    for attempt in range(6):
        try:
            exchange(folders, files, 2, limit=10)
            return
        except Failed:
            if attempt == 5:
                raise


def floor(sandbox, files, count, address=""):
    """One `git push` and one `git fetch` of a commit that is made already."""
    a, b = peers.hub(sandbox, files, address)
    times = []
    for number in range(count):
        with open(os.path.join(a, note(number)), "wb") as file:
            file.write(edited(number, SIZE, next(_edit)))
        sandbox.git(a, "commit", "-q", "-a", "-m", "save")
        start = time.monotonic()
        sandbox.git(a, "push", "-q")
        sandbox.git(b, "fetch", "-q")
        times.append(time.monotonic() - start)
    return times


def measure(folders, options):
    files = options.small
    ours, others, budget = (8, 4, 10) if options.quick else (40, 12, 25)
    with Sandbox(folders.stet, "sync-floor") as sandbox:
        least = milliseconds(floor(sandbox, files, 10))
    notes = [
        "goal: stet's median <= 250, p90 <= 400; over ssh on the loopback <= 100; saves by rename in both directions at"
        " random moments"]
    rows = [{"case": "floor: git push + git fetch", **least, "ratio to floor": 1.0}]
    floors = {}
    try:
        with Sandbox(folders.stet, "sync-floor") as sandbox:
            peers.secure_shell(sandbox)
            peers.multiplexed(sandbox)
            floors["stet over ssh"] = milliseconds(floor(sandbox, files, 10, "ssh://bench-server"))
        rows.append({
            "case": "floor over ssh, multiplexed", **floors["stet over ssh"], "ratio to floor": 1.0})
    except Failed as failure:
        notes.append(f"floor over ssh: {failure}")
    cases = [
        ("stet", peers.stet, ours), ("stet over ssh", peers.stet_ssh, ours), ("Unison -repeat 1", peers.unison, others)]
    if not options.quick:
        cases += [
            ("Syncthing, delay 1 s", peers.syncthing, others), ("git loop, 1 s", peers.git_loop, others),
            ("watch, commit, pull each second", peers.gitwatch, 8)]
    else:
        notes.append("--quick leaves out Syncthing, the git loop, and watch-and-commit")
    for name, prepare, count in cases:
        with Sandbox(folders.stet, "sync") as sandbox:
            try:
                pair = prepare(sandbox, files)
                warm_up(pair, files)
                time.sleep(1)
                pids = list(sandbox.daemons.values())
                before = [Counters(pid) for pid in pids]
                both = exchange(pair, files, count, budget=budget * 2 if count == ours else budget)
                after = [Counters(pid) for pid in pids]
            except Failed as failure:
                if name == "stet":
                    raise
                notes.append(f"{name}: {failure}")
                continue
        times = milliseconds(both[0] + both[1])
        row = {"case": name, **times, "ratio to floor": round(times["median"] / floors.get(name, least)["median"], 1)}
        row["A to B"], row["B to A"] = (milliseconds(both[side])["median"] for side in (0, 1))
        if pids:
            used = sum(late.cpu - early.cpu for early, late in zip(before, after))
            row["CPU ms"] = round(used / times["n"] * 1000)
        rows.append(row)
    notes.append("CPU: both daemons and their children, a save")
    return {
        "title": f"Save on A -> bytes on B, {files:,} files, ms", "rows": rows, "notes": notes}
