"""search.py MODE COMMAND... or MODE http://ADDRESS TOKENFILE: gives up a search that takes as long as it likes.

The environment's SEARCHING names the file with the id of the process that searches. MODE is as for client.py.
"""

import os

import anyio
from client import connection, failed, mode


async def main():
    told, found = [], anyio.Event()

    async def hear(done, total, message):
        told.append(done)
        if message == "3 lines found in 2 files":
            found.set()

    async with connection() as (call, give_up):
        async with anyio.create_task_group() as group:
            group.start_soon(lambda: call("search_text", {"text": "slow"}, progress_callback=hear))
            await found.wait()
            with open(os.environ["SEARCHING"], encoding="ascii") as file:
                searching = os.pidfd_open(int(file.read()))
            if give_up:
                await give_up()
                await anyio.wait_readable(searching)
            group.cancel_scope.cancel()
        await anyio.wait_readable(searching)
        result = await call("search_text", {"text": "word"})
        assert not failed(result) and "a.md:1:word" in result.content[0].text, result
    assert told == sorted(set(told)) and told[0] > 0, told


async def limited():
    with anyio.fail_after(60):
        await main()


anyio.run(limited)
print("done", mode)
