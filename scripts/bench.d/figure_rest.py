"""Measures wake-ups and memory of the idle daemon."""

import time

from measure import Counters, resident, switches
from sandbox import Failed


def quiet(pid, limit):
    """Waits until a process has done nothing for some seconds."""
    end = time.monotonic() + limit
    last, since = switches(pid), time.monotonic()
    while time.monotonic() - since < 6:
        if time.monotonic() > end:
            return False
        time.sleep(0.5)
        now = switches(pid)
        if now != last:
            last, since = now, time.monotonic()
    return True


def measure(folders, options):
    rows = []
    seconds = 5 if options.quick else 15
    for files in (options.large,) if options.quick else (options.small, options.large):
        folder = folders.get(files)
        rested = quiet(folder.pid, 30 if options.quick else 75)
        before, cpu = switches(folder.pid), Counters(folder.pid).cpu
        time.sleep(seconds)
        after, cpu_after = switches(folder.pid), Counters(folder.pid).cpu
        memory = resident(folder.pid)
        if not memory:
            raise Failed(f"the daemon of {folder.root} is gone")
        rows.append({
            "case": folder.title,
            "wake-ups": after - before,
            "seconds": seconds,
            "came to rest": "yes" if rested else "no",
            "CPU ms": round((cpu_after - cpu) * 1000),
            "RSS MiB": round(memory.get("VmRSS", 0), 1),
            "own MiB": round(memory.get("RssAnon", 0), 1),
            "peak MiB": round(memory.get("VmHWM", 0), 1),
        })
    return {
        "title": "The daemon at rest, no remote",
        "rows": rows,
        "notes": ["goal: no wake-ups, <= 120 MiB resident; beside it: Syncthing 126 MiB, Unison 10 MiB at 1,000 files"],
    }
