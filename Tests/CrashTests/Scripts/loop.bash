#!/usr/bin/env bash
# loop.bash: kills the daemons of two folders again and again, at random moments, while a person saves, an agent writes
# and the folders exchange what they have. Nothing that was acknowledged or saved is lost, each line is in its file or in an
# open conflict or question until somebody takes it out who has read it (I9), the folders end up equal, and what Stet
# keeps beside git does not grow with the number of kills.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/common.bash"

kills=${STET_KILLS:-50}
if [ -n "$long" ] && [ -z "${STET_KILLS:-}" ]; then kills=1000; fi
first=$box/first
second=$box/second

# Each text is one line, and a version of its own unless it met a version of the other folder that its writer had not seen:
# then the version holds both. So lines are what must not be lost.
person() {
  local folder=$1 n=0 line file new notes
  notes=$box/events-person-$(basename "$folder")
  while [ ! -e "$box/end" ]; do
    n=$((n + 1))
    line="Person $n in $folder."
    file="saved-$((n % 7)).md"
    # The person takes out all but the last two of the lines that were read, and saves in one step. A line that came in
    # between must come back.
    # The new text has a name that only this person uses, as editors' temporaries do: one of the other folder's may arrive
    # here, and nobody who writes over that has read it.
    new="$file.$(basename "$folder")"
    cat "$folder/$file" >"$box/read-$(basename "$folder")" 2>/dev/null || true
    events=$notes has_read person <(head -n -2 "$box/read-$(basename "$folder")")
    { tail -n 2 "$box/read-$(basename "$folder")" && printf '%s\n' "$line"; } >"$folder/$new"
    printf '%s\n' "$line" >>"$box/lines-$(basename "$folder")"
    mv "$folder/$new" "$folder/$file"
    # A text of a moment only is nobody's to keep: the next save waits until this one is recorded. On a slow machine
    # daemons are killed again and again before they have read the folder.
    until_true "$timeout_seconds" recorded "$folder" "$file" "$line" || echo "not recorded: $line" >>"$box/unrecorded"
    printf 'wrote\t%s\n' "$line" >>"$notes"
  done
}

# recorded FOLDER PATH LINE: the tip's version has the line, or one of its history.
recorded() {
  [ -e "$box/end" ] || git -C "$1" show "refs/stet/tip:$2" 2>/dev/null | grep -xF "$3" >/dev/null ||
    git -C "$1" log refs/stet/tip --format= -p -- "$2" "$2.$(basename "$1")" 2>/dev/null | grep -xF "+$3" >/dev/null
}

agent() {
  local folder=$1 n=0 path answer line
  while [ ! -e "$box/end" ]; do
    n=$((n + 1))
    path=$(basename "$folder")-agent-$n.md
    line="Agent $n in $folder."
    answer=$(printf '%s\n' "$line" | stet -C "$folder" write "$path" --if absent --agent A --session s 2>/dev/null) || continue
    [ -z "$answer" ] || printf '%s\n' "$line" >>"$box/lines-$(basename "$folder")"
    [ -z "$answer" ] || printf 'wrote\t%s\n' "$line" >>"$box/events-agent-$(basename "$folder")"
  done
}

# no_line_lost FOLDER: each line that was saved or acknowledged there is in its history, its files or its rescue folder.
no_line_lost() {
  local missing
  missing=$(comm -23 <(sort -u "$box/lines-$(basename "$1")") <(
    {
      git -C "$1" log --all -m --format= -p | sed -n 's/^+//p'
      find "$1" -path "$1/.git" -prune -o -type f -exec cat {} +
      find "$1/.git/stet/rescue" "$1/.git/stet/displaced" -type f -exec cat {} + 2>/dev/null || true
    } | sort -u
  ))
  [ -z "$missing" ] || fail "$(basename "$1"): lost $missing"
}

# Spares of objects go with a checkpoint's pack, or ten minutes later.
size_of_state() { find "$1/.git/stet" -path '*/stet/spares' -prune -o -type f -print | wc -l; }

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

# What two persons wrote at one place is a conflict, and a save from before a kill may be a question.
may_ask=yes
for folder in "$first" "$second" "$first"; do back "$folder" "after $killed kills"; done
# A save is asked about only in the folder that it was made in, and what it lacks is then in neither folder's files. So the
# questions of both are answered before either is checked.
for folder in "$first" "$second"; do answer_saves "$folder"; done
for folder in "$first" "$second" "$first"; do
  # Both have heard of all: a second round for what the first one published.
  exchange "$folder" || fail "sync: $(cat "$box/sync")"
done
for folder in "$first" "$second"; do
  sound "$folder" "$(basename "$folder")"
  settled "$folder" "$(basename "$folder")"
  no_line_lost "$folder"
  nothing_unseen "$folder" "$(basename "$folder")" "$box"/events-*
  stock_git_works "$folder" "$(basename "$folder")"
done
diff -r --exclude=.git --exclude=CONFLICTS.md "$first" "$second" >"$box/diff" || fail "the folders differ: $(head -n 5 "$box/diff")"
[ "$(git -C "$first" rev-parse "HEAD^{tree}")" = "$(git -C "$second" rev-parse "HEAD^{tree}")" ] || fail "the trees differ"
for folder in "$first" "$second"; do stet -C "$folder" stop >/dev/null; done
after=$(($(size_of_state "$first") + $(size_of_state "$second")))
[ "$after" -le $((before + 40)) ] || fail "$before files of state became $after"
git -C "$box/remote.git" fsck --full --strict --no-dangling >"$box/out" 2>&1 || fail "remote: $(cat "$box/out")"
say "$killed kills; $(cat "$box"/lines-* | wc -l) texts; state $before → $after files; $(git -C "$first" rev-list --count HEAD) commits;" \
  "failures: $failures"
spread_of_times
