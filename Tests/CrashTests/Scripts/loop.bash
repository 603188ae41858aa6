#!/usr/bin/env bash
# loop.bash: kills the daemons of two folders again and again, at random moments, while a person saves, an agent writes
# and the folders exchange what they have. Nothing that was acknowledged or saved is lost, the folders end up equal, and
# what Stet keeps beside git does not grow with the number of kills.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/common.bash"

kills=${STET_KILLS:-50}
if [ -n "$long" ] && [ -z "${STET_KILLS:-}" ]; then kills=1000; fi
first=$box/first
second=$box/second

# Each text is a file of its own as well as a line in a common one: what is lost is told by its absence.
person() {
  local folder=$1 n=0 blob
  while [ ! -e "$box/end" ]; do
    n=$((n + 1))
    printf 'Person %d in %s.\n' "$n" "$folder" >"$folder/saved-$((n % 7)).md.new"
    owe "$folder" "$folder/saved-$((n % 7)).md.new"
    blob=$(blob_of "$folder/saved-$((n % 7)).md.new")
    mv "$folder/saved-$((n % 7)).md.new" "$folder/saved-$((n % 7)).md"
    # What stood for a moment only is nobody's to keep: the next save waits until this one is recorded. On a slow machine
    # daemons are killed again and again before they have read the folder.
    until_true "$patience" recorded "$folder" "$blob" ||
      echo "a save in $folder is not recorded" >>"$box/unrecorded"
  done
}

# recorded FOLDER BLOB: a version with it is in the history, also where a merge with the other folder came at once.
recorded() {
  [ -e "$box/end" ] || git -C "$1" rev-list --objects --all 2>/dev/null | grep "^$2" >/dev/null
}

agent() {
  local folder=$1 n=0 path answer
  while [ ! -e "$box/end" ]; do
    n=$((n + 1))
    path=$(basename "$folder")-agent-$n.md
    printf 'Agent %d in %s.\n' "$n" "$folder" >"$box/$path"
    answer=$(stet -C "$folder" write "$path" --if absent --agent A --session s <"$box/$path" 2>/dev/null) || continue
    [ -z "$answer" ] || owe "$folder" "$box/$path"
    rm -f "$box/$path"
  done
}

size_of_state() { find "$1/.git/stet" -type f | wc -l; }

stet init "$first" >/dev/null
git init -q --bare "$box/remote.git"
git -C "$first" remote add origin "$box/remote.git"
stet -C "$first" sync --wait >/dev/null
stet clone "$box/remote.git" "$second" >/dev/null
stet -C "$second" sync --wait >/dev/null
before=$(($(size_of_state "$first") + $(size_of_state "$second")))

workers=()
for folder in "$first" "$second"; do
  person "$folder" &
  workers+=($!)
  agent "$folder" &
  workers+=($!)
done
killed=0
while [ "$killed" -lt "$kills" ]; do
  folder=$first
  [ $((RANDOM % 2)) -eq 0 ] || folder=$second
  process=$(cat "$folder/.git/stet/lock" 2>/dev/null || true)
  sleep "0.$(printf '%03d' $((RANDOM % 400)))"
  # The lock's text is only a note; the process is killed only if it is a daemon of this run.
  if [ -n "$process" ] && [ "$(readlink "/proc/$process/exe" 2>/dev/null)" = "$(readlink -f "$STET_BINARY")" ] &&
    kill -9 "$process" 2>/dev/null; then
    killed=$((killed + 1))
  else
    stet -C "$folder" status >/dev/null 2>&1 || true
  fi
done
touch "$box/end"
wait "${workers[@]}" || true
[ ! -e "$box/unrecorded" ] || fail "$(sort "$box/unrecorded" | uniq -c)"

for folder in "$first" "$second" "$first"; do back "$folder" "after $killed kills"; done
for folder in "$first" "$second"; do
  # Both have heard of all: a second round for what the first one published.
  timeout "$patience" "$STET_BINARY" -C "$folder" sync --wait >"$box/sync" 2>&1 || fail "sync: $(cat "$box/sync")"
done
for folder in "$first" "$second"; do
  sound "$folder" "$(basename "$folder")"
  settled "$folder" "$(basename "$folder")"
  nothing_lost "$folder" "$(basename "$folder")"
  stock_git_works "$folder" "$(basename "$folder")"
done
diff -r --exclude=.git "$first" "$second" >"$box/diff" || fail "the folders differ: $(head -n 5 "$box/diff")"
[ "$(git -C "$first" rev-parse "HEAD^{tree}")" = "$(git -C "$second" rev-parse "HEAD^{tree}")" ] || fail "the trees differ"
for folder in "$first" "$second"; do stet -C "$folder" stop >/dev/null; done
after=$(($(size_of_state "$first") + $(size_of_state "$second")))
[ "$after" -le $((before + 40)) ] || fail "$before files of state became $after"
git -C "$box/remote.git" fsck --full --strict --no-dangling >"$box/out" 2>&1 || fail "remote: $(cat "$box/out")"
say "$killed kills; $(wc -l <"$ledger") texts; state $before → $after files; $(git -C "$first" rev-list --count HEAD) commits;" \
  "failures: $failures"
spread_of_times
