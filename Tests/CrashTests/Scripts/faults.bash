#!/usr/bin/env bash
# faults.bash FAULT...: a disk that is full, that fails to sync, that is read-only. Nothing is acknowledged that is not
# durable, the file stays as it was, the caller and `stet status` hear of it, and all works again when the fault is gone.
# Faults: full sync-fails read-only git-read-only.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/common.bash"

mount_point=$box/disk
folder=$mount_point/folder
mkdir "$mount_point"

text() {
  local line
  for line in {1..400}; do printf 'Line %d of version %s.\n' "$line" "$1"; done
}

begin() {
  mount -t tmpfs -o "size=${1:-16M}" none "$mount_point"
  mounted=("$mount_point")
  prepare_folder
}

prepare_folder() {
  : >"$events"
  stet init "$folder" >/dev/null
  text 0 >"$folder/note.md"
  stet -C "$folder" sync --wait >/dev/null
  owe "$folder" "$folder/note.md"
  wrote "$folder/note.md"
}

finish() {
  back "$folder" "$1: afterwards"
  settled "$folder" "$1: afterwards"
  sound "$folder" "$1: afterwards"
  nothing_lost "$folder" "$1: afterwards"
  nothing_unseen "$folder" "$1: afterwards"
  stet -C "$folder" stop >/dev/null 2>"$box/out" || fail "$1: stop: $(cat "$box/out")"
  until_true 5 no_daemon || true
  nothing_lost "$folder" "$1: after a stop"
  umount "$mount_point" || umount -l "$mount_point"
  mounted=()
}

# refused WHAT: an agent's write is refused with a sentence, and nothing of the file changed.
refused() {
  local before
  before=$(blob_of "$folder/note.md")
  text "refused $RANDOM" >"$box/new"
  stet -C "$folder" read note.md --agent A --session s >/dev/null 2>&1 || true
  if stet -C "$folder" write note.md --if "$before" --agent A --session s <"$box/new" >"$box/out" 2>&1; then
    fail "$1: a write was acknowledged"
  else
    grep -q '^stet: ..*' "$box/out" || fail "$1: no sentence: $(cat "$box/out")"
    ! grep -q 'was not read' "$box/out" || fail "$1: refused for another reason: $(cat "$box/out")"
    say "$1: $(head -n 3 "$box/out" | tr -s ' \n' ' ')"
  fi
  [ "$(blob_of "$folder/note.md")" = "$before" ] || fail "$1: the file changed"
}

# told WHAT WORDS: status has a word for it.
told() {
  stet -C "$folder" status >"$box/out" 2>&1 || true
  grep -qiE "$2" "$box/out" || fail "$1: status does not report it: $(cat "$box/out")"
}

# quiet_while PID WHAT: a daemon that can do nothing does not spin: under half a second of CPU in two.
quiet_while() {
  local before after
  before=$(awk '{ print $14 + $15 }' "/proc/$1/stat")
  sleep 2
  after=$(awk '{ print $14 + $15 }' "/proc/$1/stat" 2>/dev/null || echo "$before")
  [ $((after - before)) -lt $(($(getconf CLK_TCK) / 2)) ] || fail "$2: the daemon spins ($((after - before)) ticks in 2 s)"
}

works_again() {
  stet -C "$folder" start --wait >"$box/start" 2>&1 || fail "$1: start: $(cat "$box/start")"
  nothing_unseen "$folder" "$1: as soon as it is repaired"
  text "again $RANDOM" >"$box/new"
  has_read Probe "$folder/note.md"
  if token_write "$folder" note.md "$box/new"; then
    owe "$folder" "$box/new"
    wrote "$box/new"
  else
    fail "$1: does not work again: $(cat "$box/out")"
  fi
}

full() {
  local process what="disk full" tried
  begin 16M
  process=$(pid_of "$folder")
  fallocate -l 64M "$mount_point/ballast" 2>/dev/null || true
  dd if=/dev/zero of="$mount_point/ballast" bs=4k count=100000 2>/dev/null || true
  # The very last pages, which small files would find still.
  for tried in $(seq 1 64); do dd if=/dev/zero of="$mount_point/last$tried" bs=4k count=1 2>/dev/null || break; done
  refused "$what"
  # A person's save that finds no room is the person's own error; one that overwrites in place may succeed.
  has_read person "$folder/note.md"
  printf 'Person %d\n' "$RANDOM" 1<>"$folder/note.md" || true
  quiet_while "$process" "$what"
  kill -0 "$process" || fail "$what: the daemon died"
  stet -C "$folder" status >"$box/status" 2>&1 || fail "$what: status: $(cat "$box/status")"
  owe "$folder" "$folder/note.md"
  wrote <(head -n 1 "$folder/note.md")
  rm -f "$mount_point"/ballast "$mount_point"/last*
  until_true "$timeout_seconds" recorded || fail "$what: the person's save is not recorded afterwards"
  works_again "$what"
  finish "$what"
}

recorded() { [ "$(git -C "$folder" rev-parse refs/stet/tip:note.md)" = "$(blob_of "$folder/note.md")" ]; }

# sync_fails: every fdatasync and fsync of the daemon fails.
sync_fails() {
  local process what="sync fails" tracer
  begin
  process=$(pid_of "$folder")
  strace -f -qq -p "$process" -e trace=fdatasync,fsync -e inject=fdatasync,fsync:error=EIO -o "$box/strace" &
  tracer=$!
  until_true "$timeout_seconds" grep -q "^TracerPid:	$tracer" "/proc/$process/status" || fail "strace did not get hold of the daemon"
  refused "$what"
  refused "$what, again"
  told "$what" 'read-only|error|problem|input/output'
  kill "$tracer"
  wait "$tracer" 2>/dev/null || true
  has_read Probe "$folder/note.md"
  if token_write "$folder" note.md "$box/new"; then
    wrote "$box/new"
  else
    # Only where the message says so.
    grep -qiE 'start|restart|stop' "$box/out" || fail "$what: refused still, without the next step: $(cat "$box/out")"
    stet -C "$folder" stop >"$box/stop" 2>&1 || fail "$what: stop: $(cat "$box/stop")"
    until_true "$timeout_seconds" no_daemon || fail "$what: did not stop"
  fi
  works_again "$what"
  finish "$what"
}

# read_only: the file system itself goes read-only, as it does after an error of its device.
read_only() {
  local what="read-only disk"
  truncate -s 32M "$box/image"
  mkfs.ext4 -q "$box/image"
  mount -o loop "$box/image" "$mount_point"
  mounted=("$mount_point")
  prepare_folder
  mount -o remount,abort "$mount_point" 2>/dev/null || true
  # The abort is met with the next write to the disk.
  touch "$mount_point/probe" 2>/dev/null || true
  refused "$what"
  told "$what" 'read-only|read only'
  quiet_while "$(pid_of "$folder")" "$what"
  stet -C "$folder" stop >/dev/null 2>&1 || true
  until_true "$timeout_seconds" no_daemon || fail "$what: did not stop"
  umount "$mount_point"
  e2fsck -fy "$box/image" >/dev/null 2>&1 || true
  mount -o loop "$box/image" "$mount_point"
  works_again "$what"
  finish "$what"
}

# git_read_only: .git alone is read-only, as a mount of its own.
git_read_only() {
  local what="read-only .git" process
  begin
  process=$(pid_of "$folder")
  mount --bind "$folder/.git" "$folder/.git"
  mounted+=("$folder/.git")
  stet -C "$folder" stop >/dev/null
  until_true "$timeout_seconds" no_daemon || fail "$what: did not stop"
  mount -o remount,ro,bind "$folder/.git"
  has_read person "$folder/note.md"
  if stet -C "$folder" start --wait >"$box/out" 2>&1; then
    refused "$what"
    told "$what" 'read-only|read only|problem'
    printf 'Person %d\n' "$RANDOM" >"$folder/note.md"
    quiet_while "$(pid_of "$folder")" "$what"
  else
    grep -q '^stet: ..*' "$box/out" || fail "$what: no sentence: $(cat "$box/out")"
    say "$what: $(head -n 3 "$box/out" | tr -s ' \n' ' ')"
    printf 'Person %d\n' "$RANDOM" >"$folder/note.md"
  fi
  owe "$folder" "$folder/note.md"
  wrote "$folder/note.md"
  stet -C "$folder" stop >/dev/null 2>&1 || true
  umount "$folder/.git"
  mounted=("$mount_point")
  works_again "$what"
  finish "$what"
}

if [ "$(id -u)" -ne 0 ]; then
  say "skipped: mounting needs root"
  exit 0
fi
for fault in "$@"; do
  "${fault//-/_}"
  say "$fault: failures so far: $failures"
done
