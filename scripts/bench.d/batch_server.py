"""batch_server.py FOLDER: serves the batch API of git-lfs, with nginx for the objects, to measure transfers.

Prints "PORT PID", then serves until its parent has ended. nginx stores and sends the objects (`dav_methods PUT`), so that
neither side of a comparison waits for an interpreter. Python handles only the batches, one for each hundred objects.
"""

import http.server
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading

CONFIGURATION = """
daemon off;
worker_processes 2;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{ worker_connections 256; }}
http {{
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 100000;
  client_max_body_size 0;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {folder}/objects;
    location / {{ dav_methods PUT; create_full_put_path on; }}
  }}
}}
"""


def free_port():
    """A port that nobody listens at just now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Batch(http.server.BaseHTTPRequestHandler):
    """Answers POST …/objects/batch."""

    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True
    folder = ""
    objects = ""

    def do_POST(self):
        order = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        answers = []
        for entry in order["objects"]:
            name = entry["oid"]
            place = f"{name[:2]}/{name[2:4]}/{name}"
            is_here = os.path.exists(os.path.join(self.folder, "objects", place))
            answer = {"oid": name, "size": entry["size"], "authenticated": True}
            if order["operation"] == "download" and not is_here:
                answer["error"] = {"code": 404, "message": "not found"}
            elif order["operation"] == "download" or not is_here:
                answer["actions"] = {order["operation"]: {"href": f"{self.objects}/{place}"}}
            answers.append(answer)
        body = json.dumps({"transfer": "basic", "objects": answers, "hash_algo": "sha256"}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/vnd.git-lfs+json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def main():
    folder, parent, port = sys.argv[1], os.getppid(), free_port()
    os.makedirs(os.path.join(folder, "objects"))
    configuration = os.path.join(folder, "nginx.conf")
    with open(configuration, "w", encoding="ascii") as file:
        file.write(("user root;\n" if os.getuid() == 0 else "") + CONFIGURATION.format(folder=folder, port=port))
    program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if not program:
        sys.exit("nginx is not installed")
    nginx = subprocess.Popen([program, "-p", folder, "-c", configuration], stdin=subprocess.DEVNULL,
                             stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Batch.folder, Batch.objects = folder, f"http://127.0.0.1:{port}"
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Batch)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        serve(server, nginx, port, parent)
    finally:
        nginx.terminate()
        nginx.wait()


def serve(server, nginx, port, parent):
    """Says where it is when nginx answers, and returns when the parent is gone."""
    pause = threading.Event()
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            break
        except OSError:
            if nginx.poll() is not None:
                sys.exit("nginx did not start")
            pause.wait(0.02)
    print(server.server_port, os.getpid(), flush=True)
    while os.getppid() == parent and nginx.poll() is None:
        pause.wait(0.5)


if __name__ == "__main__":
    main()
