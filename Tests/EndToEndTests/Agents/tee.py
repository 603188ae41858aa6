"""tee.py LOG COMMAND...: runs a server and keeps what goes in ("> ") and comes out ("< "), a frame a line."""

import subprocess
import sys
import threading

log = open(sys.argv[1], "ab", buffering=0)
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def forward():
    for line in iter(sys.stdin.buffer.readline, b""):
        log.write(b"> " + line)
        server.stdin.write(line)
        server.stdin.flush()
    server.stdin.close()


threading.Thread(target=forward, daemon=True).start()
for line in iter(server.stdout.readline, b""):
    log.write(b"< " + line)
    sys.stdout.buffer.write(line)
    sys.stdout.buffer.flush()
sys.exit(server.wait())
