"""Measures abilities: the list, and the morning briefing with sources that each take a second."""

import http.server
import json
import os
import shutil
import threading
import time

from measure import milliseconds, timed
from sandbox import Failed

SETTINGS = """
[[sources]]
name = "work"
kind = "calendar"
path = "{calendar}"
access = "allow"

[[sources]]
name = "inbox"
kind = "mail"
path = "{mail}"
access = "allow"

[[sources]]
name = "watch"
kind = "health"
path = "{health}"
access = "allow"

[[sources]]
name = "sky"
kind = "weather"
url = "http://127.0.0.1:{port}/v1/forecast"
place = "Berlin"
latitude = 52.52
longitude = 13.41
cache_minutes = 0
access = "allow"
"""


class Sky(http.server.BaseHTTPRequestHandler):
    """A weather service that answers after `delay` seconds."""

    delay = 0.0

    def log_message(self, *words):
        pass

    def do_GET(self):
        time.sleep(self.delay)
        now = {"time": int(time.time()), "temperature_2m": 6.0, "weather_code": 61}
        body = json.dumps({"utc_offset_seconds": 0, "current": now}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def sources(sandbox, port):
    """Writes the settings of four sources and their files; answers the paths to slow down."""
    home = sandbox.path("home")
    paths = {name: os.path.join(home, name) for name in ("calendar.ics", "inbox", "health.csv")}
    day = time.strftime("%Y%m%d")
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:bench", "BEGIN:VEVENT", "UID:1", f"DTSTAMP:{day}T000000Z"]
    lines += [f"DTSTART:{day}T090000Z", f"DTEND:{day}T093000Z", "SUMMARY:Stand-up", "END:VEVENT", "END:VCALENDAR", ""]
    with open(paths["calendar.ics"], "w", encoding="ascii", newline="") as file:
        file.write("\r\n".join(lines))
    for name in ("cur", "new", "tmp"):
        os.makedirs(os.path.join(paths["inbox"], name))
    with open(paths["health.csv"], "w", encoding="ascii") as file:
        file.write(f"date,steps,sleep\n{time.strftime('%Y-%m-%d')},8000,7.5\n")
    os.makedirs(os.path.join(home, ".config", "stet"))
    with open(os.path.join(home, ".config", "stet", "sources.toml"), "w", encoding="utf-8") as file:
        file.write(SETTINGS.format(
            calendar=paths["calendar.ics"], mail=paths["inbox"], health=paths["health.csv"], port=port))
    return [paths["calendar.ics"], os.path.join(paths["inbox"], "cur"), paths["health.csv"]]


def measured(command, sandbox, root, count):
    times = []
    for _ in range(count):
        took, status = timed(command, sandbox.environment, cwd=root)
        if status != 0:
            raise Failed(f"{command}: exit {status}")
        times.append(took)
    return milliseconds(times)["median"]


def measure(folders, options):
    if not shutil.which("strace"):
        raise Failed("strace, which slows the files of the sources down, is not installed")
    folder = folders.get(options.small)
    sandbox = folder.sandbox
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Sky)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        slow = sources(sandbox, server.server_address[1])
        count = 5 if options.quick else 15
        stet = [sandbox.stet, "-C", folder.root]
        listed = measured([*stet, "ability", "list"], sandbox, folder.root, count)
        start = measured([sandbox.stet, "--version"], sandbox, folder.root, count)
        run = [*stet, "ability", "run", "morning-briefing", "--no-model", "--json"]
        quick = measured(run, sandbox, folder.root, count)
        steps = {step["source"]: step for step in json.loads(sandbox.run(*run))["steps"]}
        if any(step["state"] != "done" for step in steps.values()):
            raise Failed(f"a source failed: {steps}")
        Sky.delay = 1.0
        trace = ["strace", "-f", "--seccomp-bpf", "-o", "/dev/null", "-e", "trace=openat"]
        trace += ["-e", "inject=openat:delay_enter=1000000"]
        for path in slow:
            trace += ["-P", path]
        took = measured([*trace, *run], sandbox, folder.root, max(3, count // 3))
        steps = json.loads(sandbox.run(*trace, *run))["steps"]
        if any(step["milliseconds"] < 1_000 for step in steps):
            raise Failed(f"a source was not slow: {steps}")
    finally:
        server.shutdown()
    return {
        "title": "abilities, median, ms",
        "rows": [
            {"case": "ability list", "stet": listed, "program start": start},
            {"case": "morning-briefing, quick sources", "stet": quick},
            {"case": "morning-briefing, four sources of 1 s", "stet": took, "one after the other": 4_000},
        ],
        "notes": [
            "goal: ability list <= 30; four sources of 1 s <= 1,300",
            "strace delays the opening of calendar, mail and health data by 1 s, a server the weather",
        ],
    }
