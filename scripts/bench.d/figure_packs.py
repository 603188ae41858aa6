"""Measures the bytes on disk of many saves, before and after packs are joined at rest, beside git's gc."""

import os
import random
import shutil
import time

from documents import fill, note
from figure_save import save_by_rename
from sandbox import Failed, Sandbox, wait_until

FILES = 1_000
# The rest of a minute, the checkpoint before it and the joining.
LIMIT = 180
# The number of packs from which on they are joined at rest.
JOINED = 4


def tip(root):
    """The recorder's commit."""
    with open(os.path.join(root, ".git/refs/stet/tip"), encoding="ascii") as file:
        return file.read()


def packs(root):
    folder = os.path.join(root, ".git/objects/pack")
    return sum(name.endswith(".pack") for name in os.listdir(folder))


def size(objects):
    """The bytes of all objects with the indexes of the packs, without git's commit graph."""
    return sum(
        os.lstat(os.path.join(folder, name)).st_size
        for folder, _, names in os.walk(objects) if not folder.startswith(os.path.join(objects, "info"))
        for name in names)


def collected(sandbox, root):
    """The bytes that `git gc --aggressive` leaves of a copy."""
    copy = sandbox.path("copy.git")
    shutil.copytree(os.path.join(root, ".git"), copy, ignore=shutil.ignore_patterns("stet", "*.lock", "stet-wake-*"))
    try:
        sandbox.run("git", "-C", copy, "gc", "-q", "--aggressive", "--prune=now", limit=600)
        return size(os.path.join(copy, "objects"))
    finally:
        shutil.rmtree(copy)


def save(root, count):
    """Changes one line of a document after the other; each save is a commit."""
    chance = random.Random(count)
    for number in range(count):
        path, before = os.path.join(root, note(chance.randrange(FILES))), tip(root)
        with open(path, "rb") as file:
            lines = file.read().split(b"\n")
        lines[chance.randrange(len(lines) - 1)] = b"Edit %d, a line that a person wrote." % number
        save_by_rename(path, b"\n".join(lines))
        wait_until(lambda: tip(root) != before, 30, step=0.002, what="the commit of a save")


def measure(folders, options):
    count = 300 if options.quick else 2_000
    rows = []
    notes = [
        "goal: <= 900 bytes a save after a minute of rest",
        "bytes a save: growth of .git/objects with indexes; each save changes one line of one file",
    ]
    with Sandbox(folders.stet, "packs") as sandbox:
        root = sandbox.path("folder")
        os.makedirs(root)
        fill(root, FILES)
        sandbox.run(sandbox.stet, "init", root)
        objects = os.path.join(root, ".git/objects")
        first, least = size(objects), collected(sandbox, root)
        sandbox.start_daemon(root)
        save(root, count)
        # The last checkpoint follows 5 s after the last save.
        time.sleep(8)
        commits = int(sandbox.git(root, "rev-list", "--count", "refs/stet/tip"))

        def row(case, packs, after, before):
            return {
                "case": case, "commits": commits, "packs": packs, "MB": round(after / 1_000_000, 2),
                "bytes a save": round((after - before) / count)}

        found = packs(root)
        rows.append(row("after the last checkpoint", found, size(objects), first))
        try:
            wait_until(lambda: packs(root) < JOINED, LIMIT, step=1, what="the joining of packs")
            # The old packs are deleted one after the other.
            time.sleep(2)
        except Failed as failure:
            notes.append(str(failure))
        rows.append(row("after a minute of rest", packs(root), size(objects), first))
        rows.append(row("git gc --aggressive", 1, collected(sandbox, root), least))
    return {"title": f"Bytes on disk of {count:,} saves, {FILES:,} files", "rows": rows, "notes": notes}
