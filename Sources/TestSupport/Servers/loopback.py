"""A server on the loopback interface that notes its requests, for the scripts of `ServerProcess`.

Prints "PORT PID", then serves until its parent is gone. Every request is a line of ROOT/log: method, path, the headers
`noted`, seconds of a clock.
"""

import http.server
import json
import os
import sys
import threading
import time

root = sys.argv[1]
ended = threading.Event()
_parent = os.getppid()
_lock = threading.Lock()
_counts = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    noted = ()
    kind = "application/json"

    def log_message(self, *words):
        pass

    def note(self):
        """Logs the request; returns how often it was made."""
        fields = [self.headers.get(name, "-") for name in self.noted]
        with _lock, open(root + "/log", "a") as log:
            log.write(" | ".join([self.command, self.path] + fields + ["%.3f" % time.monotonic()]) + "\n")
            key = (self.command, self.path)
            _counts[key] = _counts.get(key, 0) + 1
            return _counts[key]

    def body(self):
        return self.rfile.read(int(self.headers.get("Content-Length", 0)))

    def answer(self, status, body=b"", kind=None, **fields):
        """Answers with bytes, or with JSON."""
        body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", kind or self.kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in fields.items():
            self.send_header(name.replace("_", "-"), value)
        self.end_headers()
        self.wfile.write(body)


class _Server(http.server.ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64


def serve(handler):
    server = _Server(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], os.getpid(), flush=True)
    while os.getppid() == _parent and not ended.wait(0.5):
        pass
