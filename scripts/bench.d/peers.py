"""Runs the programs that sync is compared with, each with its shortest usual delay."""

import os
import pwd
import shutil
import socket
import xml.etree.ElementTree as XML

from documents import fill
from sandbox import Failed, wait_until

LOOP = """
while :; do
  git add -A && git commit -q -m save
  git pull -q --rebase && git push -q
  sleep 1
done
"""
WATCH = """
# One git at a time: a commit in the middle of a rebase would leave it stuck for good.
alone() { flock .git/bench.lock "$@"; }
# A push that was rejected goes out with the next round.
(while :; do alone sh -c 'git pull -q --rebase && git push -q'; sleep 1; done) &
# What came while it was busy was not heard: looked for, too.
while [ -n "$(git status --porcelain)" ] || inotifywait -qq -r -e close_write,move --exclude '/\\.git/' .; do
  sleep 2
  alone sh -c 'git add -A && git commit -q -m save && git pull -q --rebase && git push -q'
done
"""


def hub(sandbox, files, address=""):
    """A bare repository with the documents, and the two folders cloned from it; `address` comes before its path."""
    seed = sandbox.path("seed")
    os.makedirs(seed)
    fill(seed, files)
    sandbox.run("git", "init", "-q", seed)
    sandbox.git(seed, "add", "-A")
    sandbox.git(seed, "commit", "-q", "-m", "Import")
    sandbox.run("git", "clone", "-q", "--bare", seed, sandbox.path("hub.git"))
    for side in ("a", "b"):
        sandbox.run("git", "clone", "-q", address + sandbox.path("hub.git"), sandbox.path(side))
    return sandbox.path("a"), sandbox.path("b")


def stet(sandbox, files, address=""):
    """Two workspaces around a bare repository; `address` comes before its path."""
    bare = sandbox.path("hub.git")
    a, b = sandbox.path("a"), sandbox.path("b")
    os.makedirs(a)
    fill(a, files)
    sandbox.run("git", "init", "-q", "--bare", bare)
    sandbox.run(sandbox.stet, "init", a, "--remote", address + bare)
    sandbox.start_daemon(a)
    sandbox.call(a, "sync", "--wait", "--timeout", "60")
    sandbox.run(sandbox.stet, "clone", address + bare, b)
    sandbox.start_daemon(b)
    sandbox.call(b, "sync", "--wait", "--timeout", "60")
    return a, b


def stet_ssh(sandbox, files):
    secure_shell(sandbox)
    return stet(sandbox, files, "ssh://bench-server")


# bash reads ~/.bashrc for a command over ssh unless it is a shell within another: the person's set-up, which may take
# longer than what is measured, is then left out for all programs alike.
NO_PROFILE = "SetEnv SHLVL=1\n"


def secure_shell(sandbox):
    """An ssh server of its own on the loopback, which git in the sandbox knows as bench-server."""
    server = "/usr/sbin/sshd"
    if not os.access(server, os.X_OK):
        raise Failed("sshd is not installed (Debian: openssh-server)")
    folder, port = sandbox.path("ssh"), free_port()
    os.makedirs(folder, mode=0o700)
    for key in ("host", "user"):
        sandbox.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", os.path.join(folder, key))
    if os.getuid() == 0:
        os.makedirs("/run/sshd", mode=0o755, exist_ok=True)
    files = {
        "server": f"Port {port}\nListenAddress 127.0.0.1\nHostKey {folder}/host\nStrictModes no\nUsePAM no\n"
                  f"AuthorizedKeysFile {folder}/user.pub\nPidFile none\nPermitRootLogin yes\n"
                  "PasswordAuthentication no\n" + NO_PROFILE,
        "client": f"Host bench-server\n  HostName 127.0.0.1\n  Port {port}\n  IdentityFile {folder}/user\n"
                  f"  User {pwd.getpwuid(os.getuid()).pw_name}\n  IdentitiesOnly yes\n  LogLevel ERROR\n"
                  f"  UserKnownHostsFile {folder}/known\n  StrictHostKeyChecking accept-new\n",
    }
    for name, text in files.items():
        with open(os.path.join(folder, name), "w", encoding="ascii") as file:
            file.write(text)
    sandbox.run("git", "config", "--global", "core.sshCommand", f"ssh -F {folder}/client")
    sandbox.spawn(server, "-D", "-f", os.path.join(folder, "server"))
    answers = lambda: sandbox.run("ssh-keyscan", "-p", str(port), "127.0.0.1", check=False)
    wait_until(answers, 10, what="sshd's answer")


def multiplexed(sandbox):
    """One ssh connection for all of git's commands in the sandbox, as Stet has one."""
    options = f"-oControlMaster=auto -oControlPersist=5 -oControlPath={sandbox.path('mux')}"
    sandbox.run("git", "config", "--global", "core.sshCommand", f"ssh -F {sandbox.path('ssh/client')} {options}")


def git_loop(sandbox, files):
    folders = hub(sandbox, files)
    for folder in folders:
        sandbox.spawn("sh", "-c", LOOP, cwd=folder)
    return folders


def gitwatch(sandbox, files):
    if not shutil.which("inotifywait"):
        raise Failed("inotifywait is not installed (scripts/setup bench)")
    if not shutil.which("flock"):
        raise Failed("flock is not installed (Debian: util-linux)")
    folders = hub(sandbox, files)
    for folder in folders:
        sandbox.spawn("sh", "-c", WATCH, cwd=folder)
    return folders


def unison(sandbox, files):
    if not shutil.which("unison"):
        raise Failed("unison is not installed (scripts/setup bench)")
    a, b = sandbox.path("a"), sandbox.path("b")
    os.makedirs(a)
    fill(a, files)
    shutil.copytree(a, b)
    own = {"UNISON": sandbox.path("home/.unison")}
    sandbox.spawn(
        "unison", "-ui", "text", "-batch", "-silent", "-auto", "-repeat", "1", "-prefer", "newer",
        # The temporary of a save may be there on one side when Unison looks, and gone when it copies.
        "-ignore", "Name .bench-save.tmp", a, b, environment=own)
    return a, b


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def syncthing(sandbox, files):
    if not shutil.which("syncthing"):
        raise Failed("syncthing is not installed (scripts/setup bench)")
    sides = {}
    for side in ("a", "b"):
        home, folder = sandbox.path(f"syncthing-{side}"), sandbox.path(side)
        os.makedirs(os.path.join(folder, ".stfolder"))
        sandbox.run("syncthing", "generate", f"--home={home}", "--no-default-folder", "--skip-port-probing")
        sides[side] = {
            "home": home, "folder": folder, "listen": free_port(), "gui": free_port(),
            "id": sandbox.run("syncthing", "--home", home, "--device-id").strip()}
    fill(sides["a"]["folder"], files)
    for own in sides.values():
        configure(own, sides.values())
        sandbox.spawn("syncthing", "serve", f"--home={own['home']}", "--no-browser", "--no-restart", "--no-upgrade")
    count = lambda: sum(len(names) for _, _, names in os.walk(sides["b"]["folder"]))
    wait_until(lambda: count() >= files, 60, step=0.2, what="Syncthing's first exchange")
    return sides["a"]["folder"], sides["b"]["folder"]


def configure(own, sides):
    """Two devices on the loopback, no discovery, one shared folder with the shortest delay that is allowed."""
    path = os.path.join(own["home"], "config.xml")
    tree = XML.parse(path)
    root = tree.getroot()
    for old in root.findall("folder") + root.findall("device"):
        root.remove(old)
    folder = XML.SubElement(root, "folder", {
        "id": "bench", "path": own["folder"], "type": "sendreceive", "rescanIntervalS": "3600",
        "fsWatcherEnabled": "true", "fsWatcherDelayS": "1"})
    for side in sides:
        XML.SubElement(folder, "device", {"id": side["id"]})
        device = XML.SubElement(root, "device", {"id": side["id"], "name": side["id"][:7]})
        XML.SubElement(device, "address").text = f"tcp://127.0.0.1:{side['listen']}"
    options = root.find("options")
    settings = {
        "listenAddress": f"tcp://127.0.0.1:{own['listen']}", "globalAnnounceEnabled": "false",
        "localAnnounceEnabled": "false", "relaysEnabled": "false", "natEnabled": "false", "urAccepted": "-1",
        "crashReportingEnabled": "false", "autoUpgradeIntervalH": "0", "startBrowser": "false",
        "reconnectionIntervalS": "5"}
    for name, value in settings.items():
        element = options.find(name)
        if element is None:
            element = XML.SubElement(options, name)
        element.text = value
    root.find("gui").find("address").text = f"127.0.0.1:{own['gui']}"
    tree.write(path)
