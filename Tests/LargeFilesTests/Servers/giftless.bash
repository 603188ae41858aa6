#!/usr/bin/env bash
# giftless.bash DIR: PyPI's `giftless`, a git-lfs server, with what it needs, in DIR. Does nothing where it is there.
# Ends with 3, and says why, where it cannot be had.
set -euo pipefail
mkdir -p "$1"
exec 9>"$1/lock"
flock 9
why=$1/why
# It names none of what it imports, and gives tokens that PyJWT 2.10 and newer refuse.
needed=(
  giftless==0.6.2 flask==3.1.3 flask-classful==0.16.0 flask-marshmallow==1.5.0 marshmallow==4.4.0 webargs==8.7.1
  figcan==0.0.4 python-dotenv==1.2.4 python-dateutil==4.0.0 PyYAML==6.0.3 PyJWT==2.9.0 cryptography==50.0.2
  typing_extensions==4.16.0 waitress==3.0.2
)
if [ -e "$1/ready" ] && [ "$(cat "$1/ready")" = "${needed[*]}" ]; then exit 0; fi
rm -rf "$1/python"
if ! python3 -m venv "$1/python" >"$why" 2>&1; then
  echo "no Python environment can be made (python3-venv): $(tail -n 1 "$why")" >&2
  exit 3
fi
if ! "$1/python/bin/pip" install --quiet --disable-pip-version-check --timeout 10 --retries 1 "${needed[@]}" >"$why" 2>&1; then
  echo "PyPI cannot be reached, or has not got giftless: $(tail -n 1 "$why")" >&2
  exit 3
fi
printf '%s\n' "${needed[*]}" >"$1/ready"
