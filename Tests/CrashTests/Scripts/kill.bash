#!/usr/bin/env bash
# kill.bash OPERATION...: kills the daemon at each system call with which an operation changes something below the
# workspace, and looks at what is left after the next start. Operations: save write create append delete move adopt
# stop recover.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/common.bash"

points_each=${STET_POINTS:-3}
folder=$box/folder
number=0

new_folder() {
  local process
  for process in $(daemons); do
    kill -9 "$process"
    until_true "$timeout_seconds" gone "$process"
  done
  folder=$box/folder$((number += 1))
  : >"$events"
  stet init "$folder" >/dev/null
  mkdir -p "$folder/notes"
  if [ "$1" = adopt ]; then
    git init -q --bare "$box/remote$number.git"
    stet -C "$folder" stop >/dev/null
    git -C "$folder" remote add origin "$box/remote$number.git"
    stet -C "$folder" start --wait >/dev/null
    stet -C "$folder" sync --wait >/dev/null
    git clone -q "$box/remote$number.git" "$box/other$number"
  fi
}

gone() { ! kill -0 "$1" 2>/dev/null; }

# text: a text nobody wrote before, several blocks long.
text() {
  local line
  for line in {1..300}; do printf 'Line %d of version %d.%d.\n' "$line" "$1" "$RANDOM"; done
}

# prepare OPERATION N: what is there before; $old and $new are what the file may hold afterwards.
prepare() {
  old=$box/old
  new=$box/new
  path=notes/$1.md
  case $1 in
  create | recover) path=notes/$1-$2-$RANDOM.md ;;
  move) path=notes/from-$2.md ;;
  esac
  text "$2" >"$new"
  if [ "$1" != create ] && [ "$1" != recover ]; then
    if [ ! -e "$folder/$path" ]; then text 0 >"$folder/$path"; fi
    stet -C "$folder" sync --wait >/dev/null
    cp "$folder/$path" "$old"
    owe "$folder" "$old"
    wrote "$old"
  else
    rm -f "$old"
  fi
  case $1 in
  append)
    text "$2" | sed -n 1,3p >"$box/appended"
    cat "$old" "$box/appended" >"$new"
    ;;
  adopt)
    git -C "$box/other$number" pull -q
    cp "$new" "$box/other$number/$path"
    text "$2" >"$box/other$number/notes/second.md"
    git -C "$box/other$number" add -A
    git -C "$box/other$number" commit -q -m "Edit elsewhere"
    ;;
  stop)
    # Records and displaced files for the checkpoint to deal with.
    has_read A "$old"
    token_write "$folder" "$path" "$new" || fail "prepare stop: $(cat "$box/out")"
    cp "$folder/$path" "$old"
    cp "$old" "$new"
    owe "$folder" "$new"
    wrote "$new"
    ;;
  esac
  stet -C "$folder" sync --wait >/dev/null
  case $1 in
  # An agent replaces and deletes only what it has read.
  write | delete) stet -C "$folder" read "$path" --agent A --session s >/dev/null || fail "prepare $1: read" ;;
  esac
}

# act OPERATION: 0 where it was acknowledged.
act() {
  case $1 in
  save | write | delete) has_read A "$old" ;;
  adopt) has_read other <(cat "$old" "$folder/notes/second.md" 2>/dev/null) ;;
  esac
  case $1 in
  save)
    owe "$folder" "$new"
    cp "$new" "$folder/$path"
    ;;
  write) stet -C "$folder" write "$path" --if "$(blob_of "$old")" --agent A --session s <"$new" ;;
  create | recover) stet -C "$folder" write "$path" --if absent --agent A --session s <"$new" ;;
  append) stet -C "$folder" append "$path" --agent A --session s <"$box/appended" ;;
  delete) stet -C "$folder" delete "$path" --agent A --session s ;;
  move) stet -C "$folder" move "$path" "$path.moved" --agent A --session s ;;
  adopt)
    owe "$folder" "$new"
    owe "$folder" "$box/other$number/notes/second.md"
    git -C "$box/other$number" push -q
    ;;
  stop) stet -C "$folder" stop ;;
  esac >"$box/act" 2>&1
}

# states OPERATION ACKNOWLEDGED WHAT: the file is as before or as after, never mixed; as after once acknowledged.
states() {
  local present=absent was=absent will=absent
  [ ! -e "$folder/$path" ] || present=$(blob_of "$folder/$path")
  [ ! -e "$old" ] || was=$(blob_of "$old")
  [ "$1" = delete ] || [ "$1" = move ] || will=$(blob_of "$new")
  case $present in
  "$will") ;;
  "$was") [ "$2" = no ] || fail "$3: acknowledged, and the file is as before" ;;
  *) fail "$3: the file is neither as before nor as after (size $(stat -c %s "$folder/$path" 2>/dev/null))" ;;
  esac
  if [ "$1" = move ] && [ "$present" = absent ]; then
    [ "$(blob_of "$folder/$path.moved")" = "$was" ] || fail "$3: moved, and the text is not there"
  fi
}

# step OPERATION N: one operation, killed at its Nth call; the number of calls stays in $steps. 1 where it was over
# before.
step() {
  local operation=$1 n=$2 what acknowledged=no process
  prepare "$operation" "$n"
  process=$(pid_of "$folder")
  if [ "$operation" = recover ]; then
    # A turn that is cut short after its journal, then a recovery that is cut short itself.
    attach "$process" "$folder" -k "${cut:-7}"
    if act recover; then acknowledged=yes; owe "$folder" "$new"; fi
    until_true "$timeout_seconds" gone "$process"
    detach
    : >"$box/steps"
    "$STEPPER" -r "$folder" -o "$box/steps" -k "$n" "$STET_BINARY" -C "$folder" start --foreground >"$box/log" 2>&1 &
    stepper=$!
    until_true "$timeout_seconds" came_to_rest 500 || fail "recover $n: did not come to rest"
  else
    attach "$process" "$folder" -k "$n"
    if act "$operation"; then acknowledged=yes; fi
    case $operation in
    save) until_true "$timeout_seconds" saved_or_killed || fail "save $n: never recorded" ;;
    stop) ;;
    *) was_killed || timeout "$timeout_seconds" "$STET_BINARY" -C "$folder" sync --wait >/dev/null 2>&1 || true ;;
    esac
  fi
  steps=$(grep -cE '^[0-9]+ ' "$box/steps" || true)
  what="$operation killed before $(last_step)"
  local killed=no
  if was_killed; then killed=yes; fi
  if [ "$killed" = yes ]; then until_true "$timeout_seconds" gone "$process" || fail "$what: not gone"; fi
  detach
  if [ "$killed" = yes ] && [ "$operation" = recover ]; then until_true "$timeout_seconds" no_daemon; fi
  case $operation in
  save) acknowledged=no ;;
  adopt) acknowledged=no ;;
  stop) ;;
  esac
  if [ "$acknowledged" = yes ] && [ "$operation" != delete ] && [ "$operation" != move ]; then owe "$folder" "$new"; fi
  case $operation in
  save) wrote "$new" ;;
  adopt) wrote <(cat "$new" "$box/other$number/notes/second.md") ;;
  delete | move) ;;
  *) [ "$acknowledged" = no ] || wrote "$new" ;;
  esac
  if [ "$operation" != recover ] && [ "$operation" != adopt ]; then states "$operation" "$acknowledged" "$what (before start)"; fi
  back "$folder" "$what"
  sound "$folder" "$what"
  settled "$folder" "$what"
  nothing_lost "$folder" "$what"
  case $operation in
  save | adopt) states "$operation" yes "$what" ;;
  *) states "$operation" "$acknowledged" "$what" ;;
  esac
  still_writes "$folder" "$what"
  nothing_unseen "$folder" "$what"
  if [ -n "$long" ] || [ $((n % 4)) -eq 0 ]; then stock_git_works "$folder" "$what"; fi
  [ "$killed" = yes ]
}

saved_or_killed() { was_killed || { [ "$(git -C "$folder" rev-parse "refs/stet/tip:$path")" = "$(blob_of "$new")" ] && at_rest; }; }

at_rest() { [ "$(git -C "$folder" rev-parse HEAD)" = "$(git -C "$folder" rev-parse refs/stet/tip)" ]; }

for operation in "$@"; do
  new_folder "$operation"
  if step "$operation" 100000; then fail "$operation: killed where it should not be"; fi
  count=$steps
  [ "$count" -gt 3 ] || fail "$operation: only $count calls were seen"
  tried=0
  for n in $(sample "$count" "$points_each"); do
    if ! step "$operation" "$n"; then continue; fi
    tried=$((tried + 1))
  done
  nothing_lost "$folder" "$operation, at the end"
  say "$operation: $count calls, killed at $tried of them; failures so far: $failures"
done
spread_of_times
