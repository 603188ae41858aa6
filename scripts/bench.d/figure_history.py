"""Measures the history of one path in a long history: `stet log PATH` and `stet blame PATH` beside plain git."""

import os
import random
import subprocess

from measure import milliseconds, timed
from sandbox import Failed, Sandbox, wait_until

FILES, LINES = 2_000, 40


def note(index):
    return f"Area {index % 10}/Topic {index // 10 % 20}/note {index}.md"


def history(stream, commits):
    """Writes a history for `git fast-import`: after the first commit, each changes one line of one file."""
    chance = random.Random(commits)
    texts = [[f"line {line} of note {index}" for line in range(LINES)] for index in range(FILES)]
    for number in range(commits):
        time = 1_600_000_000 + number * 60
        message = b"Edit a note\n\nStet-Actor: user\nStet-Machine: bench\n"
        stream.write(
            b"commit refs/heads/main\ncommitter Bench <bench@example.invalid> %d +0000\ndata %d\n%s\n"
            % (time, len(message), message))
        changed = range(FILES) if number == 0 else [chance.randrange(FILES)]
        for index in changed:
            if number:
                texts[index][chance.randrange(LINES)] = f"changed by commit {number}"
            content = ("\n".join(texts[index]) + "\n").encode()
            stream.write(b"M 644 inline %s\ndata %d\n%s\n" % (note(index).encode(), len(content), content))


def median(command, environment, cwd, count):
    times = []
    for _ in range(count):
        took, status = timed(command, environment, cwd=cwd)
        if status != 0:
            raise Failed(f"{command}: exit {status}")
        times.append(took)
    return milliseconds(times)["median"]


def measured(stet, commits, quick):
    with Sandbox(stet, f"history-{commits}") as sandbox:
        root = sandbox.path("folder")
        os.makedirs(root)
        sandbox.git(root, "init", "-q")
        with subprocess.Popen(
            ["git", "-C", root, "fast-import", "--quiet"], env=sandbox.environment, stdin=subprocess.PIPE) as importer:
            history(importer.stdin, commits)
            importer.stdin.close()
            if importer.wait(300) != 0:
                raise Failed("git fast-import failed")
        sandbox.git(root, "checkout", "-q", "-f", "main")
        sandbox.call(root, "init", ".", limit=300)
        sandbox.start_daemon(root)
        # A save, so that the daemon comes to rest after it: then it extends the commit graph.
        with open(os.path.join(root, note(1)), "a", encoding="utf-8") as file:
            file.write("one more line\n")
        sandbox.call(root, "sync", "--wait", limit=300)
        graphs = os.path.join(root, ".git", "objects", "info", "commit-graphs", "commit-graph-chain")
        wait_until(lambda: os.path.exists(graphs), 300, step=0.1, what="the commit graph")
        wait_until(lambda: "Search index" not in sandbox.call(root, "status"), 300, step=0.5, what="the search index")
        # The peer is git as it is without Stet's commit graph.
        plain = ["git", "-C", root, "-c", "core.commitGraph=false"]
        rows = []
        for index in (73, 512, 1_999):
            path = note(index)
            count = 3 if quick else 7
            run = lambda *command: median([*command], sandbox.environment, root, count)
            log, git_log = run(stet, "log", path), run(*plain, "log", "--", path)
            blame, git_blame = run(stet, "blame", path), run(*plain, "blame", "HEAD", "--", path)
            rows.append((log, git_log, blame, git_blame))
        log, git_log, blame, git_blame = (sum(column) / len(rows) for column in zip(*rows))
        return {
            "case": f"{commits:,} commits", "stet log": round(log, 1), "git log": round(git_log, 1),
            "log: stet / git": round(log / git_log, 3), "stet blame": round(blame, 1), "git blame": round(git_blame, 1),
            "blame: stet / git": round(blame / git_blame, 3),
        }


def measure(folders, options):
    cases = [10_000] if options.quick else [10_000, 100_000]
    return {
        "title": "log and blame of one path, mean of three files, medians in ms",
        "rows": [measured(folders.stet, commits, options.quick) for commits in cases],
        "notes": [
            "goal at 100,000 commits: log <= 0.2 of plain git's, blame <= 0.5 of plain git's",
            "plain git reads no commit graph; 2,000 files, each commit changes one line of one file",
        ],
    }
