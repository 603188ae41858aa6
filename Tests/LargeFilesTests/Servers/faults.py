"""faults.py ROOT: a git-lfs server on the loopback that misbehaves as the first part of the path says.

Where that part is `switched`, the file ROOT/<oid>.fault says it of an object, ROOT/batch.fault of batches; without them
nothing is wrong. Objects are files ROOT/<oid>; what is uploaded goes there too. Prints "PORT PID", then serves until its parent is gone.
Every request is a line of ROOT/log: method, path, Host, Authorization, X-Secret, Range, If-Range, seconds of a clock.

A fault that is a number is answered with that status, `429-2` with a `Retry-After` of 2 s, to everything it is said of.
"""

import base64
import json
import os

from loopback import Handler, ended, root, serve

html = b"<html><body>Sign in to the hotel's network</body></html>"


class Objects(Handler):
    noted = ("Host", "Authorization", "X-Secret", "Range", "If-Range")
    kind = "application/vnd.git-lfs+json"

    def fault(self, name):
        first = self.path.split("/")[1]
        if first != "switched":
            return first
        try:
            with open("%s/%s.fault" % (root, name)) as file:
                return file.read().strip()
        except FileNotFoundError:
            return "plain"

    def refuses(self, fault):
        """Answers with the status that a fault is; False where it is none."""
        status, _, pause = fault.partition("-")
        if not status.isdigit():
            return False
        fields = {"Retry_After": pause} if pause else {}
        self.answer(int(status), b'{"message":"not now"}', **fields)
        return True

    def do_POST(self):
        tries = self.note()
        body = self.body()
        if self.path.endswith("/verify"):
            fault = self.fault(json.loads(body)["oid"])
            return self.answer(500 if fault == "unverified" else 200, b"{}")
        fault = self.fault("batch")
        if self.refuses(fault):
            return
        if fault == "html":
            return self.answer(200, html, "text/html")
        if fault == "busy" and tries < 3:
            return self.answer(429, b'{"message":"slow down"}', Retry_After="0")
        if fault == "down" and tries < 3:
            return self.answer(503, html, "text/html")
        if fault == "locked":
            expected = "Basic " + base64.b64encode(b"whale:s\xc3\xa9same").decode()
            if self.headers.get("Authorization") != expected:
                return self.answer(401, b'{"message":"who are you?"}', LFS_Authenticate="Basic")
        if fault == "elsewhere":
            port = self.server.server_address[1]
            return self.answer(307, Location="http://localhost:%d/plain/objects/batch" % port)
        request = json.loads(body)
        port = self.server.server_address[1]
        objects = []
        for item in request["objects"]:
            oid = item["oid"]
            here = os.path.exists(root + "/" + oid)
            base = "http://127.0.0.1:%d/%s" % (port, self.path.split("/")[1])
            fields = {"X-Secret": "pearl"}
            if request["operation"] == "download":
                if not here:
                    item["error"] = {"code": 404, "message": "no such object"}
                else:
                    item["actions"] = {"download": {"href": base + "/" + oid, "header": fields}}
            elif not here:
                item["actions"] = {
                    "upload": {"href": base + "/" + oid, "header": fields},
                    "verify": {"href": base + "/verify", "header": fields},
                }
            objects.append(item)
        if fault == "forgetful":
            objects = objects[1:]
        self.answer(200, json.dumps({"transfer": "basic", "objects": objects}).encode())

    def do_PUT(self):
        self.note()
        name = os.path.basename(self.path)
        if self.fault(name) == "deaf":
            # Some of it is read, and no more.
            self.rfile.read(65536)
            while self.fault(name) == "deaf" and not ended.wait(0.05):
                pass
            self.close_connection = True
            return
        body = self.body()
        # A line so slow that it takes until somebody says otherwise.
        while self.fault(name) == "slow" and not ended.wait(0.05):
            pass
        if self.refuses(self.fault(name)):
            return
        if self.fault(name) == "page":
            return self.answer(200, html, "text/html")
        if self.fault(name) == "full":
            return self.answer(507, b'{"message":"no space"}')
        with open(root + "/" + os.path.basename(self.path), "wb") as file:
            file.write(body)
        self.answer(200)

    def do_GET(self):
        tries = self.note()
        fault = self.fault(os.path.basename(self.path))
        with open(root + "/" + os.path.basename(self.path), "rb") as file:
            content = file.read()
        if self.refuses(fault):
            return
        if fault == "gone":
            return self.answer(404, b'{"message":"gone"}')
        if fault == "page":
            return self.answer(200, html, "text/html")
        if fault == "led":
            port = self.server.server_address[1]
            return self.answer(302, Location="http://localhost:%d/plain/%s" % (port, os.path.basename(self.path)))
        if fault == "file":
            return self.answer(302, Location="file:///etc/passwd")
        if fault == "round":
            return self.answer(302, Location=self.path)
        if fault == "wrong":
            content = bytes(reversed(content))
        if fault == "once-wrong" and tries == 1:
            content = bytes(reversed(content))
        if fault == "long":
            content += b"more"
        if fault == "short":
            content = content[: len(content) // 2]
        tag = '"%s-%d"' % (fault, tries if fault == "moving" else 1)
        begin = 0
        wanted = self.headers.get("Range")
        if wanted and self.headers.get("If-Range", tag) == tag and fault != "rangeless":
            begin = int(wanted[6:].split("-")[0])
            self.send_response(206)
            self.send_header("Content-Range", "bytes %d-%d/%d" % (begin, len(content) - 1, len(content)))
        else:
            self.send_response(200)
        part = content[begin:]
        self.send_header("ETag", tag)
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("Content-Length", str(len(part)))
        self.end_headers()
        if fault in ("cut", "moving", "rangeless") and tries < 3 or fault == "always-cut":
            self.wfile.write(part[: len(part) // 2])
            self.wfile.flush()
            self.close_connection = True
            return
        if fault == "stall":
            self.wfile.write(part[: len(part) // 2])
            self.wfile.flush()
            ended.wait()
            return
        # A little at a time, until somebody says otherwise.
        while fault == "drip" and len(part) > 65536 and self.fault(os.path.basename(self.path)) == "drip":
            self.wfile.write(part[:65536])
            self.wfile.flush()
            part = part[65536:]
            ended.wait(0.02)
        self.wfile.write(part)


# Both names of this machine: another host to whom no secret may go.
serve(Objects)
