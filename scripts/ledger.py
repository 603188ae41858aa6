#!/usr/bin/env python3
"""scripts/ledger.py [--answer] FOLDER <EVENTS: checks invariant I9 in tests with real processes.

Each text that Stet acknowledged is in a file or in an open conflict or question, or was removed by somebody who had read
it. EVENTS has a line for each event, with tabs:

    wrote TEXT          a line of text was acknowledged: recorded, or its write answered with success
    read READER TEXT    READER has read this line, and may replace it

Each test writes lines that occur once. The line `oid sha256:…` of a git-lfs pointer stands for the content of a large
file. The script prints lost lines and exits with 1 if there are any; standard error
gets the commits that removed them, and the open conflicts and questions. It answers questions about saves with `merge`,
which restores the lines that they are about. A question exists only on the machine of the save: if several folders
exchange, answer the questions of each (--answer) before you check one. The script runs the program STET_BINARY in FOLDER,
whose daemon may be running. scripts/powercut and scripts/corrupt import it.
"""

import hashlib
import json
import os
import subprocess
import sys


class Ledger:
    """Lines that were acknowledged, and lines that a reader may have removed; each event has a place in time."""

    def __init__(self):
        self.events = []

    def wrote(self, text, place=0):
        """Notes the lines of a text that was acknowledged."""
        self.events += [(place, True, line) for line in text.split("\n")]

    def read(self, text, place=0):
        """Notes the lines of a text that somebody has read who puts another one in its place."""
        self.events += [(place, False, line) for line in text.split("\n")]

    def owed(self, place=0):
        """Returns the lines that must be there after everything up to a place in time."""
        now = [event for event in self.events if event[0] <= place]
        written = {line for _, isWritten, line in now if isWritten and line.strip()}
        # A merge may put two lines on one, as sentences of a paragraph: who read that has read both.
        return _missing(written, ["\n".join(line for _, isWritten, line in now if not isWritten)])

    @classmethod
    def parse(cls, text):
        """Returns the ledger that such a list of events describes."""
        ledger = cls()
        for event in text.split("\n"):
            fields = event.split("\t", 2)
            if fields[0] == "wrote":
                ledger.wrote(event.split("\t", 1)[1])
            elif fields[0] == "read":
                ledger.read(fields[2])
            elif event:
                raise ValueError(f"no event of a ledger: {event!r}")
        return ledger


def answer_saves(stet):
    """Answers each question about a save with `merge`; returns the paths whose questions stay open during a pause."""
    paused = []
    _, text = stet("questions", "list", "--json")
    questions = _items(text)
    # While the branch is in question nothing is recorded, also no merge.
    if any(question.get("kind") == "stale-save" for question in questions):
        for question in questions:
            if question.get("kind") == "branch-moved-back":
                stet("questions", "answer", question["id"], "put-back")
    for question in questions:
        if question.get("kind") == "stale-save":
            _, text = stet("questions", "answer", question["id"], "merge")
            if "Recording is paused" in text:
                paused.append(question["path"])
            # The answer is carried out when the exchange has gone through.
            stet("sync", "--wait", "--timeout", "60")
    return paused


def lost(owed, folder, stet, git):
    """Returns the lines that are in no file of a folder and in no open conflict or question.

    stet and git take words and answer the status and what was printed.
    """
    if not owed:
        return []
    texts = []
    for path in answer_saves(stet):
        # The question is about the versions before the save.
        for commit in git("rev-list", "--max-count=50", "refs/stet/tip", "--", path)[1].split():
            texts.append(git("cat-file", "blob", f"{commit}:{path}")[1])
    for place, folders, names in os.walk(folder):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            # The page repeats what is asked for below.
            if place == folder and name == "CONFLICTS.md":
                continue
            try:
                with open(os.path.join(place, name), "rb") as file:
                    content = file.read()
                texts.append(content.decode(errors="replace"))
                texts.append("oid sha256:" + hashlib.sha256(content).hexdigest())
            except OSError:
                pass
    left = _missing(owed, texts)
    if not left:
        return []
    _, text = stet("conflicts", "--json")
    for conflict in _items(text):
        for version in [conflict.get("kept"), conflict.get("other")]:
            if version:
                texts.append(git("cat-file", "blob", version)[1])
    return sorted(_missing(left, texts))


def story(line, git):
    """Yields the history of a lost line: each commit after which a file lacks it, with the texts before."""

    def text(commit, path):
        _, entry = git("ls-tree", commit, "--", path)
        return git("cat-file", "blob", entry.split()[2])[1] if entry else ""

    _, names = git("log", "--all", "-m", "--format=", "--name-only", "-S" + line)
    for path in sorted(set(names.splitlines())):
        yield f"--- {path} had: {line}"
        _, changes = git("log", "--all", "-m", "--full-history", "--raw", "--format=%x00%H %P", "--", path)
        for words in sorted({words for words in changes.splitlines() if words.startswith("\0")}):
            commit, *parents = words[1:].split()
            texts = {f"parent {id[:9]}": text(id, path) for id in parents}
            after = text(commit, path)
            if line in after or not any(line in before for before in texts.values()):
                continue
            if len(parents) > 1:
                for id in git("merge-base", "--all", *parents)[1].split():
                    texts[f"base {id[:9]}"] = text(id, path)
            # A new name takes the line along.
            elif "\n+" + line in git("show", "--no-renames", "--format=", commit)[1]:
                continue
            yield git("log", "-1", "--format=%h %ai %an: %B", commit)[1].strip()
            for name, before in texts.items():
                yield f"{name}: {before[:2000]!r}"
            yield f"result: {after[:2000]!r}"


def _items(text):
    """Returns the list that a program printed; nothing where it printed an error."""
    try:
        items = json.loads(text)
    except ValueError:
        return []
    return items if isinstance(items, list) else []


def _missing(owed, texts):
    left = set(owed)
    for text in texts:
        left -= set(text.split("\n"))
    # The part of a line that a power cut left may be on the same line before another one.
    return {line for line in left if not any(line in text for text in texts)}


def main():
    words = sys.argv[1:]
    isAnswer = words[:1] == ["--answer"]
    if len(words) != 1 + isAnswer:
        print(__doc__, file=sys.stderr)
        return 2
    folder = words[-1]

    def run(*words):
        # Errors go where this program's go: an answer that cannot be read must not hide why.
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.decode(errors="replace")

    def stet(*words):
        return run(os.environ.get("STET_BINARY", "stet"), "-C", folder, *words)

    def git(*words):
        return run("git", "-C", folder, *words)

    if isAnswer:
        answer_saves(stet)
        return 0
    ledger = Ledger.parse(sys.stdin.buffer.read().decode(errors="replace"))
    missing = lost(ledger.owed(), folder, stet, git)
    for line in missing:
        print(line)
    for line in missing[:3]:
        for words in story(line, git):
            print(words, file=sys.stderr)
    if missing:
        for words in (["conflicts", "--json"], ["questions", "list", "--json"]):
            print(" ".join(words), stet(*words)[1].strip(), file=sys.stderr)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
