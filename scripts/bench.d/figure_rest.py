"""Measures wake-ups and memory of the idle daemon, also after a clone."""

import time

from figure_placeholders import remote
from measure import Counters, resident, switches
from sandbox import Failed, Sandbox


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


def row(case, pid, options):
    """The figures of one daemon."""
    seconds = 5 if options.quick else 15
    rested = quiet(pid, 30 if options.quick else 75)
    before, cpu = switches(pid), Counters(pid).cpu
    time.sleep(seconds)
    after, cpu_after = switches(pid), Counters(pid).cpu
    memory = resident(pid)
    if not memory:
        raise Failed(f"the daemon of {case} is gone")
    return {
        "case": case,
        "wake-ups": after - before,
        "seconds": seconds,
        "came to rest": "yes" if rested else "no",
        "CPU ms": round((cpu_after - cpu) * 1000),
        "RSS MiB": round(memory.get("VmRSS", 0), 1),
        "own MiB": round(memory.get("RssAnon", 0), 1),
        "peak MiB": round(memory.get("VmHWM", 0), 1),
    }


def note(number):
    """A document of about 1 KB."""
    return f"# Note {number}\n\n".encode() + f"Some words of a plan and a garden, number {number}.\n".encode() * 20


def cloned(folders, options):
    """The daemon of a new clone, and the next one."""
    with Sandbox(folders.stet, "rest") as sandbox:
        path, place = remote(sandbox, "notes", options.large, b"", note), sandbox.path("notes")
        sandbox.run(folders.stet, "clone", path, place, limit=280)
        for case in (f"clone of {options.large:,} files", "the same after a restart"):
            yield row(case, sandbox.start_daemon(place), options)
            sandbox.stop_daemon(place)


def measure(folders, options):
    sizes = (options.large,) if options.quick else (options.small, options.large)
    rows = [row(folder.title, folder.pid, options) for folder in map(folders.get, sizes)]
    rows += cloned(folders, options)
    return {
        "title": "The daemon at rest, no remote",
        "rows": rows,
        "notes": ["goal: no wake-ups, <= 120 MiB resident; beside it: Syncthing 126 MiB, Unison 10 MiB at 1,000 files"],
    }
