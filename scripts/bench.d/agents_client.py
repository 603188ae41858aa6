"""agents_client.py: measures a server with PyPI's `mcp` client; figure_agents.py runs it in an environment that has it.

Reads the tasks as one JSON document from standard input and prints the times in seconds as another.
"""

import asyncio
import contextlib
import json
import os
import re
import sys
import time

from mcp import Client, StdioServerParameters


def parameters(task):
    return StdioServerParameters(command=task["command"][0], args=task["command"][1:], env=task["environment"])


async def call(client, tool, **arguments):
    result = await client.call_tool(tool, arguments)
    if result.is_error:
        raise RuntimeError(f"{tool}: {result.content}")
    return result


class Floor:
    """Temporary + fdatasync, an entry in a journal + fdatasync, rename: the least that a durable write costs."""

    def __init__(self, folder):
        self.path = os.path.join(folder, "floor")
        self.journal = os.open(os.path.join(folder, "journal"), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644)

    def write(self, content):
        start = time.perf_counter()
        descriptor = os.open(self.path + ".new", os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o644)
        os.write(descriptor, content)
        os.fdatasync(descriptor)
        os.close(descriptor)
        os.write(self.journal, content)
        os.fdatasync(self.journal)
        os.rename(self.path + ".new", self.path)
        return time.perf_counter() - start


async def writes(task):
    times = {"write": [], "read": [], "floor": []}
    floor = Floor(task["beside"])
    async with Client(parameters(task)) as client:
        for number, path in enumerate(task["paths"]):
            start = time.perf_counter()
            read = await call(client, "read_text_file", path=path, session="bench")
            times["read"].append(time.perf_counter() - start)
            text = read.content[0].text + f"A line by an agent, number {number}.\n"
            token = re.search("[0-9a-f]{40}", read.content[-1].text)[0]
            start = time.perf_counter()
            await call(client, "write_file", path=path, content=text, token=token, session="bench")
            times["write"].append(time.perf_counter() - start)
            times["floor"].append(floor.write(text.encode()))
    return {name: values[task["warm"]:] for name, values in times.items()}


async def git(task):
    times = []
    async with Client(parameters(task)) as client:
        for number, path in enumerate(task["paths"]):
            with open(os.path.join(task["root"], path), "a", encoding="utf-8") as file:
                file.write(f"A line by an agent, number {number}.\n")
            start = time.perf_counter()
            await call(client, "git_add", repo_path=task["root"], files=[path])
            await call(client, "git_commit", repo_path=task["root"], message=f"Edit {path}")
            times.append(time.perf_counter() - start)
    return {"write": times[task["warm"]:]}


async def many(task):
    """Each writer has a server of its own; the time is that of all writes of all of them."""
    async with contextlib.AsyncExitStack() as stack:
        clients = [await stack.enter_async_context(Client(parameters(task))) for _ in range(task["writers"])]

        async def work(index, client, count):
            for number in range(count):
                await call(
                    client, "write_file", path=f"Agents/{index}-{task['mark']}-{number}.md",
                    content=f"# {number}\n" + "A line by an agent.\n" * 50, session=f"{task['mark']}-{index}")

        await asyncio.gather(*(work(f"warm{index}", client, 1) for index, client in enumerate(clients)))
        start = time.perf_counter()
        await asyncio.gather(*(work(index, client, task["count"]) for index, client in enumerate(clients)))
        return {"seconds": time.perf_counter() - start, "writes": task["count"] * len(clients)}


async def reads(task):
    """A burst as of an agent that greps: frames without a library, `wide` calls asked and not yet answered."""
    program = await asyncio.create_subprocess_exec(
        *task["command"], env=task["environment"], stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
        limit=1 << 24)

    def send(method, params, number=None):
        frame = {"jsonrpc": "2.0", "method": method, "params": params}
        program.stdin.write(json.dumps(frame if number is None else {**frame, "id": number}).encode() + b"\n")

    send("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                        "clientInfo": {"name": "bench", "version": "1"}}, 0)
    await program.stdout.readline()
    send("notifications/initialized", {})
    asked, answered, count, paths = 0, 0, task["count"], task["paths"]
    start = time.perf_counter()
    while answered < count:
        while asked < min(count, answered + task["wide"]):
            asked += 1
            send("tools/call", {"name": "read_text_file", "arguments": {
                "path": paths[asked % len(paths)], "session": "bench-reads"}}, asked)
        frame = json.loads(await program.stdout.readline())
        if "id" in frame and "method" not in frame:
            if frame["result"].get("isError"):
                raise RuntimeError(frame["result"]["content"])
            answered += 1
    seconds = time.perf_counter() - start
    program.stdin.close()
    await program.wait()
    return {"seconds": seconds}


task = json.load(sys.stdin)
print(json.dumps(asyncio.run({"writes": writes, "git": git, "many": many, "reads": reads}[task["what"]](task))))
