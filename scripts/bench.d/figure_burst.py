"""Measures an archive unpacked on one machine until the other machine has all files, through a bare repository at a path."""

import contextlib
import os
import tarfile
import time

import peers
from documents import document, note
from figure_rest import quiet
from figure_sync import warm_up
from measure import Counters
from sandbox import Failed, Sandbox

SIZE = 2_000


def archive(sandbox, count):
    """A tar file with documents that no workspace has yet."""
    source, path = sandbox.path("archive"), sandbox.path("archive.tar")
    for number in range(count):
        name = os.path.join(source, "unpacked", note(number))
        os.makedirs(os.path.dirname(name), exist_ok=True)
        with open(name, "wb") as file:
            file.write(document(1_000_000 + number, SIZE))
    with tarfile.open(path, "w") as tar:
        tar.add(os.path.join(source, "unpacked"), "unpacked")
    return path


def files_below(folder):
    return sum(
        name.endswith(".md") and os.path.getsize(os.path.join(root, name)) == SIZE
        for root, _, names in os.walk(folder) for name in names)


def unpack(sandbox, tar, source, target, count, limit):
    """The seconds of tar, and those from its start until the other folder has all files."""
    begin = time.monotonic()
    sandbox.run("tar", "-C", source, "-xf", tar)
    unpacked = time.monotonic() - begin
    end = begin + limit
    while time.monotonic() < end:
        # The last folder is complete last in most programs, and a look at it costs them little.
        if files_below(os.path.join(target, "unpacked", os.path.dirname(note(count - 1)))):
            if files_below(os.path.join(target, "unpacked")) >= count:
                return unpacked, time.monotonic() - begin
        time.sleep(0.02)
    raise Failed(f"{count:,} files did not arrive within {limit} s")


def floor(sandbox, tar):
    """The same by hand: unpack, add, commit, push, pull."""
    a, b = peers.hub(sandbox, 100)
    begin = time.monotonic()
    sandbox.run("tar", "-C", a, "-xf", tar)
    unpacked = time.monotonic() - begin
    sandbox.git(a, "add", "-A")
    sandbox.git(a, "commit", "-q", "-m", "archive")
    sandbox.git(a, "push", "-q")
    sandbox.git(b, "pull", "-q")
    return unpacked, time.monotonic() - begin


def used(before):
    """The CPU seconds that processes and their children used since."""
    return round(sum(Counters(pid).cpu - cpu for pid, cpu in before.items()), 2)


def pushes(folder):
    """The number of times that a folder has pushed."""
    with open(os.path.join(folder, ".git/logs/refs/remotes/origin/main"), encoding="utf-8") as file:
        return sum(line.rstrip().endswith("update by push") for line in file)


def measure_one(sandbox, prepare, count):
    """The row of one program."""
    tar = archive(sandbox, count)
    a, b = prepare(sandbox, 100)
    warm_up((a, b), 100)
    time.sleep(1)
    before = {pid: Counters(pid).cpu for pid in sandbox.daemons.values()}
    if before:
        commits, rounds = int(sandbox.git(a, "rev-list", "--count", "refs/stet/tip")), pushes(a)
    unpacked, spent = unpack(sandbox, tar, a, b, count, 120)
    row = {"tar s": round(unpacked, 2), "seconds": round(spent, 2)}
    if before:
        row["CPU s"] = used(before)
        for pid in before:
            quiet(pid, 30)
        row["until rest"] = used(before)
        row["commits"] = int(sandbox.git(a, "rev-list", "--count", "refs/stet/tip")) - commits
        row["pushes"] = pushes(a) - rounds
    return row


def measure(folders, options):
    count = 1_000 if options.quick else 10_000
    rows = []
    notes = [
        "goal: 10,000 files <= 2.5 s; seconds from the start of tar, of which tar itself took tar s",
        "CPU: both daemons and their children until all files had arrived, and until nothing was left to do",
        "git by hand: tar, add, commit, push and pull one after the other, one commit",
    ]
    cases = [("stet", peers.stet), ("stet over ssh", peers.stet_ssh), ("Unison -repeat 1", peers.unison)]
    if not options.quick:
        cases.append(("Syncthing, delay 1 s", peers.syncthing))
    # All folders stay until the end: an ext4 without a journal searches long for an inode for each new file when
    # thousands were deleted in the last minutes, so that each case would pay for the deletion of the one before.
    with contextlib.ExitStack() as sandboxes:
        sandbox = sandboxes.enter_context(Sandbox(folders.stet, "burst-floor"))
        unpacked, least = floor(sandbox, archive(sandbox, count))
        rows.append({"case": "git by hand", "tar s": round(unpacked, 2), "seconds": round(least, 2), "ratio": 1.0})
        for name, prepare in cases:
            sandbox = sandboxes.enter_context(Sandbox(folders.stet, "burst"))
            try:
                row = measure_one(sandbox, prepare, count)
            except Failed as failure:
                if name == "stet":
                    raise
                notes.append(f"{name}: {failure}")
                continue
            finally:
                sandbox.stop()
            rows.append({"case": name, **row, "ratio": round(row["seconds"] / least, 2)})
    return {"title": f"Archive of {count:,} files unpacked on A -> all on B, path remote", "rows": rows, "notes": notes}
