# shellcheck shell=bash
# What the scripts here share. Each gets STET_BINARY and STEPPER (SystemCallStepper) from the test that starts it,
# STET_LONG=1 for every point instead of a sample, STET_SEED to repeat a run.
set -euo pipefail
: "${STET_BINARY:?the program}" "${STEPPER:?the program SystemCallStepper}"
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd -P)
long=${STET_LONG:-}
seed=${STET_SEED:-$((RANDOM * 32768 + RANDOM))}
RANDOM=$((seed % 32768))

# How many seconds are waited for what must happen: longer than anything takes on a slow disk, since how fast it is
# scripts/bench measures. What takes longer has come to a halt.
timeout_seconds=${STET_TIMEOUT:-60}

box=$(mktemp -d "${TMPDIR:-/tmp}/stet-crash.XXXXXX")
box=$(cd "$box" && pwd -P)
export HOME="$box/home" XDG_RUNTIME_DIR="$box/run" XDG_CONFIG_HOME="$box/home/.config" GIT_CONFIG_NOSYSTEM=1
mkdir -p "$HOME" "$XDG_RUNTIME_DIR"
chmod 700 "$XDG_RUNTIME_DIR"
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE
git config --global user.name Person
git config --global user.email person@example.org
git config --global init.defaultBranch main
git config --global gc.auto 0

# Every text that must never be lost: lines "BLOB WORKSPACE".
ledger="$box/ledger"
: >"$ledger"
# What was acknowledged, for invariant I9: events of scripts/ledger.py.
events="$box/events"
: >"$events"
failures=0
times="$box/times"
: >"$times"

stet() { "$STET_BINARY" "$@"; }

say() { printf '%s\n' "$*"; }

fail() {
  printf 'FAILED: %s\n' "$*"
  failures=$((failures + 1))
}

milliseconds() { echo $(($(date +%s%N) / 1000000)); }

# daemons: the processes of this run's daemons, and of nobody else's.
daemons() {
  local file
  for file in /proc/[0-9]*/environ; do
    if { tr '\0' '\n' <"$file" | grep -qxF "XDG_RUNTIME_DIR=$XDG_RUNTIME_DIR"; } 2>/dev/null &&
      [ "$(readlink "${file%environ}exe" 2>/dev/null)" = "$(readlink -f "$STET_BINARY")" ]; then
      basename "${file%/environ}"
    fi
  done
}

no_daemon() { [ -z "$(daemons)" ]; }

mounted=()
clean_up() {
  local status=$? process folder
  trap - EXIT
  set +e
  [ -n "${stepper:-}" ] && kill "$stepper" 2>/dev/null
  for process in $(daemons); do kill -9 "$process" 2>/dev/null; done
  wait 2>/dev/null
  for folder in "${mounted[@]}"; do umount "$folder" 2>/dev/null || umount -l "$folder" 2>/dev/null; done
  if [ "$status" -eq 0 ] && [ "$failures" -gt 0 ]; then status=1; fi
  if [ "$status" -ne 0 ]; then say "seed $seed"; fi
  if [ "$status" -ne 0 ] && [ -n "${STET_KEEP:-}" ]; then say "kept $box"; else rm -rf "$box"; fi
  exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# until_true SECONDS COMMAND...: waits for a condition.
until_true() {
  local deadline=$(($(milliseconds) + $1 * 1000))
  shift
  until "$@"; do
    [ "$(milliseconds)" -lt "$deadline" ] || return 1
    sleep 0.01
  done
}

# pid_of FOLDER: its daemon; starts one where none runs.
pid_of() { stet -C "$1" start --wait --json | sed -n 's/.*"pid" *: *\([0-9]*\).*/\1/p' | sed -n 1p; }

blob_of() { git hash-object --no-filters -- "$1"; }

# owe FOLDER FILE: what FILE holds must never be lost from the workspace FOLDER.
owe() { printf '%s %s\n' "$(blob_of "$2")" "$1" >>"$ledger"; }

# known FOLDER: the blobs that its history, its files and its rescue folder have.
known() {
  {
    git -C "$1" rev-list --objects --all 2>/dev/null | cut -d' ' -f1 || true
    find "$1" -path "$1/.git" -prune -o -type f -print | git hash-object --no-filters --stdin-paths
    { find "$1/.git/stet/rescue" "$1/.git/stet/displaced" -type f -print 2>/dev/null || true; } |
      git hash-object --no-filters --stdin-paths
  } | sort -u
}

# nothing_lost FOLDER WHAT: every text of the ledger is known.
nothing_lost() {
  local missing
  missing=$(comm -23 <(awk -v folder="$1" '$2 == folder { print $1 }' "$ledger" | sort -u) <(known "$1"))
  [ -z "$missing" ] || fail "$2: lost $(printf '%s ' "$missing")"
}

# wrote FILE: its lines were acknowledged.
wrote() { sed 's/^/wrote\t/' "$1" >>"$events"; }

# has_read READER FILE: the reader has read these lines and is about to put another text in their place.
has_read() { [ ! -e "$2" ] || sed "s/^/read\t$1\t/" "$2" >>"$events"; }

# nothing_unseen FOLDER WHAT [EVENTS...]: each line that was acknowledged is in a file, or in an open conflict or question,
# or was removed by somebody who had read it (I9).
nothing_unseen() {
  local folder=$1 what=$2 unseen
  shift 2
  [ $# -gt 0 ] || set -- "$events"
  unseen=$(cat "$@" | "$here/../../../scripts/ledger.py" "$folder" 2>"$box/story") || {
    fail "$what: neither in a file nor in a conflict or question: $(head -n 5 <<<"$unseen")"
    head -c 40000 "$box/story"
  }
}

# answer_saves FOLDER: the questions about saves are answered with `merge`.
answer_saves() { "$here/../../../scripts/ledger.py" --answer "$1" </dev/null; }

# sound FOLDER WHAT: what stock git says, and that it can go on.
sound() {
  local report locks
  report=$(git -C "$1" fsck --full --strict --no-dangling 2>&1 | grep -v '^notice: ' || true)
  [ -z "$report" ] || fail "$2: fsck: $report"
  locks=$(find "$1/.git" -name '*.lock' -print)
  [ -z "$locks" ] || fail "$2: locks left: $locks"
}

# stock_git_works FOLDER WHAT: a commit with stock git goes through, in a copy.
stock_git_works() {
  until_true "$timeout_seconds" copied_unlocked "$1" || fail "$2: the index stays locked"
  if ! { git -C "$box/copy" add -A && git -C "$box/copy" commit -q --allow-empty -m x; } >/dev/null 2>"$box/git.err"; then
    fail "$2: stock git: $(cat "$box/git.err")"
  fi
  rm -rf "$box/copy"
}

# copied_unlocked FOLDER: makes a copy; 1 where the daemon was just taking branch and index along: the copy has its lock
# for good.
copied_unlocked() {
  rm -rf "$box/copy"
  # Held still meanwhile: between the pack of a checkpoint and what goes after it a copy could get neither.
  local held
  held=$(daemons)
  # shellcheck disable=SC2086
  if [ -n "$held" ]; then kill -STOP $held; fi
  cp -a "$1" "$box/copy" 2>/dev/null || true
  # shellcheck disable=SC2086
  if [ -n "$held" ]; then kill -CONT $held; fi
  [ ! -e "$box/copy/.git/index.lock" ]
}

# back FOLDER WHAT: a start gives a daemon that works, soon, and it goes on to work.
back() {
  local began took
  began=$(milliseconds)
  if ! stet -C "$1" start --wait >"$box/status" 2>&1; then fail "$2: start: $(cat "$box/status")"; fi
  took=$(($(milliseconds) - began))
  echo "$took" >>"$times"
  [ "$took" -le $((timeout_seconds * 1000)) ] || fail "$2: back only after $took ms"
  exchange "$1" || fail "$2: sync: $(cat "$box/sync")"
}

# exchange FOLDER: everything is recorded and exchanged; where $may_ask is set, a question may be open.
exchange() {
  local status=0
  timeout "$timeout_seconds" "$STET_BINARY" -C "$1" sync --wait >"$box/sync" 2>&1 || status=$?
  [ "$status" -eq 0 ] || { [ -n "${may_ask:-}" ] && [ "$status" -eq 3 ]; }
}

# settled FOLDER WHAT: work tree, index, branch and tip say the same.
settled() {
  local status
  status=$(git -C "$1" status --porcelain 2>&1 || true)
  [ -z "$status" ] || fail "$2: git status: $status"
  [ "$(git -C "$1" rev-parse HEAD 2>&1)" = "$(git -C "$1" rev-parse refs/stet/tip 2>&1)" ] || fail "$2: branch is not at the tip"
}

# still_writes FOLDER WHAT: a further agent's write and a further save are recorded.
still_writes() {
  local text="further $RANDOM $2"
  printf '%s\n' "$text" >"$box/further"
  has_read Probe "$1/further.txt"
  stet -C "$1" write further.txt --agent Probe --session p <"$box/further" >"$box/out" 2>&1 ||
    { token_write "$1" further.txt "$box/further" || fail "$2: further write: $(cat "$box/out")"; }
  owe "$1" "$1/further.txt"
  wrote "$box/further"
}

# token_write FOLDER PATH FILE: an agent's write based on what is there now.
token_write() {
  local token
  token=$({ stet -C "$1" read "$2" --json --agent Probe --session p 2>"$box/out" || true; } |
    sed -n 's/.*"token" *: *"\([0-9a-f]*\)".*/\1/p')
  stet -C "$1" write "$2" --agent Probe --session p --if "${token:-absent}" <"$3" >"$box/out" 2>&1
}

# attach PID FOLDER OPTION...: starts the stepper on a daemon and waits until it holds it; its lines go to $box/steps.
attach() {
  local process=$1 folder=$2
  shift 2
  : >"$box/steps"
  "$STEPPER" -r "$folder" -o "$box/steps" "$@" -p "$process" &
  stepper=$!
  until_true "$timeout_seconds" grep -q '^ready' "$box/steps" || { fail "the stepper did not get hold of $process"; return 1; }
}

# detach: ends the stepper.
detach() {
  kill "$stepper" 2>/dev/null || true
  wait "$stepper" 2>/dev/null || true
  stepper=
}

was_killed() { grep -q '^killed' "$box/steps"; }

# came_to_rest MILLISECONDS: killed, or no further call for so long.
came_to_rest() {
  if was_killed; then return 0; fi
  local now
  now=$(grep -c . "$box/steps")
  [ "$now" = "${seen:-}" ] || {
    seen=$now
    since=$(milliseconds)
    return 1
  }
  [ "$now" -gt 1 ] && [ $(($(milliseconds) - since)) -gt "$1" ]
}

last_step() { grep -E '^[0-9]+ ' "$box/steps" | tail -n 1; }

# sample COUNT NUMBER: NUMBER of the points 1…COUNT, spread evenly from a random start; all with STET_LONG.
sample() {
  if [ -n "$long" ] || [ "$1" -le "$2" ]; then
    seq 1 "$1"
    return
  fi
  local step=$((($1 + $2 - 1) / $2))
  seq $((RANDOM % step + 1)) "$step" "$1"
}

# spread_of_times: how long it took to be back, for the report.
spread_of_times() {
  sort -n "$times" | awk '{ t[NR] = $1 } END { if (NR) printf "back after %d kills: median %d ms, most %d ms\n", NR, t[int((NR + 1) / 2)], t[NR] }'
}
