"""Measures sessions: the durable append of a step, the resume of a long session, and the memory of 20 at once."""

import http.server
import json
import os
import re
import shutil
import statistics
import subprocess
import threading
import time

from measure import resident
from sandbox import Failed, wait_until

PROVIDER = """
[[providers]]
name = "bench"
kind = "openai"
url = "http://127.0.0.1:{port}/v1"
models = {{ balanced = "bench-1" }}
prices = {{ balanced = {{ input = 0, output = 0 }} }}
"""
BUDGET = "turns=100000,tokens=900000000"


class Model(http.server.BaseHTTPRequestHandler):
    """A model that reads one file in each of `turns` turns, then asks a question, and ends after its answer."""

    turns = 1
    arrivals = []
    # Whether an answer is held back, so that sessions stay at work.
    gate = threading.Event()

    def log_message(self, *words):
        pass

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        Model.arrivals.append(time.monotonic())
        Model.gate.wait(60)
        turn = sum(message["role"] == "assistant" for message in request["messages"])
        if turn < Model.turns:
            call = ("read_file", {"path": "bench-session.md"})
        else:
            call = ("ask_user", {"question": "Go on?"}) if turn == Model.turns else None
        delta = {"content": "Done."}
        if call:
            function = {"name": call[0], "arguments": json.dumps(call[1])}
            delta = {"tool_calls": [{"index": 0, "id": f"c{turn}", "type": "function", "function": function}]}
        chunks = [
            {"choices": [{"index": 0, "delta": delta, "finish_reason": None}]},
            {"choices": [{"index": 0, "delta": {}, "finish_reason": "tool_calls" if call else "stop"}],
             "usage": {"prompt_tokens": 1, "completion_tokens": 1}}]
        body = "".join(f"data: {json.dumps({'id': 'c', **chunk})}\n\n" for chunk in chunks) + "data: [DONE]\n\n"
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        try:
            self.wfile.write(body.encode())
        except ConnectionError:
            pass  # The session was cancelled.


def run(sandbox, root, *arguments, status=0):
    """Runs a command in a workspace and checks its exit status; returns the time of its start."""
    begin = time.monotonic()
    done = subprocess.run(
        [sandbox.stet, "-C", root, *arguments], env=sandbox.environment, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=300, check=False)
    if done.returncode != status:
        raise Failed(f"stet {' '.join(arguments)}: exit {done.returncode}: {done.stderr.decode()[-400:]}")
    return begin


def appended(sandbox, root):
    """Milliseconds from the write of a step to the end of its flush, those of a bare program, and the number of steps,
    all under strace."""
    calls = "trace=write,pwrite64,fdatasync"
    log = sandbox.path("appends")

    def gaps(pattern):
        """The median milliseconds from a write to the end of its descriptor's flush, and the number of such pairs."""
        times, begun = [], {}
        with open(log, encoding="utf-8", errors="replace") as file:
            for line in file:
                found = re.match(r"(\d+) +([\d.]+) (write|pwrite64|fdatasync)\((\d+)<([^>]*)>.*<([\d.]+)>$", line)
                if not found or pattern not in found[5]:
                    continue
                key = (found[1], found[4])
                if found[3] != "fdatasync":
                    begun.setdefault(key, float(found[2]))
                elif key in begun:
                    times.append(float(found[2]) + float(found[6]) - begun.pop(key))
        if not times:
            raise Failed("no append was seen")
        return round(statistics.median(times) * 1000, 3), len(times)

    trace = ["strace", "-f", "-y", "-ttt", "-T", "-e", calls, "-o", log]
    sandbox.run(
        *trace, sandbox.stet, "-C", root, "run", "Read", "--session", "traced", "--budget", BUDGET, limit=120,
        check=False)
    stet, count = gaps("/sessions/traced/log.jsonl")
    program = (
        "import os, sys\nf = os.open(sys.argv[1], os.O_WRONLY | os.O_CREAT | os.O_APPEND)\n"
        "for _ in range(200):\n os.write(f, b'x' * 300)\n os.fdatasync(f)\n")
    place = os.path.join(root, ".git", "stet", "sessions", "traced", "floor")
    sandbox.run(*trace, "python3", "-c", program, place, limit=120)
    os.remove(place)
    return stet, gaps("/sessions/traced/floor")[0], count


def steps(root, session):
    with open(os.path.join(root, ".git", "stet", "sessions", session, "log.jsonl"), "rb") as file:
        return sum(1 for _ in file)


def measure(folders, options):
    if not shutil.which("strace"):
        raise Failed("strace, which sees the appends, is not installed")
    folder = folders.get(options.small)
    sandbox, root = folder.sandbox, folder.root
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Model)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    settings = os.path.join(sandbox.path("home"), ".config", "stet")
    os.makedirs(settings, exist_ok=True)
    with open(os.path.join(settings, "providers.toml"), "w", encoding="utf-8") as file:
        file.write(PROVIDER.format(port=server.server_address[1]))
    with open(os.path.join(root, "bench-session.md"), "w", encoding="utf-8") as file:
        file.write("one line\n")
    try:
        Model.gate.set()
        Model.turns = 20
        stet, floor, count = appended(sandbox, root)
        # A turn has about four steps.
        Model.turns = 60 if options.quick else 260
        run(sandbox, root, "run", "Read", "--session", "long", "--budget", BUDGET, status=3)
        length = steps(root, "long")
        asked = len(Model.arrivals)
        begin = run(sandbox, root, "session", "resume", "long", "--answer", "yes")
        resumed = (Model.arrivals[asked] - begin) * 1000
        begin = time.monotonic()
        run(sandbox, root, "session", "show", "long", "--json")
        shown = (time.monotonic() - begin) * 1000
        Model.gate.clear()
        before = resident(folder.pid)
        asked, number = len(Model.arrivals), 20
        for index in range(number):
            run(sandbox, root, "run", "Read", "--session", f"many{index}", "--background")
        wait_until(lambda: len(Model.arrivals) - asked >= number, 60, step=0.05, what="all sessions to be at work")
        after = resident(folder.pid)
        runners = [
            resident(row["pid"]) for row in json.loads(sandbox.call(root, "session", "list", "--json"))
            if row.get("pid")]
        Model.gate.set()
        for index in range(number):
            run(sandbox, root, "session", "cancel", f"many{index}")
    finally:
        Model.gate.set()
        server.shutdown()
    return {
        "title": "sessions",
        "rows": [
            {"case": f"append of a step, median of {count}, ms", "stet": stet, "floor": floor,
             "ratio": round(stet / floor, 2)},
            {"case": f"resume of {length:,} steps until the model is called, ms", "stet": round(resumed, 1)},
            {"case": f"show of {length:,} steps, ms", "stet": round(shown, 1)},
            {"case": f"{number} sessions at work, more memory of the daemon, MiB",
             "stet": round(after["VmRSS"] - before["VmRSS"], 1)},
            {"case": f"their {len(runners)} processes, own memory of all, MiB",
             "stet": round(sum(runner["RssAnon"] for runner in runners), 1)},
        ],
        "notes": [
            "goal: append <= 2 x floor; resume of 1,000 steps <= 100 ms; 20 sessions <= 60 MiB more in all",
            "floor: write + fdatasync of 300 bytes by Python; both under strace, which adds to each",
        ],
    }
