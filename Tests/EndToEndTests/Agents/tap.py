"""tap.py LOG ADDRESS COMMAND...: is in front of an HTTP server while a command runs, and keeps what goes in ("> ") and
comes out ("< "), a frame a line. The command is given the tap's address instead of `ADDRESS` where that is in it.
"""

import http.client
import http.server
import subprocess
import sys
import threading
import urllib.parse

log = open(sys.argv[1], "ab", buffering=0)
server = urllib.parse.urlsplit(sys.argv[2])


class Tap(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def forward(self):
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if body:
            log.write(b"> " + body + b"\n")
        connection = http.client.HTTPConnection(server.hostname, server.port)
        headers = {name: value for name, value in self.headers.items() if name.lower() != "host"}
        connection.request(self.command, self.path, body, headers)
        answer = connection.getresponse()
        stream = answer.headers.get("Content-Type", "").startswith("text/event-stream")
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            if name.lower() not in ("content-length", "transfer-encoding", "connection"):
                self.send_header(name, value)
        if stream:
            self.send_header("Connection", "close")
            self.end_headers()
            for line in iter(answer.readline, b""):
                if line.startswith(b"data: "):
                    log.write(b"< " + line[6:])
                self.wfile.write(line)
                self.wfile.flush()
            self.close_connection = True
            return
        whole = answer.read()
        if whole and "json" in answer.headers.get("Content-Type", ""):
            log.write(b"< " + whole + b"\n")
        self.send_header("Content-Length", str(len(whole)))
        self.end_headers()
        self.wfile.write(whole)

    do_POST = do_GET = do_DELETE = forward

    def log_message(self, *_):
        pass


tap = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Tap)
threading.Thread(target=tap.serve_forever, daemon=True).start()
address = f"http://127.0.0.1:{tap.server_port}{server.path}"
sys.exit(subprocess.call([address if word == sys.argv[2] else word for word in sys.argv[3:]]))
