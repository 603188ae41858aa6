"""client.py MODE COMMAND...: drives a server with the client of PyPI's `mcp`, as agents' programs do.
client.py MODE http://ADDRESS TOKENFILE: the same over HTTP.

MODE: `modern` and `legacy` for the 2.x line, `v1` for the 1.x line.
"""

import asyncio
import contextlib
import json
import sys

mode, command = sys.argv[1], sys.argv[2:]


async def scenario(list_tools, call, progress):
    names = [tool.name for tool in (await list_tools()).tools]
    expected = (
        "read_file read_text_file read_media_file read_multiple_files write_file edit_file create_directory "
        "list_directory list_directory_with_sizes directory_tree move_file search_files get_file_info "
        "list_allowed_directories append_file delete_file copy_file list_files search_text query_documents "
        "file_history log diff_versions restore_version blame list_questions workspace_context changes_since apply_patch "
        "undo_session download_file claim_path release_path publish_to_feed"
    ).split()
    assert names == expected, names

    async def done(tool, **arguments):
        result = await call(tool, arguments)
        assert not failed(result), (tool, result)
        return result.content[0].text, structured(result)

    async def refused(tool, **arguments):
        result = await call(tool, arguments)
        assert failed(result), (tool, result)
        return result.content[0].text, structured(result)

    text, more = await done("write_file", path="Research/whales.md", content="one\ntwo\nkept\nthree é\n")
    assert text == "Successfully wrote to Research/whales.md", text
    token = more["token"]
    text, more = await done("read_text_file", path="Research/whales.md")
    assert text == more["content"] == "one\ntwo\nkept\nthree é\n" and more["token"] == token
    assert (await done("read_text_file", path="Research/whales.md", head=1))[0] == "one"
    edits = [{"oldText": "two", "newText": "2"}]
    shown, _ = await done("edit_file", path="Research/whales.md", edits=edits, dryRun=True)
    assert "-two\n+2\n" in shown, shown
    assert (await done("edit_file", path="Research/whales.md", edits=edits))[0] == shown
    text, more = await done("write_file", path="Research/whales.md", content="one\ntwo\nkept\nTHREE é\n", token=token)
    assert (await done("read_text_file", path="Research/whales.md"))[0] == "one\n2\nkept\nTHREE é\n"
    text, more = await refused("write_file", path="person.md", content="the agent's\n")
    assert more["token"], more
    await refused("write_file", path="person.md", content="x", token=token[::-1])
    await refused("read_text_file", path="../../etc/passwd")
    await refused("write_file", path=".git/hooks/post-commit", content="x")
    await refused("read_text_file")
    await done("read_multiple_files", paths=["Research/whales.md", "person.md", "gone.md"])
    await done("create_directory", path="Empty")
    for tool in ("list_directory", "list_directory_with_sizes", "directory_tree", "get_file_info"):
        await done(tool, path=".")
    await done("get_file_info", path="Research/whales.md")
    await done("search_files", path=".", pattern="**/*.md")
    await done("move_file", source="Research/whales.md", destination="Research/orcas.md")
    await done("list_allowed_directories")
    text, now = await done("append_file", path="Research/orcas.md", content="four\n")
    text, more = await done("file_history", path="Research/orcas.md", limit=2)
    assert len(more["versions"]) == 2 and more["versions"][0]["by"] == "Probe", more
    shown, _ = await done("diff_versions", path="Research/orcas.md")
    assert "+four\n" in shown, shown
    earlier = more["versions"][1]["version"]
    await done("restore_version", path="Research/orcas.md", version=earlier, token=now["token"])
    await done("copy_file", source="Research/orcas.md", destination="Research/copy.md")
    text, more = await done("list_files", path="Research", pattern="*.md", limit=1)
    assert [file["path"] for file in more["files"]] == ["Research/copy.md"] and more["cursor"], more
    text, more = await done("search_text", text="k.pt", regex=True, context=1)
    assert {(m["path"], m["text"]) for m in more["matches"]} >= {("Research/copy.md", "kept")}, more
    text, more = await done("query_documents", where=["title=person"])
    assert "person.md" in text, text
    await done("publish_to_feed", headline="Whales", content="They sing.")
    await done("delete_file", path="Research/copy.md")
    text, more = await done("blame", path="person.md")
    assert more["lines"][0]["kind"] == "user", more
    patch = "--- a/person.md\n+++ b/person.md\n@@ -1 +1,2 @@\n the person's\n+the agent's\n"
    patch += "--- /dev/null\n+++ b/Research/new.md\n@@ -0,0 +1 @@\n+new\n"
    assert "fits" in (await done("apply_patch", patch=patch, dryRun=True))[0]
    text, more = await done("apply_patch", patch=patch)
    assert set(more["tokens"]) == {"person.md", "Research/new.md"}, more
    await done("apply_patch", patch="--- a/person.md\n+++ b/person.md\n@@ -1,2 +1 @@\n the person's\n-the agent's\n")
    await done("list_questions")
    text, more = await done("log", limit=2)
    assert len(more["changes"]) == 2 and more["changes"][0]["paths"] == ["person.md"], more
    text, more = await done("download_file", path="Research", wait=0)
    assert more["files"] == [], more
    await done("write_file", path="Research/undone.md", content="x\n", session="undone")
    text, more = await done("undo_session", session="undone")
    assert more["paths"] == ["Research/undone.md"] and more["version"], more
    await refused("undo_session", session="nobody's")
    text, more = await done("claim_path", path="person.md", intent="merging", expires=30)
    assert more["claim"] > 0 and more["until"], more
    assert "person.md for merging" in (await done("workspace_context"))[0]
    await done("release_path", claim=more["claim"])
    assert "had ended" in (await done("release_path", claim=more["claim"]))[0]
    await refused("claim_path", path="person.md", intent="eating")
    text, more = await done("changes_since", since="HEAD~1")
    assert more["version"], more
    await refused("search_text", text="(", regex=True)
    await refused("restore_version", path="person.md", version="no such version")
    assert not failed(await call("read_media_file", {"path": "picture.png"}))
    assert progress or mode == "modern", "no progress was reported"
    try:
        result = await call("no_such_tool", {})
    except Exception:
        pass
    else:
        assert failed(result), result


asked = []


async def decide(context, params):
    """The person at the client: takes the agent's text; answers about a file as the file is called."""
    from mcp.types import ElicitResult

    asked.append(params.message)
    for action, choice in (("accept", "allow"), ("accept", "deny"), ("decline", None), ("cancel", None)):
        if f"Asked/{choice or action}.md" in params.message:
            return ElicitResult(action=action, content={"choice": choice} if choice else None)
    return ElicitResult(action="accept", content={"choice": "replace"})


async def approving(call):
    """What the policy has the person asked about: done where they allow it, refused and remembered where they do not."""
    asked.clear()
    for name, times in (("allow", 1), ("deny", 1), ("decline", 1), ("cancel", 2)):
        path = f"Asked/{name}.md"
        for number in range(2):
            result = await call("append_file", {"path": path, "content": f"more {number}\n"})
            assert failed(result) == (name != "allow"), (name, result)
        assert sum(path in message for message in asked) == times, (name, asked)
        text = (await call("read_text_file", {"path": path})).content[0].text
        assert text == ("one\nmore 0\nmore 1\n" if name == "allow" else "one\n"), (name, text)
    questions = structured(await call("list_questions", {}))["questions"]
    assert [question["path"] for question in questions] == ["Asked/cancel.md"], questions


async def refusing(call):
    """A client that cannot ask learns where the person is asked, and what else can be done."""
    text = (await call("append_file", {"path": "Asked/silent.md", "content": "more\n"})).content[0].text
    assert "stet questions" in text and "Asked/silent.proposal.md" in text, text


async def asking(call):
    """A write that overlaps what came since: the person is asked, and decides."""
    first = structured(await call("write_file", {"path": "Ask.md", "content": "one\n"}))["token"]
    await call("write_file", {"path": "Ask.md", "content": "two\n", "token": first})
    result = await call("write_file", {"path": "Ask.md", "content": "three\n", "token": first})
    assert not failed(result) and len(asked) == 1, (result, asked)
    assert (await call("read_text_file", {"path": "Ask.md"})).content[0].text == "three\n"


async def resources(source, call, heard):
    """Lists, reads and subscribes; `heard` waits until the file under an address is said to have changed."""
    await call("write_file", {"path": "Read/é 1.md", "content": "one\n"})
    listed = {resource.name: resource for resource in (await source.list_resources()).resources}
    entry = listed["Read/é 1.md"]
    assert "%C3%A9%201.md" in str(entry.uri), entry
    content = (await source.read_resource(entry.uri)).contents[0]
    assert content.text == "one\n", content
    templates = await source.list_resource_templates()
    assert len(getattr(templates, "resource_templates", None) or templates.resourceTemplates) == 2, templates
    async with heard(entry.uri) as changed:
        await call("append_file", {"path": "Read/é 1.md", "content": "two\n"})
        await changed()
    content = (await source.read_resource(entry.uri)).contents[0]
    assert content.text == "one\ntwo\n", content
    try:
        await source.read_resource(type(entry.uri)(str(entry.uri) + ".gone"))
    except Exception:
        return
    raise AssertionError("a file that is not there was read")


async def prompts(source):
    """Lists the prompts, and gets one with the facts of its plan: no source is set up, which the facts say."""
    listed = {prompt.name: prompt for prompt in (await source.list_prompts()).prompts}
    assert "today" in listed and [argument.name for argument in listed["weather"].arguments] == ["location"], listed
    messages = (await source.get_prompt("morning-briefing")).messages
    assert messages[0].content.text.startswith("It is "), messages
    resource = messages[-1].content.resource
    assert (getattr(resource, "mime_type", None) or resource.mimeType) == "application/json", resource
    facts = json.loads(resource.text)
    assert facts["plan"] == "morningBriefing" and facts["payload"]["kind"] == "briefing", facts
    assert [missing["source"] for missing in facts["missing"]] == ["calendar", "health", "weather", "mail"], facts
    messages = (await source.get_prompt("week-review")).messages
    assert [message.content.type for message in messages] == ["text"], messages


def failed(result):
    return getattr(result, "is_error", None) or getattr(result, "isError", False)


def structured(result):
    return getattr(result, "structured_content", None) or getattr(result, "structuredContent", None)


def transport():
    from mcp import StdioServerParameters
    from mcp.client.stdio import stdio_client
    from mcp.client.streamable_http import streamable_http_client
    from mcp.shared._httpx_utils import create_mcp_http_client

    if not command[0].startswith("http://"):
        return stdio_client(StdioServerParameters(command=command[0], args=command[1:], env=None))
    with open(command[1], encoding="ascii") as file:
        headers = {"Authorization": "Bearer " + file.read().strip()}
    return streamable_http_client(command[0], http_client=create_mcp_http_client(headers=headers))


@contextlib.asynccontextmanager
async def connection():
    """The call of a tool, and what gives up the call that was begun last; nil where the library does that itself."""
    if mode == "modern":
        from mcp import Client

        async with Client(transport()) as client:
            yield client.call_tool, None
        return
    from mcp import ClientSession

    async with transport() as (incoming, outgoing, *_):
        async with ClientSession(incoming, outgoing) as session:
            await session.initialize()
            if mode == "legacy":
                yield session.call_tool, None
                return
            import mcp.types as types

            # The 1.x line has the notification, and leaves it to its caller to send it. A call's number is its token.
            async def give_up():
                params = types.CancelledNotificationParams(requestId=session._request_id - 1)
                await session.send_notification(
                    types.ClientNotification(types.CancelledNotification(method="notifications/cancelled", params=params))
                )

            yield session.call_tool, give_up


async def main():
    from mcp import ClientSession
    from mcp.types import Implementation

    who = Implementation(name="probe", version="1", title="Probe")
    told = []

    async def hear(done, total, message):
        told.append(done)

    if mode == "modern":
        from mcp import Client

        async with Client(transport(), client_info=who, elicitation_callback=decide) as client:
            assert client.protocol_version == "2026-07-28", client.protocol_version
            await scenario(client.list_tools, lambda tool, a: client.call_tool(tool, a, progress_callback=hear), told)

            @contextlib.asynccontextmanager
            async def listened(uri):
                async with client.listen(resource_subscriptions=[uri], resources_list_changed=True) as events:

                    async def changed():
                        async for event in events:
                            if getattr(event, "uri", None) == uri:
                                return

                    yield changed

            await resources(client, client.call_tool, listened)
            await prompts(client)
            await asking(client.call_tool)
            await approving(client.call_tool)
        async with Client(transport(), client_info=who) as client:
            await refusing(client.call_tool)
        return

    updates = asyncio.Queue()

    async def notice(message):
        message = getattr(message, "root", message)
        if getattr(message, "method", None) == "notifications/resources/updated":
            updates.put_nowait(str(message.params.uri))

    async with transport() as (incoming, outgoing, *_):
        async with ClientSession(
            incoming, outgoing, client_info=who, message_handler=notice, elicitation_callback=decide
        ) as session:
            agreed = await session.initialize()
            version = getattr(agreed, "protocol_version", None) or agreed.protocolVersion
            assert version == "2025-11-25", version
            await session.send_ping()
            await scenario(session.list_tools, lambda tool, a: session.call_tool(tool, a, progress_callback=hear), told)

            @contextlib.asynccontextmanager
            async def subscribed(uri):
                await session.subscribe_resource(uri)

                async def changed():
                    assert await updates.get() == str(uri)

                yield changed
                await session.unsubscribe_resource(uri)

            await resources(session, session.call_tool, subscribed)
            await prompts(session)
            await asking(session.call_tool)
            await approving(session.call_tool)
    async with transport() as (incoming, outgoing, *_):
        async with ClientSession(incoming, outgoing, client_info=who) as session:
            await session.initialize()
            await refusing(session.call_tool)


if __name__ == "__main__":
    asyncio.run(asyncio.wait_for(main(), 60))
    print("done", mode)
