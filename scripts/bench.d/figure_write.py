"""Measures a write by an agent: `stet write` from program start to exit, with a durable answer."""

import hashlib
import os
import time

from documents import edited
from figure_save import SIZE, floor, plain_git
from measure import milliseconds, timed
from sandbox import Failed


def token(content):
    """The version token of bytes: their blob id."""
    return hashlib.sha1(b"blob %d\0" % len(content) + content).hexdigest()


def writes(folder, count):
    sandbox = folder.sandbox
    content_file = sandbox.path("content")
    times = []
    for _ in range(count):
        index, path = folder.any_note()
        with open(os.path.join(folder.root, path), "rb") as file:
            base = token(file.read())
        with open(content_file, "wb") as file:
            file.write(edited(index, SIZE, folder.edits))
        agent = ["--agent", "bench", "--session", "bench-1"]
        # A session replaces only a text that it read.
        sandbox.run(sandbox.stet, "-C", folder.root, "read", path, *agent)
        command = [sandbox.stet, "-C", folder.root, "write", path, *agent, "--if", base]
        took, status = timed(command, sandbox.environment, input=content_file)
        if status != 0:
            sandbox.run(*command, input=edited(index, SIZE, folder.edits))
            raise Failed(f"stet write {path}: exit {status}, and 0 when it was repeated")
        times.append(took)
        time.sleep(0.02)
    return times


def starts(command, environment, count=15):
    return milliseconds([timed(command, environment)[0] for _ in range(count)])["median"]


def measure(folders, options):
    rows = []
    for files in (options.small, options.large):
        folder = folders.get(files)
        writes(folder, 3)
        times = milliseconds(writes(folder, 20 if options.quick else 60))
        git = milliseconds(plain_git(folder, 4 if options.quick else 10))["median"]
        least = milliseconds(floor(folder, 30))["median"]
        rows.append({
            "case": folder.title,
            **times,
            "floor": least,
            "ratio to floor": round(times["median"] / least, 1),
            "git": git,
            "git / stet": round(git / times["median"], 1),
            "program start": starts([folder.sandbox.stet, "--version"], folder.sandbox.environment),
            "true": starts(["true"], folder.sandbox.environment),
        })
    return {
        "title": "`stet write` through the running daemon, start to exit, durable, ms",
        "rows": rows,
        "notes": [
            "goal: median <= 15; at the largest folder git / stet >= 15",
            "floor: temporary + fdatasync + rename of the same bytes, in this program; git: git add FILE && git commit",
            "program start: `stet --version`; true: starting a program that does nothing",
        ],
    }
