"""headless_agent.py PLACE OPTIONS...: a stand-in for a headless agent, with the options and the output of Claude Code.

It is no model: it carries out the steps of PLACE/work.json, and prints what `claude -p --output-format stream-json
--verbose` prints: a message `system` with the session, a message `assistant` with the tokens of each turn, and a `result`
(with `--output-format json` the result alone). The shapes are those of Claude Code's documentation. It obeys `--resume`,
`--mcp-config` and `--settings` (hooks): before and after a step that is a tool, it calls the hooks whose matcher fits.

A step is ["raw", COMMAND] (a command that no hook reports), ["Bash", COMMAND], ["Write", PATH, TEXT], ["mcp", TOOL,
ARGUMENTS], ["turn"] (100 input and 10 output tokens) or ["hang"] (waits to be killed, with a child). A resumed session
has the steps of PLACE/resumed.json. Each start is a line of PLACE/calls. While PLACE/lost exists, no session can be
resumed; while PLACE/unhooked exists, no hook is called.
"""

import json
import os
import re
import signal
import subprocess
import sys

place, options = sys.argv[1], sys.argv[2:]
prompt = sys.stdin.read()


def option(name):
    return options[options.index(name) + 1] if name in options else None


resumed = option("--resume")
names = {name: os.environ.get(name) for name in ("STET_AGENT", "STET_SESSION")}
with open(place + "/calls", "a") as calls:
    calls.write(json.dumps({"options": options, "prompt": prompt, "resumed": resumed, "pid": os.getpid(), **names}) + "\n")
if resumed and os.path.exists(place + "/lost"):
    sys.exit("No conversation found with session ID: " + resumed)
session = resumed or "a1b2"
streams = option("--output-format") == "stream-json"
turns = 0
settings = json.load(open(option("--settings"))) if option("--settings") else {}
servers = json.load(open(option("--mcp-config")))["mcpServers"] if option("--mcp-config") else {}
# As Claude Code does for its commands.
environment = {**os.environ, "CLAUDECODE": "1"}


def show(message):
    if streams or message["type"] == "result":
        print(json.dumps({**message, "session_id": session}), flush=True)


def hooks(event, tool, entry, call):
    if os.path.exists(place + "/unhooked"):
        return
    for group in settings.get("hooks", {}).get(event, []):
        if tool and not re.fullmatch(group.get("matcher", ".*"), tool):
            continue
        for hook in group["hooks"]:
            text = {"session_id": session, "cwd": os.getcwd(), "hook_event_name": event}
            if tool:
                text.update(tool_name=tool, tool_input=entry, tool_use_id=call)
            subprocess.run(["sh", "-c", hook["command"]], input=json.dumps(text), text=True, check=True, env=environment)


def mcp(tool, arguments):
    server = servers["stet"]
    assert "mcp__stet" in settings["permissions"]["allow"]
    program = subprocess.Popen(
        [server["command"], *server["args"]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def send(message):
        program.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        program.stdin.flush()

    def answer(number):
        for line in program.stdout:
            if json.loads(line).get("id") == number:
                return json.loads(line)
        sys.exit("the server ended")

    client = {"name": "claude-code", "version": "2"}
    send({"id": 1, "method": "initialize",
          "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client}})
    answer(1)
    send({"method": "notifications/initialized"})
    send({"id": 2, "method": "tools/call", "params": {"name": tool, "arguments": arguments}})
    result = answer(2)
    assert not result["result"].get("isError"), result
    program.stdin.close()
    program.wait()


def turn():
    global turns
    turns += 1
    message = {"id": "msg_%d" % turns, "type": "message", "role": "assistant", "model": "claude-stand-in",
               "content": [{"type": "text", "text": "Turn %d." % turns}],
               "usage": {"input_tokens": 10, "cache_creation_input_tokens": 40, "cache_read_input_tokens": 50,
                         "output_tokens": 10}}
    # A message with several blocks comes in several parts, each with the usage.
    for _ in range(2):
        show({"type": "assistant", "message": message, "parent_tool_use_id": None})
        message["content"] = [{"type": "tool_use", "id": "toolu_%d" % turns, "name": "Bash", "input": {}}]


show({"type": "system", "subtype": "init", "cwd": os.getcwd(), "model": "claude-stand-in", "tools": ["Bash", "Write"]})
hooks("UserPromptSubmit", None, None, None)
with open(place + ("/resumed.json" if resumed else "/work.json")) as file:
    steps = json.load(file)
for number, (kind, *words) in enumerate(steps):
    call = "toolu_step_%d" % number
    if kind == "turn":
        turn()
    elif kind == "hang":
        child = subprocess.Popen(["sleep", "1000"])
        with open(place + "/child", "w") as file:
            file.write(str(child.pid))
        signal.pause()
    elif kind == "mcp":
        mcp(*words)
    elif kind == "raw":
        subprocess.run(["bash", "-euc", words[0]], check=True, env=environment)
    else:
        entry = {"command": words[0]} if kind == "Bash" else {"file_path": os.path.abspath(words[0]), "content": words[1]}
        hooks("PreToolUse", kind, entry, call)
        if kind == "Bash":
            subprocess.run(["bash", "-euc", words[0]], check=True, env=environment)
        else:
            with open(words[0], "w") as file:
                file.write(words[1])
        hooks("PostToolUse", kind, entry, call)
hooks("Stop", None, None, None)
turns = max(turns, 1)
show({"type": "result", "subtype": "success", "is_error": False, "duration_ms": 10, "num_turns": turns,
      "result": "All done.", "stop_reason": "end_turn", "total_cost_usd": 0.002 * turns,
      "usage": {"input_tokens": 10 * turns, "cache_creation_input_tokens": 40 * turns,
                "cache_read_input_tokens": 50 * turns, "output_tokens": 10 * turns},
      "permission_denials": []})
