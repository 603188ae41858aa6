"""Measures start, list, download and evict with many placeholders, beside as many small files.

The contents are small, because the figure is the cost of a file and not of a byte. The remote is a folder with git-lfs's
layout.
"""

import ctypes
import hashlib
import os
import time

from sandbox import Failed, Sandbox


def history(count, attributes, content):
    """A `git fast-import` stream of one commit with files in folders of a thousand."""
    yield (b"commit refs/heads/main\ncommitter Bench <bench@example.invalid> 1700000000 +0000\ndata 4\nfill\n"
           b"M 100644 inline .gitattributes\ndata %d\n%s\n" % (len(attributes), attributes))
    policy = b'[placeholders]\ndownload = "lazy"\n'
    yield b"M 100644 inline .stet/policy.toml\ndata %d\n%s\n" % (len(policy), policy)
    for number in range(count):
        text = content(number)
        yield b"M 100644 inline f%03d/%d.bin\ndata %d\n%s\n" % (number // 1_000, number, len(text), text)


def small(number):
    return b"A small file of its own, as long as a pointer would be in its place: %080d %010d\n" % (number, number)


def pointer(number):
    text = small(number)
    return b"version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %d\n" % (
        hashlib.sha256(text).hexdigest().encode(), len(text))


def remote(sandbox, name, count, attributes, content):
    path = sandbox.path(name + ".git")
    sandbox.run("git", "init", "-q", "--bare", "-b", "main", path)
    stream = b"".join(history(count, attributes, content))
    sandbox.run("git", "-C", path, "fast-import", "--quiet", input=stream, limit=280)
    return path


def fill_objects(path, count):
    for number in range(count):
        text = small(number)
        name = hashlib.sha256(text).hexdigest()
        folder = os.path.join(path, "lfs", "objects", name[:2], name[2:4])
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, name), "wb") as file:
            file.write(text)


def starts(sandbox, folder, times):
    """The least seconds of several starts."""
    least = None
    for _ in range(times):
        sandbox.stop_daemon(folder)
        begin = time.monotonic()
        sandbox.call(folder, "start", limit=120)
        least = min(least or 1e9, time.monotonic() - begin)
        sandbox.start_daemon(folder)
    return least


def floor(sandbox, count):
    """What the kernel alone takes for what evicting does with each file: make the placeholder, exchange the two, take
    the content and its object away. Nothing is synced, looked at or remembered."""
    root = sandbox.path("floor")
    libc = ctypes.CDLL(None, use_errno=True)
    objects = [os.path.join(root, "objects", f"{number:02x}") for number in range(256)]
    for folder in [os.path.join(root, "tmp"), *objects]:
        os.makedirs(folder)
    for number in range(count):
        if number % 1_000 == 0:
            os.makedirs(os.path.join(root, str(number // 1_000)))
        content = os.path.join(root, str(number // 1_000), str(number))
        for path in (content, os.path.join(objects[number % 256], str(number))):
            with open(path, "wb") as file:
                file.write(small(number))
    os.sync()
    text = pointer(0)
    begin = time.monotonic()
    for number in range(count):
        name = os.fsencode(os.path.join(root, "tmp", str(number)))
        file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        os.write(file, text)
        os.close(file)
        place = os.fsencode(os.path.join(root, str(number // 1_000), str(number)))
        # AT_FDCWD, RENAME_EXCHANGE
        if libc.renameat2(-100, name, -100, place, 2) != 0:
            raise Failed("the file system exchanges no files")
        os.unlink(name)
        os.unlink(os.path.join(objects[number % 256], str(number)))
    return time.monotonic() - begin


def seconds(sandbox, folder, *command, limit=280):
    begin = time.monotonic()
    sandbox.call(folder, *command, limit=limit)
    return time.monotonic() - begin


def measure(_, options):
    count = 10_000 if options.quick else 100_000
    with Sandbox(options.program, "placeholders") as sandbox:
        folders = {}
        for name, attributes, content in (
                ("small", b"# none", small), ("placeholders", b"*.bin filter=lfs diff=lfs merge=lfs -text", pointer)):
            path = remote(sandbox, name, count, attributes, content)
            folders[name] = sandbox.path(name)
            sandbox.run(sandbox.stet, "clone", path, folders[name], limit=280)
            sandbox.start_daemon(folders[name])
        fill_objects(sandbox.path("placeholders.git"), count)
        os.sync()
        work = folders["placeholders"]
        row = {"case": f"{count:,} placeholders"}
        row["start s"] = starts(sandbox, work, 3)
        row["of small files s"] = starts(sandbox, folders["small"], 3)
        seconds(sandbox, work, "list", "-r", "--json")
        row["list s"] = seconds(sandbox, work, "list", "-r", "--json")
        row["of small files, list s"] = seconds(sandbox, folders["small"], "list", "-r", "--json")
        sandbox.stop_daemon(folders["small"])
        row["download s"] = seconds(sandbox, work, "download", ".")
        os.sync()
        row["evict s"] = seconds(sandbox, work, "evict", ".")
        row["kernel alone s"] = floor(sandbox, count)
        with open(os.path.join(work, "f000", "7.bin"), "rb") as file:
            if file.read() != pointer(7):
                raise Failed("what was evicted is no placeholder")
    return {
        "title": "Placeholders",
        "rows": [row],
        "notes": [
            "goal: the start with placeholders at most 0.05 s above that with small files; list and evict <= 2 s each",
            "kernel alone: a bare loop that makes, exchanges and takes away as many files and objects, without a sync",
            "each content has some 130 bytes: what a file costs; the remote is a folder",
        ],
    }
