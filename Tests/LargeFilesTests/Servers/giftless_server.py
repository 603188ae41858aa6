"""giftless_server.py ROOT [USER:PASSWORD]: PyPI's giftless behind waitress on the loopback, objects in ROOT, open to all,
or to who knows the password (HTTP Basic).

Prints "PORT PID", then serves until its parent is gone.
"""

import base64
import os
import sys
import threading
import warnings

warnings.simplefilter("ignore")
root = sys.argv[1]
parent = os.getppid()
with open(root + "/giftless.yaml", "w") as file:
    file.write(
        """
AUTH_PROVIDERS: ["giftless.auth.allow_anon:read_write"]
TRANSFER_ADAPTERS:
  basic:
    factory: giftless.transfer.basic_streaming:factory
    options:
      storage_class: giftless.storage.local_storage:LocalStorage
      storage_options: {path: "%s/objects"}
"""
        % root
    )
os.environ["GIFTLESS_CONFIG_FILE"] = root + "/giftless.yaml"

from giftless.app import init_app  # noqa: E402
from waitress.server import create_server  # noqa: E402

app = init_app()


def guarded(environment, start):
    expected = "Basic " + base64.b64encode(sys.argv[2].encode()).decode()
    given = environment.get("HTTP_AUTHORIZATION", "")
    # For an object giftless gives passes of its own, and looks at them itself.
    is_object = "/objects/storage/" in environment["PATH_INFO"]
    has_pass = given.startswith("Bearer ") or "jwt=" in environment.get("QUERY_STRING", "")
    if given == expected or is_object and has_pass:
        return app(environment, start)
    start("401 Unauthorized", [("WWW-Authenticate", 'Basic realm="sea"'), ("Content-Type", "application/json")])
    return [b'{"message": "who are you?"}']


server = create_server(guarded if len(sys.argv) > 2 else app, host="127.0.0.1", port=0, threads=8, max_request_body_size=1 << 40)
threading.Thread(target=server.run, daemon=True).start()
print(server.effective_port, os.getpid(), flush=True)
while os.getppid() == parent:
    threading.Event().wait(0.5)
os._exit(0)
