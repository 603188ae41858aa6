#!/usr/bin/env python3
"""scripts/ledger.py FOLDER <EVENTS: invariant I9 for tests with real processes.

What Stet acknowledged from anyone is in a file, or in an open conflict or question, or was removed by somebody who had
read it. EVENTS has a line for each event, with tabs:

    wrote TEXT          a line of text was acknowledged: recorded, or its write answered with success
    read READER TEXT    READER has read this line, and may put another text in its place

Each test writes lines that occur once. Prints the lines that are lost, and exits with 1 where there is one. Questions
about saves are answered with `merge`, since a line that such a question is about comes back with that answer. Runs the
program STET_BINARY in FOLDER, whose daemon may run. scripts/powercut and scripts/corrupt import it.
"""

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
        return written - {line for _, isWritten, line in now if not isWritten}

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


def lost(owed, folder, stet, git):
    """Returns the lines that stand in no file of a folder and in no open conflict or question.

    stet and git take words and answer the status and what was printed.
    """
    if not owed:
        return []
    _, text = stet("questions", "list", "--json")
    for question in _items(text):
        if question.get("kind") == "stale-save":
            stet("questions", "answer", question["id"], "merge")
            # The answer is carried out when the exchange has gone through.
            stet("sync", "--wait", "--timeout", "60")
    texts = []
    for place, folders, names in os.walk(folder):
        if ".git" in folders:
            folders.remove(".git")
        for name in names:
            # The page repeats what is asked for below.
            if place == folder and name == "CONFLICTS.md":
                continue
            try:
                with open(os.path.join(place, name), encoding="utf-8", errors="replace") as file:
                    texts.append(file.read())
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
    # The part of a line that a power cut left may stand on the same line before another one.
    return {line for line in left if not any(line in text for text in texts)}


def main():
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    folder = sys.argv[1]

    def run(*words):
        # Errors go where this program's go: an answer that cannot be read must not hide why.
        done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)
        return done.returncode, done.stdout.decode(errors="replace")

    ledger = Ledger.parse(sys.stdin.buffer.read().decode(errors="replace"))
    missing = lost(
        ledger.owed(), folder, lambda *words: run(os.environ.get("STET_BINARY", "stet"), "-C", folder, *words),
        lambda *words: run("git", "-C", folder, *words))
    for line in missing:
        print(line)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
