"""Repeats real merges with `stet merge-driver` and `git merge-file`, and compares them with the committed results."""

import os
import shutil
import subprocess
import tempfile

from sandbox import Failed

# Files whose names say that they are prose; the rest is counted apart.
PROSE = (".md", ".markdown", ".mdown", ".mkd", ".mdx", ".txt", ".text", ".rst", ".adoc", ".asc", ".asciidoc")
# Versions larger than this are left out.
LARGEST = 4 << 20


class Repository:
    """A repository that is read, never changed."""

    def __init__(self, path):
        self.path = path
        if not self.git("rev-parse", "--git-dir"):
            raise Failed(f"{path} is no git repository")
        self.blobs = subprocess.Popen(
            ["git", "-C", path, "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def close(self):
        self.blobs.stdin.close()
        self.blobs.wait()

    def git(self, *arguments):
        run = subprocess.run(
            ["git", "-C", self.path, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False)
        return run.stdout if run.returncode == 0 else b""

    def blob(self, name):
        """A blob's bytes by id or `commit:path`; None where there is none."""
        if "\n" in name:
            return None
        self.blobs.stdin.write(os.fsencode(name) + b"\n")
        self.blobs.stdin.flush()
        header = self.blobs.stdout.readline().split()
        if len(header) != 3 or not header[2].isdigit():
            return None
        content = self.blobs.stdout.read(int(header[2]))
        self.blobs.stdout.read(1)
        return content if header[1] == b"blob" else None

    def merges(self):
        """Commits with two parents."""
        for line in self.git("rev-list", "--all", "--merges", "--parents").decode().splitlines():
            commits = line.split()
            if len(commits) == 3:
                yield commits

    def changed(self, old, new):
        """Paths that are on both sides with different content: their blobs before and after."""
        words = self.git("diff-tree", "-r", "-z", "--no-renames", "--diff-filter=M", old, new).split(b"\0")
        result = {}
        for fields, path in zip(words[::2], words[1::2]):
            _, mode, before, after, _ = fields.decode().split()
            if mode.startswith("100"):
                result[os.fsdecode(path)] = (before, after)
        return result

    def cases(self, limit):
        """Files that both sides of a merge changed, with the four versions."""
        seen = set()
        for merge, ours, theirs in self.merges():
            bases = self.git("merge-base", "--all", ours, theirs).decode().split()
            # A criss-cross has no one base.
            if len(bases) != 1 or bases[0] in (ours, theirs):
                continue
            mine = self.changed(bases[0], ours)
            if not mine:
                continue
            others = self.changed(bases[0], theirs)
            for path in sorted(mine.keys() & others.keys()):
                (base, our), (_, their) = mine[path], others[path]
                if our == their or (base, our, their) in seen:
                    continue
                seen.add((base, our, their))
                versions = [self.blob(name) for name in (base, our, their, f"{merge}:{path}")]
                if all(version is not None and len(version) <= LARGEST for version in versions):
                    yield merge, path, versions
                    limit -= 1
                    if not limit:
                        return


def again(stet, folder, path, versions):
    """Both merges of one file: (clean, bytes) of Stet and of git; None for git where it takes the file for binary."""
    base, ours, theirs, _ = versions
    results = []
    for command in ([stet, "merge-driver", "base", "ours", "theirs", path],
                    ["git", "merge-file", "-q", "ours", "base", "theirs"]):
        for name, content in (("base", base), ("ours", ours), ("theirs", theirs)):
            with open(os.path.join(folder, name), "wb") as file:
                file.write(content)
        run = subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=60,
                             check=False)
        if run.returncode < 0 or run.returncode > 127:
            results.append(None)
            continue
        with open(os.path.join(folder, "ours"), "rb") as file:
            results.append((run.returncode == 0, file.read()))
    return results


def count(repository, stet, folder, limit, rows, cases):
    for merge, path, versions in repository.cases(limit):
        ours, peer = again(stet, folder, path, versions)
        if ours is None or peer is None:
            continue
        people = versions[3]
        row = rows["prose" if path.lower().endswith(PROSE) else "other"]
        row["files"] += 1
        for name, (clean, text) in (("stet", ours), ("git", peer)):
            row[f"{name}: conflict"] += not clean
            row[f"{name}: as people"] += clean and text == people
            row[f"{name}: clean, different"] += clean and text != people
        if ours[0] and not peer[0]:
            row["clean, git conflicts"] += 1
            row["of these as people"] += ours[1] == people
        row["conflict, git clean"] += peer[0] and not ours[0]
        if ours[0] != peer[0] or ours[0] and ours[1] != people:
            cases.append({
                "repository": os.path.basename(os.path.abspath(repository.path)), "merge": merge, "path": path,
                "stet": "clean" if ours[0] else "conflict", "git": "clean" if peer[0] else "conflict",
                "as people": ours[0] and ours[1] == people})


def measure(stet, paths, quick):
    names = ["files", "stet: as people", "git: as people", "stet: conflict", "git: conflict", "clean, git conflicts",
             "of these as people", "conflict, git clean", "stet: clean, different", "git: clean, different"]
    kinds = {}
    cases = []
    folder = tempfile.mkdtemp(prefix="stet-bench-merge-")
    try:
        for path in paths:
            rows = {kind: dict.fromkeys(names, 0) for kind in ("prose", "other")}
            repository = Repository(path)
            try:
                count(repository, stet, folder, 200 if quick else 100_000, rows, cases)
            finally:
                repository.close()
            label = os.path.basename(os.path.abspath(path))
            for kind, row in rows.items():
                if row["files"]:
                    kinds[f"{label}, {kind}"] = row
    finally:
        shutil.rmtree(folder)
    for kind in ("prose", "other"):
        rows = [row for label, row in kinds.items() if label.endswith(kind)]
        if len(rows) > 1:
            kinds[f"all, {kind}"] = {name: sum(row[name] for row in rows) for name in names}
    notes = ["files that both sides of a merge with one base changed; peer: git merge-file of the same three versions"]
    for label, row in kinds.items():
        if row["git: conflict"]:
            fewer = 100 * (row["git: conflict"] - row["stet: conflict"]) / row["git: conflict"]
            notes.append(f"{label}: {fewer:.0f} % fewer conflicts than git")
    return {
        "title": "Real merges made again", "rows": [{"case": label, **row} for label, row in kinds.items()],
        "notes": notes, "cases": cases}
