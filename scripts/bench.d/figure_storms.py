"""Measures many machines that save at once: the latency of a save, the number of merges, and the time until all are equal.

The first part is a simulation (the real recorder and sync on a simulated disk, network and clock), the second runs daemons
with real remotes.
"""

import json
import os
import random
import subprocess
import threading
import time

import peers
from sandbox import Failed, Sandbox, wait_until


def load():
    with open("/proc/loadavg", encoding="ascii") as file:
        return float(file.read().split()[0])


def simulated(program, quick):
    """The figures of the simulation, one row a machine or a group of them that are alike."""
    run = subprocess.run(
        [program] + ["--quick"] * quick, stdout=subprocess.PIPE, timeout=600, check=False, text=True)
    if run.returncode:
        raise Failed(f"the simulation ended with {run.returncode}")
    rows, scenes = [], {}
    for line in run.stdout.splitlines():
        part = json.loads(line)
        if "trouble" in part:
            raise Failed(f"simulation: {part['trouble']}")
        scenes.setdefault(part["scene"], []).append(part)
    for scene, parts in scenes.items():
        rows += [row(f"simulated: {scene}: {title}", group) for title, group in groups(parts)]
    return rows


def groups(parts):
    kinds = {}
    for part in parts:
        kinds.setdefault(part["machine"].rstrip("0123456789-"), []).append(part)
    return [("each" if name == "m" else name, group) for name, group in kinds.items()]


def row(case, group):
    first = group[0]
    count = sum(part["saves"] for part in group)
    return {
        "case": case, "saves": count,
        # Of machines that are alike, the worst.
        "median s": round(max(part["median"] for part in group), 2),
        "p90 s": round(max(part["p90"] for part in group), 2), "max s": round(max(part["max"] for part in group), 2),
        "rejected": sum(part["rejected"] for part in group), "inbox": sum(part["inboxes"] for part in group),
        "merges %": round(first["merges"], 1),
        "equal after s": None if first.get("converged") is None else round(max(0, first["converged"]), 2),
        "left": first["left"]}


class Server:
    """An sshd on the loopback that git in a sandbox uses."""

    def __init__(self, sandbox):
        if not os.access("/usr/sbin/sshd", os.X_OK):
            raise Failed("sshd is not installed (scripts/setup bench)")
        place = sandbox.path("ssh")
        os.makedirs(place, mode=0o700)
        for key in ("host", "user"):
            sandbox.run("ssh-keygen", "-qt", "ed25519", "-N", "", "-f", os.path.join(place, key))
        if os.getuid() == 0:
            os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
        self.port = peers.free_port()
        self.user = sandbox.run("id", "-un").strip()
        with open(os.path.join(place, "sshd_config"), "w", encoding="utf-8") as file:
            file.write(
                f"ListenAddress 127.0.0.1\nPort {self.port}\nHostKey {place}/host\n"
                f"AuthorizedKeysFile {place}/user.pub\nPidFile none\nStrictModes no\nUsePAM no\n"
                "PermitRootLogin yes\nPasswordAuthentication no\nMaxStartups 100\nMaxSessions 100\n" + peers.NO_PROFILE)
        with open(os.path.join(place, "config"), "w", encoding="utf-8") as file:
            file.write(
                f"IdentityFile {place}/user\nIdentitiesOnly yes\nUserKnownHostsFile {place}/known\n"
                "StrictHostKeyChecking accept-new\nLogLevel ERROR\n")
        sandbox.run("git", "config", "--global", "core.sshCommand", f"ssh -F {place}/config")
        sandbox.spawn("/usr/sbin/sshd", "-D", "-f", os.path.join(place, "sshd_config"))
        wait_until(
            lambda: sandbox.run("ssh-keyscan", "-T", "1", "-p", str(self.port), "127.0.0.1", check=False), 15,
            step=0.1, what="sshd")

    def address(self, path):
        return f"ssh://{self.user}@127.0.0.1:{self.port}{path}"


class Arrivals(threading.Thread):
    """Looks when saved bytes are in the other folders."""

    def __init__(self):
        super().__init__(daemon=True)
        self.lock, self.open, self.times, self.ends = threading.Lock(), [], [], False

    def expect(self, paths, content, saved):
        with self.lock:
            self.open += [(path, content, saved) for path in paths]

    def run(self):
        while not self.ends:
            with self.lock:
                waiting = list(self.open)
            there = []
            for item in waiting:
                try:
                    with open(item[0], "rb") as file:
                        if item[1] in file.read():
                            there.append((item, time.monotonic()))
                except FileNotFoundError:
                    pass
            if there:
                with self.lock:
                    for item, now in there:
                        self.open.remove(item)
                        self.times.append(now - item[2])
            time.sleep(0.02)


def person(folders, index, arrivals, until, interval, shared, saves):
    """Saves in a folder of its own, and of a hundred saves so many in a file of all; each save has words of its own."""
    chance = random.Random(index)
    lines = {}
    time.sleep(chance.uniform(0, interval))
    while time.monotonic() < until:
        number = len(saves[index])
        if chance.randrange(100) < shared:
            path = "shared.md"
            with open(os.path.join(folders[index], path), encoding="utf-8") as file:
                text = [line for line in file.read().split("\n") if line]
            line = f"m{index} wrote {number};"
            place = [at for at, old in enumerate(text) if old.startswith(f"m{index} ")]
            text[place[0] if place else len(text):(place[0] if place else len(text)) + 1] = [line]
        else:
            path, line = f"m{index}/{chance.randrange(10)}.md", f"save {number};"
            text = lines[path] = lines.get(path, [])[-20:] + [line]
        content = ("\n".join(text) + "\n").encode()
        beside = os.path.join(folders[index], path + ".save~")
        with open(beside, "wb") as file:
            file.write(content)
        os.rename(beside, os.path.join(folders[index], path))
        now = time.monotonic()
        saves[index].append(now)
        # In the file of all a later save of one's own may be there before it was looked at.
        if path != "shared.md":
            others = [folder for other, folder in enumerate(folders) if other != index]
            arrivals.expect([os.path.join(folder, path) for folder in others], line.encode(), now)
        time.sleep(interval * chance.uniform(0.5, 1.5))


def head(folder, name):
    try:
        with open(os.path.join(folder, name), encoding="ascii") as file:
            return file.read().strip()
    except FileNotFoundError:
        run = subprocess.run(
            ["git", "--git-dir", folder, "rev-parse", "-q", "--verify", name], stdout=subprocess.PIPE, text=True,
            check=False)
        return run.stdout.strip()


def storm(sandbox, case, bare, folders, seconds, interval, shared, tip, limit=60):
    """All save for a while; then it is waited until every folder has what the remote has."""
    before = sandbox.git(bare, "rev-parse", "main")
    saves = [[] for _ in folders]
    arrivals = Arrivals()
    arrivals.start()
    early, start = load(), time.monotonic()
    people = [
        threading.Thread(target=person, args=(folders, index, arrivals, start + seconds, interval, shared, saves))
        for index in range(len(folders))]
    for one in people:
        one.start()
    for one in people:
        one.join()
    last = max(moments[-1] for moments in saves if moments)

    def is_equal():
        main = head(bare, "refs/heads/main")
        return all(head(os.path.join(folder, ".git"), tip) == main for folder in folders) and not arrivals.open

    equal = None
    try:
        wait_until(is_equal, limit, step=0.05, what="equality")
        equal = time.monotonic() - last
    except Failed:
        pass
    arrivals.ends = True
    arrivals.join()
    merges = int(sandbox.git(bare, "rev-list", "--count", "--merges", f"{before}..main"))
    count = sum(len(moments) for moments in saves)
    times = sorted(arrivals.times) or [float("nan")]
    return {
        "case": case, "saves": count, "median s": round(times[len(times) // 2], 2),
        "p90 s": round(times[int(len(times) * 0.9)], 2), "max s": round(times[-1], 2),
        "merges %": round(100 * merges / max(1, count), 1),
        "equal after s": None if equal is None else round(equal, 2),
        "left": len({(item[1], os.path.basename(item[0])) for item in arrivals.open}), "load": f"{early}-{load()}"}


def make(sandbox, count, address):
    """A bare repository with a folder for each machine, and clones of it in plain git."""
    bare, seed = sandbox.path("hub.git"), sandbox.path("seed")
    for index in range(count):
        os.makedirs(os.path.join(seed, f"m{index}"))
        with open(os.path.join(seed, f"m{index}", "0.md"), "w", encoding="utf-8") as file:
            file.write("begin\n")
    with open(os.path.join(seed, "shared.md"), "w", encoding="utf-8") as file:
        file.write("".join(f"m{index} begins\n" for index in range(count)))
    sandbox.run("git", "init", "-q", seed)
    sandbox.git(seed, "add", "-A")
    sandbox.git(seed, "commit", "-q", "-m", "Import")
    sandbox.run("git", "clone", "-q", "--bare", seed, bare)
    return bare, address(bare), [sandbox.path(f"machine-{index}") for index in range(count)]


def stet(folders, case, count, seconds, interval, shared, is_remote):
    with Sandbox(folders.stet, "storm") as sandbox:
        address = Server(sandbox).address if is_remote else lambda path: path
        bare, url, places = make(sandbox, count, address)
        for place in places:
            sandbox.run(sandbox.stet, "clone", url, place)
        for place in places:
            sandbox.start_daemon(place)
        for place in places:
            sandbox.call(place, "sync", "--wait", "--timeout", "60")
        return storm(sandbox, f"stet: {case}", bare, places, seconds, interval, shared, "refs/stet/tip")


def git_loop(folders, case, count, seconds, interval, is_remote):
    with Sandbox(folders.stet, "storm-git") as sandbox:
        address = Server(sandbox).address if is_remote else lambda path: path
        bare, url, places = make(sandbox, count, address)
        for place in places:
            sandbox.run("git", "clone", "-q", url, place)
        for place in places:
            # The temporary of a save would be committed, too.
            with open(os.path.join(place, ".git/info/exclude"), "a", encoding="ascii") as file:
                file.write("*~\n")
            sandbox.spawn("sh", "-c", peers.LOOP, cwd=place)
        return storm(
            sandbox, f"git loop, 1 s: {case}", bare, places, seconds, interval, 0, "refs/heads/main", limit=30)


def measure(folders, options):
    seconds, peer = (20, 10) if options.quick else (90, 30)
    notes = [
        "goals: slow (push 2.5 s) median <= 5 s, left 0; 3 on ssh: merges <= 10 % of saves; 10: equal <= 10 s after",
        "simulated times end when the remote's branch has the save; real ones when its bytes are in another folder",
        "5 of 100 saves change a line of a file of all; the git loop is spared them: a conflict stops it for good"]
    rows = []
    if options.simulation:
        rows += simulated(options.simulation, options.quick)
    else:
        notes.append("no simulation: StormFigures is not beside the program that is measured")
    three, ten = "3 on ssh, a save each 2 s", "10 on a path, a burst of 3 s"
    cases = [
        (f"stet: {three}", lambda: stet(folders, three, 3, seconds, 2, 5, True)),
        (f"git loop: {three}", lambda: git_loop(folders, three, 3, peer, 2, True)),
        (f"stet: {ten}", lambda: stet(folders, ten, 10, 3, 0.5, 5, False)),
        (f"git loop: {ten}", lambda: git_loop(folders, ten, 10, 3, 0.5, False))]
    if options.quick:
        cases.pop()
        notes.append("--quick leaves out ten git loops")
    for name, run in cases:
        try:
            rows.append(run())
        except Failed as failure:
            if name.startswith("stet"):
                raise
            notes.append(f"{name}: {failure}")
    return {"title": "Machines that save at once", "rows": rows, "notes": notes}
