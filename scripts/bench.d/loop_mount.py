"""Mounts a file system of its own in a file, for figures on another file system."""

import os
import shutil
import subprocess
import tempfile

from sandbox import Failed

SYSTEMS = ("ext4", "btrfs", "xfs")
SIZE = 16 << 30


class LoopMount:
    """A new file system in a sparse file; folders that are made meanwhile are on it. Needs root and loop devices."""

    def __init__(self, system):
        self.system = system
        self.place = None

    def __enter__(self):
        self.place = tempfile.mkdtemp(prefix="bench-")
        self.image, self.mount = os.path.join(self.place, "image"), os.path.join(self.place, "mount")
        os.mkdir(self.mount)
        with open(self.image, "wb") as file:
            file.truncate(SIZE)
        try:
            self.run(f"mkfs.{self.system}", "-q", self.image)
            self.run("mount", "-t", self.system, "-o", "loop", self.image, self.mount)
        except BaseException:
            shutil.rmtree(self.place)
            raise
        self.before, tempfile.tempdir = tempfile.tempdir, self.mount
        return self

    def __exit__(self, *_):
        tempfile.tempdir = self.before
        self.run("umount", self.mount)
        shutil.rmtree(self.place)

    @staticmethod
    def run(*command):
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        except FileNotFoundError as failure:
            raise Failed(f"{command[0]} is not installed") from failure
        if done.returncode != 0:
            raise Failed(f"{' '.join(command)}: {done.stdout.decode(errors='replace').strip()[-300:]}")
