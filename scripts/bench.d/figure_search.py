"""Measures a search of two words, `stet search` beside `git grep`, the first index with saves meanwhile, and a save
until it is found."""

import json
import os
import time

import figure_save
from measure import milliseconds, timed
from sandbox import Failed, wait_until

WORDS = [("free", "software"), ("copyright", "license"), ("warranty", "merchantability"), ("version", "public")]


def searched(command, environment, cwd, count):
    """The times of runs of a command; `git grep` ends with 1 if nothing is found."""
    times = []
    for _ in range(count):
        took, status = timed(command, environment, cwd=cwd)
        if status not in (0, 1):
            raise Failed(f"{command}: exit {status}")
        times.append(took)
    return milliseconds(times)["median"]


def remove_index(folder):
    """Starts the daemon without an index; returns the path of the new one."""
    folder.stop()
    index = os.path.join(folder.root, ".git", "stet", "index.sqlite")
    for ending in ("", "-wal"):
        if os.path.exists(index + ending):
            os.remove(index + ending)
    folder.start()
    return index


def saved(folder, count):
    """Milliseconds from a save to its commit, while the index is built and when it is complete."""

    def state():
        return json.loads(folder.sandbox.call(folder.root, "status", "--json")).get("index")

    remove_index(folder)
    wait_until(state, 30, what="the index to be begun")
    meanwhile = milliseconds(figure_save.saves(folder, "rename", count, (0.05, 0.15)))["median"]
    if not state():
        return None, None
    folder.sandbox.call(folder.root, "search", "free software", limit=600)
    return meanwhile, milliseconds(figure_save.saves(folder, "rename", count, (0.05, 0.15)))["median"]


def indexed(folder):
    """Seconds until a new index is complete, and its size in proportion to the texts."""
    sandbox = folder.sandbox
    index = remove_index(folder)
    begin = time.monotonic()
    sandbox.call(folder.root, "search", "free software", limit=600)
    took = time.monotonic() - begin
    size = sum(os.path.getsize(index + ending) for ending in ("", "-wal") if os.path.exists(index + ending))
    text = 0
    for place, names, files in os.walk(folder.root):
        if ".git" in names:
            names.remove(".git")
        text += sum(os.path.getsize(os.path.join(place, name)) for name in files)
    return took, size / text


def found(folder, count):
    """Milliseconds from a save until a search finds it."""
    sandbox = folder.sandbox
    times = []
    for number in range(count):
        _, path = folder.any_note()
        word = f"uniqueword{number}x{os.getpid()}"
        with open(os.path.join(folder.root, path), "ab") as file:
            file.write(f"{word}\n".encode())
        begin = time.monotonic()

        def is_found():
            return len(json.loads(sandbox.call(folder.root, "search", word, "--json"))) == 1

        wait_until(is_found, 10, step=0.005, what=f"{word} to be found")
        times.append(time.monotonic() - begin)
    return milliseconds(times)["median"]


def measure(folders, options):
    rows = []
    for files in (options.small, options.large):
        folder = folders.get(files)
        sandbox = folder.sandbox
        seconds, size = indexed(folder)
        count = 5 if options.quick else 15
        stet, grep = [], []
        for first, second in WORDS:
            command = [sandbox.stet, "-C", folder.root, "search", f"{first} {second}"]
            stet.append(searched(command, sandbox.environment, folder.root, count))
            command = ["git", "-C", folder.root, "grep", "-l", "-i", "-w", "--all-match", "-e", first, "-e", second, "HEAD"]
            grep.append(searched(command, sandbox.environment, folder.root, 2 if options.quick else 4))
        start = searched([sandbox.stet, "--version"], sandbox.environment, folder.root, count)
        meanwhile, usual = saved(folder, 8 if options.quick else 20) if files == options.large else (None, None)
        rows.append({
            "case": folder.title,
            "stet search": round(sum(stet) / len(stet), 1),
            "program start": start,
            "git grep": round(sum(grep) / len(grep), 1),
            "git / stet": round(sum(grep) / sum(stet), 1),
            "save to found": found(folder, 3 if options.quick else 10),
            "index, s": round(seconds, 1),
            "index / text": round(size, 2),
            "save while indexing": meanwhile,
            "save": usual,
        })
    return {
        "title": "search of two words, median of four queries, ms",
        "rows": rows,
        "notes": [
            "goal: stet search <= 20; save to found <= 100; at the largest folder index <= 20 s, index / text <= 1.2",
            "git grep: the files with both words at HEAD; index: a search after the index was deleted",
            "save while indexing: to the commit, 20 saves, goal <= 1.1 x save; empty if the index was complete before",
        ],
    }
