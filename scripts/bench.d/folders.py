"""Makes workspaces and plain git folders of each size, once for several figures."""

import os
import random
import time

from documents import fill, note
from sandbox import Sandbox


class Folder:
    """A workspace with a running daemon, and beside it the same files in a folder of plain git."""

    def __init__(self, stet, count, flat=False):
        self.count, self.flat = count, flat
        self.sandbox = Sandbox(stet, f"{count}{'-flat' if flat else ''}")
        self.root = self.sandbox.path("folder")
        self.plain = self.sandbox.path("plain")
        self.chance = random.Random(count)
        self.edits = 0
        self.pid = None
        self.times = {}

    def __enter__(self):
        sandbox = self.sandbox
        try:
            os.makedirs(self.root)
            fill(self.root, self.count, self.flat)
            sandbox.run("cp", "-r", self.root, self.plain, limit=180)
            self.import_plain()
            start = time.monotonic()
            sandbox.run(sandbox.stet, "init", self.root, limit=300)
            self.times["init"] = time.monotonic() - start
            self.start()
            self.times["first start"] = self.times.pop("start")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.sandbox.__exit__()

    def import_plain(self):
        start = time.monotonic()
        self.sandbox.run("git", "init", "-q", self.plain)
        self.sandbox.git(self.plain, "add", "-A", limit=300)
        self.sandbox.git(self.plain, "commit", "-q", "-m", "Import", limit=300)
        self.times["git import"] = time.monotonic() - start

    def start(self):
        start = time.monotonic()
        self.sandbox.call(self.root, "start", limit=300)
        self.times["start"] = time.monotonic() - start
        self.pid = self.sandbox.start_daemon(self.root)
        self.times["checked"] = time.monotonic() - start

    def stop(self):
        start = time.monotonic()
        self.sandbox.stop_daemon(self.root)
        self.times["stop"] = time.monotonic() - start

    def any_note(self):
        """The number and path of a file chosen at random."""
        index = self.chance.randrange(self.count)
        self.edits += 1
        return index, note(index, self.flat)

    @property
    def title(self):
        return f"{self.count:,} files" + (", one folder" if self.flat else "")


class Folders:
    """The folders that were made; each is made when first asked for."""

    def __init__(self, stet):
        self.stet = stet
        self.made = {}

    def get(self, count, flat=False):
        key = (count, flat)
        if key not in self.made:
            self.made[key] = Folder(self.stet, count, flat).__enter__()
        return self.made[key]

    def close(self):
        for folder in self.made.values():
            folder.__exit__()
        self.made = {}
