"""frames.py LOG: validates every frame that a server sent by the types that are generated from the published schemas.

They come with PyPI's `mcp`, for the two newest revisions; what goes to a client of an older one is held to the older of
them, which took nothing away.
"""

import json
import sys

import jsonschema
import mcp_types._v2025_11_25 as v2025_11_25
import mcp_types._v2026_07_28 as v2026_07_28

META = "io.modelcontextprotocol/protocolVersion"
NEWEST = "2026-07-28"
REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", NEWEST]
RESULTS = {
    "initialize": "InitializeResult",
    "server/discover": "DiscoverResult",
    "tools/list": "ListToolsResult",
    "tools/call": "CallToolResult",
    "ping": "EmptyResult",
    "resources/list": "ListResourcesResult",
    "resources/read": "ReadResourceResult",
    "resources/templates/list": "ListResourceTemplatesResult",
    "resources/subscribe": "EmptyResult",
    "resources/unsubscribe": "EmptyResult",
    "subscriptions/listen": "SubscriptionsListenResult",
    "prompts/list": "ListPromptsResult",
    "prompts/get": "GetPromptResult",
}
NOTICES = {
    "elicitation/create": "ElicitRequest",
    "notifications/progress": "ProgressNotification",
    "notifications/resources/updated": "ResourceUpdatedNotification",
    "notifications/resources/list_changed": "ResourceListChangedNotification",
    "notifications/subscriptions/acknowledged": "SubscriptionsAcknowledgedNotification",
}


def check(revision, name, value):
    types = v2026_07_28 if revision == NEWEST else v2025_11_25
    kind = getattr(types, name, None) or types.Result
    # As it is on the wire: a number is no string, and a name is spelled as in the schema.
    kind.model_validate_json(json.dumps(value), strict=True, by_alias=True, by_name=False)


asked, agreed, count, tools = {}, "2025-11-25", 0, {}
for line in open(sys.argv[1], "rb"):
    frame = json.loads(line[2:])
    if line.startswith(b"> "):
        if "id" in frame and "method" in frame:
            asked[json.dumps(frame["id"])] = (frame["method"], frame.get("params") or {})
        continue
    count += 1
    if "method" in frame:
        stateless = "io.modelcontextprotocol/subscriptionId" in frame.get("params", {}).get("_meta", {})
        check(NEWEST if stateless else agreed, NOTICES[frame["method"]], frame)
        continue
    if "id" not in frame:
        # A request of HTTP that holds no message, such as a GET, is refused outside of any exchange.
        check(NEWEST, "JSONRPCErrorResponse", frame)
        continue
    method, params = asked[json.dumps(frame["id"])]
    revision = params.get("_meta", {}).get(META, agreed)
    if revision not in REVISIONS:
        revision = NEWEST
    if "error" in frame:
        check(revision, "JSONRPCErrorResponse", frame)
        continue
    if method == "initialize":
        revision = agreed = frame["result"]["protocolVersion"]
    check(revision, "JSONRPCResultResponse", frame)
    asks = frame["result"].get("resultType") == "input_required"
    check(revision, "InputRequiredResult" if asks else RESULTS[method], frame["result"])
    if method == "tools/list":
        for tool in frame["result"]["tools"]:
            tools[tool["name"]] = tool.get("outputSchema")
            jsonschema.Draft202012Validator.check_schema(tool["inputSchema"])
    if method == "tools/call" and "structuredContent" in frame["result"]:
        if tools.get(params["name"]) and not frame["result"].get("isError"):
            jsonschema.Draft202012Validator(tools[params["name"]]).validate(frame["result"]["structuredContent"])
print(count)
