"""Clocks, counters and a watch on one reference."""

import ctypes
import os
import select
import statistics
import time

_libc = ctypes.CDLL(None, use_errno=True)
_CLOSE_WRITE, _MOVED_TO = 0x8, 0x80


def milliseconds(values):
    """Median, 90th percentile, least and number of times in seconds, in milliseconds."""
    values = sorted(values)
    if not values:
        return {"n": 0}
    return {
        "median": round(statistics.median(values) * 1000, 2),
        "p90": round(values[min(len(values) - 1, int(len(values) * 0.9))] * 1000, 2),
        "min": round(values[0] * 1000, 2),
        "n": len(values),
    }


class ReferenceWatch:
    """Tells when a loose reference moves: by inotify on its folder, not through the program that moves it."""

    def __init__(self, folder, name):
        self.folder, self.path = folder, os.path.join(folder, name)
        self.descriptor = _libc.inotify_init1(os.O_NONBLOCK | os.O_CLOEXEC)
        self.poll = select.poll()
        # Where other programs use up the instances, the file is looked at each 0.2 ms instead.
        if self.descriptor >= 0:
            self.poll.register(self.descriptor, select.POLLIN)
        self.drain()

    def value(self):
        try:
            with open(self.path, "rb") as file:
                return file.read().strip()
        except FileNotFoundError:
            return b""

    def wait(self, before, limit):
        """The time at which it has another value than before; None when it has not in time."""
        end = time.monotonic() + limit
        while True:
            # A reference that went into packed-refs meanwhile did not move.
            if self.value() not in (before, b""):
                return time.monotonic()
            left = end - time.monotonic()
            if left <= 0:
                return None
            if self.descriptor < 0:
                time.sleep(0.0002)
                continue
            self.poll.poll(left * 1000)
            try:
                os.read(self.descriptor, 65536)
            except BlockingIOError:
                pass

    def drain(self):
        """Forgets what was seen; watches again, since packing references takes empty folders away."""
        os.makedirs(self.folder, exist_ok=True)
        if self.descriptor < 0:
            return
        if _libc.inotify_add_watch(self.descriptor, os.fsencode(self.folder), _CLOSE_WRITE | _MOVED_TO) < 0:
            raise OSError(ctypes.get_errno(), "inotify_add_watch", self.folder)
        try:
            os.read(self.descriptor, 65536)
        except BlockingIOError:
            pass

    def close(self):
        if self.descriptor >= 0:
            os.close(self.descriptor)


class Counters:
    """What a process and its finished children have used so far."""

    def __init__(self, pid):
        with open(f"/proc/{pid}/stat", encoding="ascii", errors="replace") as file:
            fields = file.read().rsplit(")", 1)[1].split()
        ticks = os.sysconf("SC_CLK_TCK")
        self.cpu = sum(int(field) for field in fields[11:15]) / ticks
        self.written = self.stored = 0
        try:
            with open(f"/proc/{pid}/io", encoding="ascii") as file:
                values = dict(line.split(": ") for line in file.read().splitlines())
            self.written, self.stored = int(values["wchar"]), int(values["write_bytes"])
        except OSError:
            pass


def switches(pid):
    """Context switches of all threads of a process: each one it made of itself is a wake-up."""
    total = 0
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/status", encoding="ascii", errors="replace") as file:
                for line in file:
                    if line.startswith(("voluntary_ctxt", "nonvoluntary_ctxt")):
                        total += int(line.split()[1])
        except FileNotFoundError:
            pass
    return total


def resident(pid):
    """Resident memory in MiB: all, and what is the process's own."""
    values = {}
    with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
        for line in file:
            if line.startswith(("VmRSS", "RssAnon", "VmHWM")):
                values[line.split(":")[0]] = int(line.split()[1]) / 1024
    return values


def timed(command, environment, cwd=None, input=None):
    """Seconds from the start of a program to its exit; its exit status."""
    actions = []
    # Standard output and error nowhere, input from a file: no pipe to serve while the clock runs.
    actions.append((os.POSIX_SPAWN_OPEN, 0, input or "/dev/null", os.O_RDONLY, 0))
    for descriptor in (1, 2):
        actions.append((os.POSIX_SPAWN_OPEN, descriptor, "/dev/null", os.O_WRONLY, 0))
    before = os.getcwd()
    if cwd:
        os.chdir(cwd)
    try:
        start = time.monotonic()
        pid = os.posix_spawnp(command[0], command, environment, file_actions=actions)
        _, status = os.waitpid(pid, 0)
        return time.monotonic() - start, os.waitstatus_to_exitcode(status)
    finally:
        os.chdir(before)


def replace_durably(path, content):
    """Temporary, fdatasync, rename: the least a durable save costs."""
    beside = path + ".floor"
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
    try:
        os.write(descriptor, content)
        os.fdatasync(descriptor)
    finally:
        os.close(descriptor)
    os.rename(beside, path)
