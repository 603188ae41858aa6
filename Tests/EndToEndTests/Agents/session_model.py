"""session_model.py ROOT: a server of chat completions on the loopback interface whose answers are written down.

The answers to a conversation are the list in ROOT/answers.json, in the order of the model's turns: each has "text" and
"calls", a list of [tool, arguments]. Prints "PORT PID", then serves until its parent is gone. Every request is a line of
ROOT/log: the number of its messages, the tools by name, and its last message. While ROOT/away exists, every request is
answered with 503. While ROOT/slow exists, the end of an answer is not sent. A GET of /to/PORT is redirected to that
port, any other GET is answered with a page about whales.
"""

import http.server
import json
import os
import sys
import threading

root = sys.argv[1]
parent = os.getppid()
lock = threading.Lock()
ended = threading.Event()


def chunks(answer, turn):
    """The events of an answer."""

    def chunk(delta, reason=None):
        return {"id": "c", "model": "scripted-1", "choices": [{"index": 0, "delta": delta, "finish_reason": reason}]}

    for word in answer.get("text", "").split():
        yield chunk({"content": word + " "})
    for index, (tool, arguments) in enumerate(answer.get("calls", [])):
        call = {"index": index, "id": "p%d_%d" % (turn, index), "type": "function"}
        call["function"] = {"name": tool, "arguments": json.dumps(arguments)}
        yield chunk({"tool_calls": [call]})
    last = chunk({}, "tool_calls" if answer.get("calls") else "stop")
    last["usage"] = {"prompt_tokens": 100, "completion_tokens": 10}
    yield last


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *words):
        pass

    def do_GET(self):
        with lock, open(root + "/log", "a") as log:
            log.write("GET %s\n" % self.path)
        if self.path.startswith("/to/"):
            self.send_response(302)
            self.send_header("Location", "http://127.0.0.1:%s/landed" % self.path[4:])
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        page = b"<html><head><title>T</title></head><body><p>Whales &amp; songs</p></body></html>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.end_headers()
        self.wfile.write(page)

    def do_POST(self):
        request = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        messages = request["messages"]
        tools = ",".join(tool["function"]["name"] for tool in request.get("tools", []))
        with lock, open(root + "/log", "a") as log:
            log.write("%d %s %s\n" % (len(messages), tools, json.dumps(messages[-1])))
        if os.path.exists(root + "/away"):
            self.send_response(503)
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        with open(root + "/answers.json") as file:
            answers = json.load(file)
        turn = sum(message["role"] == "assistant" for message in messages)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for event in chunks(answers[min(turn, len(answers) - 1)], turn):
            if event["choices"][0]["finish_reason"] and os.path.exists(root + "/slow"):
                return ended.wait()
            self.wfile.write(b"data: " + json.dumps(event).encode() + b"\n\n")
            self.wfile.flush()
        self.wfile.write(b"data: [DONE]\n\n")
        self.close_connection = True


class Server(http.server.ThreadingHTTPServer):
    daemon_threads = True


server = Server(("127.0.0.1", 0), Handler)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], os.getpid(), flush=True)
while os.getppid() == parent and not ended.wait(0.5):
    pass
