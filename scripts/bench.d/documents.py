"""Makes documents for test folders from texts that every Debian machine has."""

import os
import random

_texts = None


def _source():
    global _texts
    if _texts is None:
        pieces, total = [], 0
        for base in ("/usr/share/common-licenses", "/usr/share/doc"):
            for folder, _, names in sorted(os.walk(base)):
                for name in sorted(names):
                    path = os.path.join(folder, name)
                    if os.path.islink(path) or name.endswith((".gz", ".png", ".svg", ".pdf")) or total > 4_000_000:
                        continue
                    try:
                        with open(path, encoding="utf-8") as file:
                            text = file.read(200_000)
                    except (OSError, UnicodeDecodeError):
                        continue
                    pieces.append(text)
                    total += len(text)
        _texts = "".join(pieces).encode("ascii", "ignore") or b"No texts on this machine.\n" * 10_000
    return _texts


def document(number, size):
    """A Markdown document of this size in bytes; the same for the same number."""
    source = _source()
    chance = random.Random(number)
    head = f"# Note {number}\n\n".encode()
    start = chance.randrange(max(1, len(source) - size))
    body = source[start:start + size]
    while len(head) + len(body) < size:
        body += source[:size]
    return (head + body)[:size - 1] + b"\n"


def edited(number, size, edit):
    """The same document with its third line changed: what a save by hand changes."""
    line = f"Edit {edit} of this note.\n\n".encode()
    text = document(number, size)
    split = text.index(b"\n\n") + 2
    return (text[:split] + line + text[split:])[:size - 1] + b"\n"


def note(index, flat=False, per_folder=50):
    """The path of the file with this number: fifty a folder, or all in one."""
    if flat:
        return f"note-{index:06}.md"
    folder = index // per_folder
    return f"Area {folder // 100:02}/topic-{folder:04}/note-{index:06}.md"


def fill(root, count, flat=False):
    """Fills a folder with documents of 0.5 to 4 KB."""
    made = None
    for index in range(count):
        path = os.path.join(root, note(index, flat))
        folder = os.path.dirname(path)
        if folder != made:
            os.makedirs(folder, exist_ok=True)
            made = folder
        with open(path, "wb") as file:
            file.write(document(index, 500 + index * 7919 % 3500))
