"""frames.py LOG: validates every frame that a server sent against the published schema of its revision."""

import json
import pathlib
import sys

import jsonschema

schemas = pathlib.Path(__file__).parent / "schemas"
META = "io.modelcontextprotocol/protocolVersion"
RESULTS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "ping": "EmptyResult",
}
validators = {}


def check(revision, name, value):
    if (revision, name) not in validators:
        schema = json.loads((schemas / f"{revision}.json").read_text())
        key = "$defs" if "$defs" in schema else "definitions"
        if name not in schema[key]:
            name = {"JSONRPCResultResponse": "JSONRPCResponse", "JSONRPCErrorResponse": "JSONRPCError"}[name]
        draft = jsonschema.Draft202012Validator if key == "$defs" else jsonschema.Draft7Validator
        validators[revision, name] = draft({"$ref": f"#/{key}/{name}", key: schema[key]})
    validators[revision, name].validate(value)


asked, agreed, count, tools = {}, "2025-11-25", 0, {}
for line in open(sys.argv[1], "rb"):
    frame = json.loads(line[2:])
    if line.startswith(b"> "):
        if "id" in frame and "method" in frame:
            asked[json.dumps(frame["id"])] = (frame["method"], frame.get("params") or {})
        continue
    count += 1
    if "method" in frame:
        assert frame["method"] == "notifications/progress", frame
        check(agreed, "ProgressNotification", frame)
        continue
    method, params = asked[json.dumps(frame["id"])]
    revision = params.get("_meta", {}).get(META, agreed)
    if not (schemas / f"{revision}.json").exists():
        revision = "2026-07-28"
    if "error" in frame:
        check(revision, "JSONRPCErrorResponse", frame)
        continue
    if method == "initialize":
        revision = agreed = frame["result"]["protocolVersion"]
    check(revision, "JSONRPCResultResponse", frame)
    check(revision, RESULTS[method], frame["result"])
    if method == "tools/list":
        for tool in frame["result"]["tools"]:
            tools[tool["name"]] = tool.get("outputSchema")
            jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
    if method == "tools/call" and "structuredContent" in frame["result"]:
        if tools.get(params["name"]) and not frame["result"].get("isError"):
            jsonschema.Draft202012Validator(tools[params["name"]]).validate(frame["result"]["structuredContent"])
print(count)
