"""download.py MODE COMMAND... or MODE http://ADDRESS TOKENFILE: reads a text that is still on its way, and gives another
one up.

The environment's RELEASE names the file that keeps the first one slow; SIZE is what both have. MODE is as for client.py.
"""

import os

import anyio
from client import connection, failed, mode

size = int(os.environ["SIZE"])


async def main():
    told, waited = [], anyio.Event()

    async def hear(done, total, message):
        told.append((done, total))
        # The rest may come at once.
        if len(told) == 3:
            os.unlink(os.environ["RELEASE"])

    async def wait(done, total, message):
        waited.set()

    async with connection() as (call, give_up):
        first = {"path": "first.txt", "head": 1, "wait": 60}
        result = await call("read_text_file", first, progress_callback=hear)
        assert not failed(result) and result.content[0].text == "first 1", result
        done = [count for count, _ in told]
        assert len(done) >= 3 and done == sorted(set(done)) and 0 < done[0] and done[-1] <= size, told
        assert {total for _, total in told} == {size}, told
        second = {"path": "second.txt", "head": 1, "wait": 60}
        async with anyio.create_task_group() as group:
            group.start_soon(lambda: call("read_text_file", second, progress_callback=wait))
            await waited.wait()
            if give_up:
                await give_up()
            group.cancel_scope.cancel()
        # Whoever gives one call up goes on with others.
        result = await call("read_text_file", {"path": "n.md"})
        assert not failed(result) and result.content[0].text == "words\n", result


async def limited():
    with anyio.fail_after(100):
        await main()


anyio.run(limited)
print("done", mode)
