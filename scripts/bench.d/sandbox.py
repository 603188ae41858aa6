"""Gives each workspace its own folders, environment and processes."""

import glob
import json
import os
import shutil
import signal
import subprocess
import tempfile
import time


class Failed(Exception):
    """A figure could not be measured; the rest goes on."""


class Sandbox:
    """A temporary folder with its own HOME and XDG folders. Ends what was started in it, by process id."""

    def __init__(self, stet, name):
        self.stet = stet
        self.root = tempfile.mkdtemp(prefix=f"stet-bench-{name}-")
        # Short, as a user's is: ssh shares no connection whose socket has a long path.
        self.runtime = tempfile.mkdtemp(prefix="stet-run-", dir="/tmp")
        self.environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "LC_ALL": "C.UTF-8",
            "HOME": self.path("home"),
            "XDG_RUNTIME_DIR": self.runtime,
            "XDG_CONFIG_HOME": self.path("home/.config"),
            "XDG_CACHE_HOME": self.path("home/.cache"),
            "XDG_DATA_HOME": self.path("home/.local/share"),
            "XDG_STATE_HOME": self.path("home/.local/state"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "GIT_TERMINAL_PROMPT": "0",
        }
        os.makedirs(self.path("home/.config"))
        with open(self.path("home/.gitconfig"), "w", encoding="utf-8") as file:
            file.write(
                "[user]\n\tname = Bench\n\temail = bench@example.invalid\n[init]\n\tdefaultBranch = main\n"
                "[gc]\n\tauto = 0\n[maintenance]\n\tauto = false\n")
        self.children = []
        self.daemons = {}

    def path(self, name):
        return os.path.join(self.root, name)

    def run(self, *command, cwd=None, limit=120, input=None, check=True):
        """Runs a program to its end; answers what it wrote."""
        done = subprocess.run(
            command, cwd=cwd or self.root, env=self.environment, input=input, timeout=limit,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if check and done.returncode != 0:
            said = (done.stderr or done.stdout).decode(errors="replace").strip()
            raise Failed(f"{' '.join(command[:6])}: exit {done.returncode}: {said[-400:]}")
        return done.stdout.decode(errors="replace")

    def git(self, folder, *arguments, limit=120):
        return self.run("git", "-C", folder, *arguments, limit=limit).strip()

    def call(self, folder, *arguments, limit=120, input=None):
        return self.run(self.stet, "-C", folder, *arguments, limit=limit, input=input)

    def start_daemon(self, folder, limit=120):
        """Starts the daemon of a workspace; answers its process id."""
        pid = int(json.loads(self.call(folder, "start", "--wait", "--json", limit=limit))["pid"])
        self.daemons[folder] = pid
        return pid

    def stop_daemon(self, folder):
        pid = self.daemons.pop(folder, None)
        try:
            self.call(folder, "stop", limit=30)
        except (Failed, subprocess.TimeoutExpired):
            if pid:
                kill(pid)

    def spawn(self, *command, cwd=None, environment=None):
        """Starts a program that runs until the sandbox closes."""
        child = subprocess.Popen(
            command, cwd=cwd or self.root, env={**self.environment, **(environment or {})},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)
        self.children.append(child)
        return child

    def __enter__(self):
        return self

    def stop(self):
        """Ends everything that was started in it."""
        for folder in list(self.daemons):
            self.stop_daemon(folder)
        while self.children:
            child = self.children.pop()
            try:
                # Its session is its own: children of it go with it.
                os.killpg(child.pid, signal.SIGTERM)
                child.wait(5)
            except (ProcessLookupError, subprocess.TimeoutExpired):
                kill(child.pid)

    def __exit__(self, *_):
        self.stop()
        # A shared ssh connection lasts a minute longer than its users, and keeps a mount busy.
        for socket in glob.glob(os.path.join(self.runtime, "**", "ssh-*"), recursive=True):
            subprocess.run(
                ("ssh", "-O", "exit", "-o", "ControlPath=" + socket, "none"), env=self.environment, check=False,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        shutil.rmtree(self.root, ignore_errors=True)
        shutil.rmtree(self.runtime, ignore_errors=True)


def kill(pid):
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        pass


def wait_until(condition, limit, step=0.02, what="the condition"):
    """Waits until a condition holds; `Failed` when it does not in time."""
    end = time.monotonic() + limit
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise Failed(f"{what} did not come within {limit} s")
        time.sleep(step)
