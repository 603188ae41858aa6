"""Measures the merge of two large trees that differ in a few paths on each side."""

import json
import random
import subprocess

from documents import document, edited, note
from measure import milliseconds, timed
from sandbox import Sandbox

SIZE = 400
CHANGES = 10


def history(sandbox, count, flat):
    """A repository with a base, and two commits on it that each change ten files; their ids."""
    folder = sandbox.path(f"trees-{count}{'-flat' if flat else ''}")
    sandbox.run("git", "init", "-q", folder)
    chance = random.Random(count)
    numbers = chance.sample(range(count), 2 * CHANGES)
    sides = {"ours": numbers[:CHANGES], "theirs": numbers[CHANGES:]}
    importer = subprocess.Popen(
        ["git", "-C", folder, "fast-import", "--quiet"], stdin=subprocess.PIPE, env=sandbox.environment)

    def commit(branch, parent, files):
        head = f"commit refs/heads/{branch}\ncommitter Bench <bench@example.invalid> 1700000000 +0000\ndata 0\n"
        importer.stdin.write((head + (f"from refs/heads/{parent}\n" if parent else "")).encode())
        for path, content in files:
            importer.stdin.write(f"M 100644 inline {path}\ndata {len(content)}\n".encode() + content + b"\n")
        importer.stdin.write(b"\n")

    commit("base", None, ((note(index, flat), document(index, SIZE)) for index in range(count)))
    for edit, (side, chosen) in enumerate(sides.items()):
        commit(side, "base", [(note(index, flat), edited(index, SIZE, edit + 1)) for index in chosen])
    importer.stdin.close()
    importer.wait()
    return folder, [sandbox.git(folder, "rev-parse", side) for side in sides]


def measure(folders, options):
    rows = []
    cases = [(options.small, False), (options.large, False), (options.flat, True)]
    with Sandbox(folders.stet, "trees") as sandbox:
        for count, flat in cases:
            folder, commits = history(sandbox, count, flat)
            said = json.loads(sandbox.call(folder, "merge-tree", *commits, "--rounds", "7", "--json"))
            git = milliseconds([
                timed(["git", "-C", folder, "merge-tree", "--write-tree", *commits], sandbox.environment)[0]
                for _ in range(5)])
            rest = sorted(said["milliseconds"][1:])
            tree = sandbox.git(folder, "merge-tree", "--write-tree", *commits).split()[0]
            rows.append({
                "case": f"{count:,} files" + (", one folder" if flat else ""),
                "first ms": round(said["milliseconds"][0], 2),
                "median ms": round(rest[len(rest) // 2], 2),
                "max ms": round(rest[-1], 2),
                "git ms": git["median"],
                "same tree": "yes" if said["tree"] == tree else "NO",
            })
    return {
        "title": "Merge of two trees, 10 files changed on each side",
        "rows": rows,
        "notes": [
            "in memory, base found and result stored; first: with an empty cache of the repository; goal <= 20 ms at"
            " 100,000 files",
            "git: `git merge-tree --write-tree`, the start of the program included",
        ],
    }
