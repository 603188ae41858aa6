"""models.py ROOT: a server of language models on the loopback interface that misbehaves as the first part of the path says.

It speaks the Messages API (/FAULT/v1/messages) and chat completions (/FAULT/v1/chat/completions), both with server-sent
events, and lists its models (/FAULT/v1/models). Prints "PORT PID", then serves until its parent is gone.
Every request is a line of ROOT/log: method, path, Host, x-api-key, Authorization, anthropic-version, seconds of a clock. The
body of the last call is ROOT/body.
"""

import json

from loopback import Handler, ended, root, serve

key = "sk-test-123"
# The reasons of both interfaces for the end of an answer that is not complete.
endings = {"length": ("max_tokens", "length"), "refusal": ("refusal", "content_filter")}


def anthropic(request, text):
    """The events of an answer, the usage included: a text, or a call of the first tool."""
    usage = {"input_tokens": 25, "cache_creation_input_tokens": 0, "cache_read_input_tokens": 8, "output_tokens": 1}
    message = {"id": "msg_1", "type": "message", "role": "assistant", "model": request["model"], "content": []}
    message.update({"stop_reason": None, "stop_sequence": None, "usage": usage})
    yield {"type": "message_start", "message": message}
    yield {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}}
    yield {"type": "ping"}
    for piece in text:
        yield {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": piece}}
    yield {"type": "content_block_stop", "index": 0}
    for tool in request.get("tools", [])[:1]:
        block = {"type": "tool_use", "id": "toolu_1", "name": tool["name"], "input": {}}
        yield {"type": "content_block_start", "index": 1, "content_block": block}
        for piece in ("", '{"path"', ': "a.md"}'):
            yield {"type": "content_block_delta", "index": 1, "delta": {"type": "input_json_delta", "partial_json": piece}}
        yield {"type": "content_block_stop", "index": 1}
    reason = "tool_use" if request.get("tools") else endings.get(request["fault"], ("end_turn", None))[0]
    yield {"type": "message_delta", "delta": {"stop_reason": reason, "stop_sequence": None}, "usage": {"output_tokens": 15}}
    yield {"type": "message_stop"}


def openai(request, text):
    """The same answer as chunks of a chat completion."""

    def chunk(delta, reason=None):
        choice = {"index": 0, "delta": delta, "logprobs": None, "finish_reason": reason}
        return {"id": "c1", "object": "chat.completion.chunk", "created": 1, "model": request["model"], "choices": [choice]}

    yield chunk({"role": "assistant", "content": ""})
    for piece in text:
        yield chunk({"content": piece})
    for tool in request.get("tools", [])[:1]:
        function = {"name": tool["function"]["name"], "arguments": ""}
        yield chunk({"tool_calls": [{"index": 0, "id": "call_1", "type": "function", "function": function}]})
        for piece in ('{"path"', ': "a.md"}'):
            yield chunk({"tool_calls": [{"index": 0, "function": {"arguments": piece}}]})
    yield chunk({}, "tool_calls" if request.get("tools") else endings.get(request["fault"], (None, "stop"))[1])
    if request.get("stream_options", {}).get("include_usage"):
        last = chunk({})
        last["choices"] = []
        details = {"cached_tokens": 8}
        last["usage"] = {"prompt_tokens": 33, "completion_tokens": 15, "total_tokens": 48, "prompt_tokens_details": details}
        yield last
    yield "[DONE]"


class Models(Handler):
    noted = ("Host", "x-api-key", "Authorization", "anthropic-version")

    def error(self, status, kind, message, **fields):
        self.answer(status, {"type": "error", "error": {"type": kind, "message": message}}, **fields)

    def refuses(self, fault, tries):
        """Answers with an error, as the fault says; False where it says none."""
        given = self.headers.get("x-api-key") or self.headers.get("Authorization", "")[7:]
        if fault not in ("open", "elsewhere", "length", "refusal", "silent") and given != key:
            self.error(401, "authentication_error", "invalid x-api-key: " + given)
        elif fault == "echo":
            self.error(400, "invalid_request_error", "no such thing: " + given + "\nnor this")
        elif fault == "html":
            self.answer(502, b"<html><body>Bad gateway</body></html>", "text/html")
        elif fault == "quota":
            self.answer(429, {"error": {"type": "insufficient_quota", "message": "no credit", "code": "insufficient_quota"}})
        elif fault.startswith("429-") and tries < 3:
            self.error(429, "rate_limit_error", "slow down", Retry_After=fault[4:])
        elif fault == "529" and tries < 3 or fault == "always-529":
            self.error(529, "overloaded_error", "Overloaded")
        elif fault == "elsewhere":
            place = "http://localhost:%d/open/%s" % (self.server.server_address[1], self.path.split("/", 2)[2])
            self.answer(307, b"", Location=place)
        elif fault == "page":
            self.answer(200, b"<html><body>Sign in to the hotel's network</body></html>", "text/html")
        else:
            return False
        return True

    def chunk(self, data):
        self.wfile.write(b"%x\r\n%s\r\n" % (len(data), data))
        self.wfile.flush()

    def do_GET(self):
        fault = self.path.split("/")[1]
        if self.refuses(fault, self.note()):
            return
        if fault == "listless":
            return self.answer(404, {"detail": "Not Found"})
        self.answer(200, {"object": "list", "data": [{"id": "small-1"}, {"id": "large-1"}], "has_more": False})

    def do_POST(self):
        tries = self.note()
        fault = self.path.split("/")[1]
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with open(root + "/body", "wb") as file:
            file.write(body)
        request = json.loads(body)
        request["fault"] = fault
        if fault == "mute":
            return ended.wait()
        if self.refuses(fault, tries):
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream; charset=utf-8")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        self.wfile.flush()
        if fault == "silent":
            return ended.wait()
        text = ["Hello ", "from é😀 ", request["model"] + "."]
        events = anthropic(request, text) if self.path.endswith("/messages") else openai(request, text)
        count = 0
        for event in events:
            data = event if isinstance(event, str) else json.dumps(event, ensure_ascii=False)
            name = "event: %s\n" % event["type"] if isinstance(event, dict) and "type" in event else ""
            frame = (name + "data: " + data + "\n\n").encode()
            has_text = any('"%s"' % piece in data for piece in text)
            if fault == "unborn" and has_text and tries < 3 or fault == "cut" and count == 2:
                self.close_connection = True
                return
            if fault == "overloaded" and has_text and tries < 3 or fault == "overloaded-late" and count == 2:
                problem = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
                self.chunk(b"event: error\ndata: " + json.dumps(problem).encode() + b"\n\n")
                self.chunk(b"")
                return
            if fault == "garbage" and count == 2:
                self.chunk(b"data: {\"type\": \xff\xfe\n\n")
            if fault == "slow" and count == 2:
                return ended.wait()
            if has_text:
                count += 1
            if fault == "bytes":
                for byte in frame:
                    self.chunk(bytes([byte]))
            else:
                self.chunk(frame)
        if fault == "lasting":
            return ended.wait()
        self.chunk(b"")


serve(Models)
