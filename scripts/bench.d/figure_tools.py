"""Measures the list of tools and the results of usual calls that `stet mcp` shows a model.

The same calls go to the reference filesystem server where `mcp-server-filesystem` (npm's
@modelcontextprotocol/server-filesystem) is installed.
"""

import json
import os
import re
import shutil
import subprocess

from sandbox import Failed

LARGE = "Large/log.md"
REFERENCE = "mcp-server-filesystem"


class Door:
    """An MCP server over standard input and output, called without a library."""

    def __init__(self, sandbox, *command):
        self.program = subprocess.Popen(
            command, env=sandbox.environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.instructions = self.ask("initialize", {
            "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"},
        }).get("instructions", "")
        self.send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def send(self, frame):
        self.program.stdin.write(json.dumps(frame).encode() + b"\n")
        self.program.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            line = self.program.stdout.readline()
            if not line:
                raise Failed(f"{self.program.args[0]} ended")
            frame = json.loads(line)
            if frame.get("id") == self.number:
                if "error" in frame:
                    raise Failed(f"{method}: {frame['error']}")
                return frame["result"]

    def call(self, tool, **arguments):
        return self.ask("tools/call", {"name": tool, "arguments": arguments})

    def close(self):
        self.program.stdin.close()
        self.program.wait(timeout=60)


def size(value):
    """Bytes of a value as JSON, as it goes into a model's context."""
    return len(json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode())


def texts(result):
    return [block["text"] for block in result["content"] if block["type"] == "text"]


def row(case, result):
    text = sum(len(text.encode()) for text in texts(result))
    structured = size(result["structuredContent"]) if "structuredContent" in result else 0
    # Most clients show their model the structured content where there is any, and else the text.
    return {
        "case": case, "text, bytes": text, "structured, bytes": structured,
        "tokens (bytes / 4)": (structured or text) // 4,
    }


def listed(case, door):
    """The list of tools as a model sees it: names, descriptions and input schemas."""
    tools = door.ask("tools/list", {})["tools"]
    shown = sum(size({key: tool[key] for key in ("name", "description", "inputSchema")}) for tool in tools)
    return {
        "case": f"{case}: {len(tools)} tools", "text, bytes": shown,
        "structured, bytes": sum(size(tool.get("outputSchema", {})) for tool in tools),
        "tokens (bytes / 4)": shown // 4,
    }


def beside(rows, sandbox, root, notes):
    """Adds the bytes of the reference server for the calls that it has."""
    path = lambda name: os.path.join(root, name)
    with open(path(notes[0]), encoding="utf-8") as file:
        text = file.read()
    first = text.split("\n")[0]
    edit = {"oldText": first, "newText": first + ", again"}
    calls = {
        "list_directory .": ("list_directory", {"path": root}),
        "directory_tree .": ("directory_tree", {"path": root, "excludePatterns": [".git"]}),
        "search_files **/*.md": ("search_files", {"path": root, "pattern": "**/*.md"}),
        "read_text_file, a note": ("read_text_file", {"path": path(notes[0])}),
        "read_text_file, 200 kB": ("read_text_file", {"path": path(LARGE)}),
        "read_multiple_files, 5": ("read_multiple_files", {"paths": [path(name) for name in notes]}),
        "edit_file, a line": ("edit_file", {"path": path(notes[0]), "edits": [edit], "dryRun": False}),
        "write_file, a note": ("write_file", {"path": path(notes[0]), "content": text + "One more line.\n"}),
    }
    door = Door(sandbox, REFERENCE, root)
    try:
        for line in rows:
            if line["case"].startswith("tools/list"):
                found = listed("tools/list", door)
            elif line["case"] in calls:
                tool, arguments = calls[line["case"]]
                found = row(tool, door.call(tool, **arguments))
            else:
                continue
            line["reference, text"], line["reference, structured"] = found["text, bytes"], found["structured, bytes"]
            line["reference, tokens"] = found["tokens (bytes / 4)"]
    finally:
        door.close()


def measure(folders, options):
    folder = folders.get(options.small)
    sandbox, root = folder.sandbox, folder.root
    os.makedirs(os.path.join(root, "Large"), exist_ok=True)
    with open(os.path.join(root, LARGE), "w", encoding="utf-8") as file:
        file.writelines(f"{number} " + "a line of a long list of things, " * 2 + "\n" for number in range(3_000))
    sandbox.call(root, "sync", "--wait")
    notes = [folder.any_note()[1] for _ in range(5)]
    door = Door(sandbox, sandbox.stet, "-C", root, "mcp")
    try:
        rows = [listed("tools/list", door)]
        rows.append({"case": "instructions", "text, bytes": len(door.instructions.encode()), "structured, bytes": 0,
                     "tokens (bytes / 4)": len(door.instructions.encode()) // 4})
        rows.append(row("workspace_context", door.call("workspace_context")))
        rows.append(row("list_directory .", door.call("list_directory", path=".")))
        rows.append(row("directory_tree .", door.call("directory_tree", path=".")))
        rows.append(row("list_files, recursive", door.call("list_files", recursive=True)))
        rows.append(row("search_files **/*.md", door.call("search_files", path=".", pattern="**/*.md")))
        rows.append(row("search_text license", door.call("search_text", query="license")))
        read = door.call("read_text_file", path=notes[0])
        rows.append(row("read_text_file, a note", read))
        rows.append(row("read_text_file, 200 kB", door.call("read_text_file", path=LARGE)))
        rows.append(row("read_multiple_files, 5", door.call("read_multiple_files", paths=notes)))
        first = texts(read)[0].split("\n")[0]
        rows.append(row("edit_file, a line", door.call(
            "edit_file", path=notes[0], edits=[{"oldText": first, "newText": first + ", edited"}])))
        token = re.search("[0-9a-f]{40}", " ".join(texts(read)[1:]))[0]
        rows.append(row("write_file, a note", door.call(
            "write_file", path=notes[0], content=texts(read)[0] + "One more line.\n", token=token)))
        rows.append(row("write_file, refused", door.call("write_file", path=folder.any_note()[1], content="all new\n")))
    finally:
        door.close()
    if shutil.which(REFERENCE):
        beside(rows, sandbox, root, notes)
    return {
        "title": f"What a model is shown by `stet mcp`, {folder.title}",
        "rows": rows,
        "notes": [
            "tools/list: name, description and inputSchema of each tool; its structured column is the output schemas, which "
            "no model sees",
            "goal: tools/list <= 10,000 bytes, no result above 25,000 characters and a note, no content twice",
            "tokens are an estimate; where a result has structured content, most clients show only that",
        ],
    }
