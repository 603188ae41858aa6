#!/usr/bin/env bash
# clients.bash DIR: the two lines of PyPI's `mcp` in DIR/current and DIR/older, and what validates frames. Does nothing
# where they are there. Ends with 3, and says why, where they cannot be had.
set -euo pipefail
mkdir -p "$1"
exec 9>"$1/lock"
flock 9
why=$1/why
have() { [ -e "$1/ready" ] && [ "$(cat "$1/ready")" = "$2" ]; }
get() {
  local place=$1
  shift
  if have "$place" "$*"; then return; fi
  rm -rf "$place"
  if ! python3 -m venv "$place" >"$why" 2>&1; then
    echo "no Python environment can be made (python3-venv): $(tail -n 1 "$why")" >&2
    exit 3
  fi
  if ! "$place/bin/pip" install --quiet --disable-pip-version-check --timeout 10 --retries 1 "$@" >"$why" 2>&1; then
    echo "PyPI cannot be reached, or has not got $*: $(tail -n 1 "$why")" >&2
    exit 3
  fi
  printf '%s\n' "$*" >"$place/ready"
}
get "$1/current" mcp==2.3.0 jsonschema==4.26.0
get "$1/older" mcp==1.30.0
