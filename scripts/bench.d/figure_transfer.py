"""Measures the transfer of large files to and from a git-lfs server on the loopback, beside git-lfs.

nginx serves the objects, so that the server's own time does not count; without nginx the server is PyPI's giftless. Both
sides transfer the same objects with the same server, to and from the object folder only.
"""

import os
import shutil
import statistics
import subprocess
import sys
import time

from sandbox import Failed, Sandbox

PACKAGE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ROUNDS = 3
SERVERS = os.path.join(PACKAGE, "Tests", "LargeFilesTests", "Servers")


def giftless():
    """The Python that has giftless; made once."""
    place = os.path.join(PACKAGE, ".build", "giftless")
    made = subprocess.run(["bash", os.path.join(SERVERS, "giftless.bash"), place], stderr=subprocess.PIPE, text=True,
                          check=False)
    if made.returncode != 0:
        raise Failed(made.stderr.strip())
    return os.path.join(place, "python", "bin", "python")


def server_command():
    """What starts a server in the folder that is added, and its name."""
    if shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin"):
        return [sys.executable, os.path.join(PACKAGE, "scripts", "bench.d", "batch_server.py")], "nginx"
    return [giftless(), os.path.join(SERVERS, "giftless_server.py")], "giftless behind waitress"


class Server:
    """A server with nothing in it."""

    def __init__(self, command, folder):
        os.makedirs(folder)
        self.child = subprocess.Popen([*command, folder], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                      stdin=subprocess.DEVNULL, text=True)
        self.address = f"http://127.0.0.1:{self.child.stdout.readline().split()[0]}/bench/sea.git/info/lfs"

    def end(self):
        self.child.terminate()
        self.child.wait()


def timed(sandbox, command, folder, limit=280, **more):
    """Seconds."""
    begin = time.monotonic()
    done = subprocess.run(command, cwd=folder, env={**sandbox.environment, **more}, timeout=limit, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    if done.returncode != 0:
        raise Failed(f"{' '.join(command[:4])}: {(done.stderr or done.stdout).strip()[-300:]}")
    return time.monotonic() - begin


def moved(sandbox, program, way, address, folder, names, limit=280):
    """Seconds and MB of Stet's transfer, which must have moved all."""
    done = subprocess.run([program, way, address, folder], input=names, env=sandbox.environment, timeout=limit,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
    words = done.stdout.split()
    if done.returncode != 0 or len(words) != 3 or int(words[1]) != names.count("\n"):
        raise Failed(f"stet {way}: {(done.stderr or done.stdout).strip()[-300:]}")
    return float(words[0]), int(words[2]) / 1024


def case(sandbox, program, command_of_server, title, count, size):
    """One row for each way."""
    root = sandbox.path(title.replace(" ", "-"))
    work, ours = os.path.join(root, "work"), os.path.join(root, "ours")
    os.makedirs(work)
    sandbox.git(work, "init", "-q", ".")
    sandbox.run("git", "lfs", "install", "--local", cwd=work)
    with open(os.path.join(work, ".gitattributes"), "w", encoding="ascii") as file:
        file.write("*.bin filter=lfs diff=lfs merge=lfs -text\n")
    for number in range(count):
        with open(os.path.join(work, f"{number}.bin"), "wb") as file:
            for _ in range(max(1, size // 1_000_000)):
                file.write(os.urandom(min(size, 1_000_000)))
    files = [os.path.join(work, f"{number}.bin") for number in range(count)]
    names = ""
    for start in range(0, count, 500):
        names += sandbox.run(program, "store", ours, *files[start:start + 500], limit=280)
    sandbox.git(work, "add", ".", limit=280)
    sandbox.git(work, "commit", "-q", "-m", "x", limit=280)
    sandbox.git(work, "remote", "add", "origin", "http://127.0.0.1:9/nobody")
    seconds, memory = {}, {}
    for number in range(ROUNDS):
        servers = {}
        try:
            for way in ("upload", "download"):
                for who in ("stet", "git-lfs") if number % 2 == 0 else ("git-lfs", "stet"):
                    if way == "upload":
                        servers[who] = Server(command_of_server, os.path.join(root, f"server-{who}"))
                    # What was written before is nobody's debt.
                    os.sync()
                    if who == "stet":
                        folder = ours if way == "upload" else os.path.join(root, "fresh")
                        took, most = moved(sandbox, program, way, servers[who].address, folder, names)
                        memory[way] = max(memory.get(way, 0), most)
                    else:
                        took = peer(sandbox, way, servers[who].address, work)
                    seconds.setdefault((who, way), []).append(took)
        finally:
            for server in servers.values():
                server.end()
        sandbox.run("rm", "-rf", *(os.path.join(root, name) for name in ("server-stet", "server-git-lfs", "fresh")))
    sandbox.run("rm", "-rf", root)
    rows = []
    for way in ("upload", "download"):
        ours_took, peer_took = (statistics.median(seconds[who, way]) for who in ("stet", "git-lfs"))
        rows.append({
            "case": f"{title}, {way}", "stet s": ours_took, "git-lfs s": peer_took,
            "stet / git-lfs": ours_took / peer_took, "stet MB": memory[way]})
    return rows


def peer(sandbox, way, address, work):
    """Seconds that git-lfs takes."""
    command = ["git", "-c", f"lfs.url={address}", "-c", "lfs.locksverify=false"]
    if way == "upload":
        return timed(sandbox, command + ["lfs", "push", "--all", "origin"], work)
    sandbox.run("rm", "-rf", os.path.join(work, ".git", "lfs", "objects"))
    os.sync()
    return timed(sandbox, command + ["lfs", "fetch", "--all"], work)


def measure(folders, options):
    command, name = server_command()
    program = options.transfer
    if not program:
        raise Failed("TransferFigures is not beside the program that is measured")
    sandbox = Sandbox(program, "transfer")
    try:
        size, count = (100_000_000, 500) if options.quick else (1_000_000_000, 5_000)
        rows = case(sandbox, program, command, f"1 file of {size // 1_000_000:,} MB", 1, size)
        rows += case(sandbox, program, command, f"{count:,} files of 200 kB", count, 200_000)
    finally:
        sandbox.__exit__()
    return {
        "title": f"objects over the loopback, {name}, s",
        "rows": rows,
        "notes": [
            "goal: stet / git-lfs <= 0.8, stet MB <= 100 (most that the process ever had)",
            f"medians of {ROUNDS} rounds; who begins takes turns, and the disk is synced before each transfer",
            "Stet's objects are durable before they have their names; git-lfs flushes nothing",
        ],
    }
