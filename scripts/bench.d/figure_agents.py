"""Measures an agent's calls of `stet mcp` with PyPI's `mcp` client, from the request to the durable answer."""

import json
import os
import subprocess

from measure import milliseconds
from sandbox import Failed

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
HERE = os.path.dirname(os.path.abspath(__file__))
GIT_SERVER = "mcp-server-git==2026.10.19"


def clients():
    """The Python that has the client, and the program of PyPI's git server; made once."""
    place = os.path.join(PACKAGE, ".build", "agent-clients")
    script = os.path.join(PACKAGE, "Tests", "EndToEndTests", "Agents", "clients.bash")
    made = subprocess.run(["bash", script, place], stderr=subprocess.PIPE, text=True, check=False)
    if made.returncode != 0:
        raise Failed(made.stderr.strip())
    git = os.path.join(place, "git")
    server = os.path.join(git, "bin", "mcp-server-git")
    if not os.access(server, os.X_OK):
        for command in (
            ["python3", "-m", "venv", git],
            [os.path.join(git, "bin", "pip"), "install", "--quiet", "--disable-pip-version-check", GIT_SERVER],
        ):
            done = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
            if done.returncode != 0:
                raise Failed(f"{GIT_SERVER} cannot be had: {done.stderr.strip().splitlines()[-1]}")
    return os.path.join(place, "current", "bin", "python"), server


def ask(python, limit, **task):
    done = subprocess.run(
        [python, os.path.join(HERE, "agents_client.py")], input=json.dumps(task), stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True, check=False, timeout=limit)
    if done.returncode != 0:
        raise Failed(done.stderr.strip().splitlines()[-1] if done.stderr.strip() else "the client failed")
    return json.loads(done.stdout)


def audited(python, folder, count):
    """Milliseconds of one of many reads, all its costs together, and its bytes in the audit."""
    audit = os.path.join(folder.root, ".git", "stet", "audit")

    def size():
        return sum(os.path.getsize(os.path.join(audit, name)) for name in os.listdir(audit))

    before = size()
    done = ask(
        python, 300, what="reads", command=[folder.sandbox.stet, "-C", folder.root, "mcp"],
        environment=folder.sandbox.environment, paths=[folder.any_note()[1] for _ in range(500)], count=count, wide=16)
    folder.sandbox.run(folder.sandbox.stet, "-C", folder.root, "audit", "verify")
    return 1_000 * done["seconds"] / count, (size() - before) / count


def measure(folders, options):
    python, server = clients()
    count, warm = (30, 5) if options.quick else (200, 20)
    rows, medians = [], []
    for files in (options.small, options.large):
        folder = folders.get(files)
        sandbox = folder.sandbox
        paths = [folder.any_note()[1] for _ in range(count + warm)]
        stet = [sandbox.stet, "-C", folder.root, "mcp"]
        # What making the folder left to be written must not be what the first writes wait for.
        os.sync()
        times = ask(
            python, 300, what="writes", command=stet, environment=sandbox.environment, paths=paths, warm=warm,
            beside=sandbox.path("."))
        write, floor, read = (milliseconds(times[name]) for name in ("write", "floor", "read"))
        peer = milliseconds(ask(
            python, 300, what="git", command=[server, "--repository", folder.plain], environment=sandbox.environment,
            root=folder.plain, paths=paths[:8 if options.quick else 25], warm=2)["write"])["median"]
        medians.append(write["median"])
        rows.append({
            "case": folder.title, **write, "floor": floor["median"],
            "allowed": round(2 * floor["median"] + 5, 2), "read_text_file": read["median"],
            "mcp-server-git": peer, "git / stet": round(peer / write["median"], 1),
        })
    folder = folders.get(options.small)
    rates = {}
    for writers, each in ((1, 60 if options.quick else 300), (50, 4 if options.quick else 20)):
        done = ask(
            python, 300, what="many", command=[folder.sandbox.stet, "-C", folder.root, "mcp"],
            environment=folder.sandbox.environment, writers=writers, count=each, mark=f"w{writers}")
        rates[writers] = done["writes"] / done["seconds"]
    count = 1_000 if options.quick else 10_000
    each, size = audited(python, folder, count)
    return {
        "title": "`write_file` through `stet mcp` (stdio) from PyPI's client, request to durable, ms",
        "rows": rows,
        "notes": [
            "goal: median <= allowed (2 x floor + 5 ms), the same within 1.3 x in both folders, read_text_file <= 3 ms",
            f"larger / smaller folder: {medians[1] / medians[0]:.2f}",
            "floor: temporary + fdatasync, journal + fdatasync, rename, of the same bytes in the client's program",
            f"mcp-server-git: git_add and git_commit of one changed file ({GIT_SERVER}), not synced to disk",
            f"writes per second: 1 writer {rates[1]:.0f}, 50 at once {rates[50]:.0f}, "
            f"{rates[50] / rates[1]:.1f} x (goal >= 3); each writer a `stet mcp` of its own, all from one client program",
            f"{count:,} audited reads in a burst: {each:.2f} ms each with all that a read costs, {size:.0f} bytes of "
            f"audit each, {size * 10_000 / 1e6:.2f} MB for 10,000 (goal <= 0.2 ms for the audit, <= 2 MB)",
        ],
    }
