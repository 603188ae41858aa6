#!/usr/bin/env bash
# power.bash FILE-SYSTEM...: cuts the power while people and agents write. The workspace is on a loop image; at system
# calls of the daemon the image is copied as the device has it at that moment. Each copy is mounted and started again:
# every acknowledged write and every text that an editor had synced must be there.
#
# Twice: once with what the file system wrote by itself, once with its journal committed just before (an unrelated
# fsync), which makes names durable whose data may not be (review A1).
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/common.bash"

most=${STET_POINTS:-6}
every=7
[ -z "$long" ] || every=1
mount_point=$box/disk
folder=$mount_point/folder
mkdir "$mount_point"

size_of() {
  case $1 in
  ext4) echo 32M ;;
  xfs) echo 320M ;;
  btrfs) echo 128M ;;
  esac
}

# mount_image IMAGE: mounts it, or says why not.
mount_image() {
  mount -o loop,noatime "$1" "$mount_point" 2>"$box/mount.err" || return 1
  mounted=("$mount_point")
  DEVICE=$(basename "$(findmnt -n -o SOURCE "$mount_point")")
  export DEVICE
}

unmount() {
  umount "$mount_point"
  mounted=()
}

# The hook: what the device has now, at every call with STET_LONG, else at each $every-th. Where nothing was written
# since the last copy, that one stands for both, with the later promises.
write_hook() {
  cat >"$box/hook" <<'HOOK'
set -e
[ $((POINT % EVERY)) -eq 0 ] || exit 0
cd "$BOX"
mkdir -p cuts
[ -z "$COMMITTED" ] || { echo "$POINT" >>"$DISK/unrelated"; sync "$DISK/unrelated"; }
cp ledger now.ledger
cp events now.events
last=$(cat last 2>/dev/null || true)
written=$(awk '{ print $7, $5 }' "/sys/block/$DEVICE/stat")
if [ -n "$last" ] && [ "$written" = "$(cat written)" ]; then
  mv now.ledger "cuts/$last.ledger"
  mv now.events "cuts/$last.events"
else
  cp --sparse=always image "cuts/$POINT.img"
  mv now.ledger "cuts/$POINT.ledger"
  mv now.events "cuts/$POINT.events"
  echo "$POINT $CALL" >"cuts/$POINT.what"
  echo "$POINT" >last
  echo "$written" >written
fi
HOOK
}

text() {
  local line
  for line in {1..120}; do printf 'Line %d, %s, %d.\n' "$line" "$1" "$RANDOM"; done
}

# Editors: vim's way (a synced file renamed over the old one) and in place (truncated, written, synced).
save_by_rename() {
  text "$1" >"$folder/$2~new"
  sync "$folder/$2~new"
  owe "$folder" "$folder/$2~new"
  wrote "$folder/$2~new"
  mv "$folder/$2~new" "$folder/$2"
}

save_in_place() {
  has_read person "$folder/$2"
  text "$1" >"$folder/$2"
  sync "$folder/$2"
  owe "$folder" "$folder/$2"
  wrote "$folder/$2"
}

# agent PATH FILE [TOKEN]: a write; what is acknowledged is owed.
agent() {
  has_read Probe <(cat "$folder/$1" 2>/dev/null)
  if token_write "$folder" "$1" "$2"; then
    awk '{ print $NF }' "$box/out" | sed "s|\$| $folder|" >>"$ledger"
    wrote "$2"
  else
    fail "write $1: $(cat "$box/out")"
  fi
}

recorded() { [ "$(git -C "$folder" rev-parse "refs/stet/tip:$1" 2>/dev/null)" = "$(blob_of "$folder/$1")" ]; }

# What happens; with the device copied all along.
work() {
  save_by_rename first note.md
  until_true "$timeout_seconds" recorded note.md || fail "not recorded"
  text agent >"$box/new"
  agent note.md "$box/new"
  save_in_place second other.md
  cat "$folder/other.md" <(text more) >"$box/new"
  agent other.md "$box/new"
  text fresh >"$box/new"
  agent made/new.md "$box/new"
  text appended | sed -n 1,2p >"$box/appended"
  stet -C "$folder" append note.md --agent A --session s <"$box/appended" >"$box/out" 2>&1 || fail "append: $(cat "$box/out")"
  owe "$folder" "$folder/note.md"
  wrote "$box/appended"
  stet -C "$folder" move other.md moved.md --agent A --session s >/dev/null || fail move
  has_read A "$folder/made/new.md"
  stet -C "$folder" read made/new.md --agent A --session s >/dev/null || fail read
  stet -C "$folder" delete made/new.md --agent A --session s >/dev/null || fail delete
  # A save directly over an agent's write, and an agent's write directly over a save.
  save_in_place third note.md
  cat "$folder/note.md" <(text last) >"$box/new"
  agent note.md "$box/new"
  stet -C "$folder" stop >/dev/null
}

# look_at NAME SYSTEM: starts from one copy of the device.
look_at() {
  local name=$1 what
  what="$2, cut before call $(cat "$box/cuts/$name.what")${COMMITTED:+, journal committed}"
  # A copy each: recovery must not change what the next look begins with.
  if ! mount_image "$box/cuts/$name.img"; then
    fail "$what: not mountable: $(cat "$box/mount.err")"
    return
  fi
  cp "$box/cuts/$name.ledger" "$ledger"
  cp "$box/cuts/$name.events" "$events"
  if [ -f "$folder/.git/stet/identity" ]; then
    # Another boot than the one that ended.
    sed -i '2s/.*/another boot/' "$folder/.git/stet/identity"
  fi
  find "$folder/.git" -name '*.lock' -exec touch -d 2001-01-01 {} +
  back "$folder" "$what"
  sound "$folder" "$what"
  settled "$folder" "$what"
  nothing_lost "$folder" "$what"
  empty=$(find "$folder" -path "$folder/.git" -prune -o -type f -empty -print)
  [ -z "$empty" ] || fail "$what: empty files: $empty"
  still_writes "$folder" "$what"
  nothing_unseen "$folder" "$what"
  stet -C "$folder" stop >/dev/null 2>"$box/out" || fail "$what: stop: $(cat "$box/out")"
  nothing_lost "$folder" "$what, after a stop"
  sound "$folder" "$what, after a stop"
  until_true 5 no_daemon || true
  unmount
}

round() {
  local system=$1 process cuts
  export COMMITTED=$2 BOX=$box DISK=$mount_point EVERY=$every
  rm -rf "$box/cuts" "$box/last" "$box/image"
  : >"$ledger"
  : >"$events"
  truncate -s "$(size_of "$system")" "$box/image"
  "mkfs.$system" -q "$box/image" >/dev/null 2>"$box/mount.err"
  if ! mount_image "$box/image"; then
    say "$system: skipped, cannot be mounted here: $(cat "$box/mount.err")"
    return
  fi
  stet init "$folder" >/dev/null
  process=$(pid_of "$folder")
  stet -C "$folder" sync --wait >/dev/null
  write_hook
  attach "$process" "$folder" -x ". $box/hook"
  work
  detach
  until_true "$timeout_seconds" no_daemon || fail "$system: the daemon did not stop"
  unmount
  mapfile -t cuts < <(find "$box/cuts" -name '*.img' -printf '%f\n' | sed 's/\.img//' | sort -n)
  local index tried=0
  for index in $(sample "${#cuts[@]}" "$most"); do
    look_at "${cuts[index - 1]}" "$system"
    tried=$((tried + 1))
  done
  say "$system${2:+, journal committed}: ${#cuts[@]} states of the device at $(grep -cE '^[0-9]+ ' "$box/steps") calls," \
    "$tried tried; failures so far: $failures"
}

if [ "$(id -u)" -ne 0 ]; then
  say "skipped: mounting needs root"
  exit 0
fi
for system in "$@"; do
  if ! command -v "mkfs.$system" >/dev/null; then
    say "$system: skipped, mkfs.$system is not installed"
    continue
  fi
  round "$system" ""
  round "$system" yes
done
spread_of_times
