#!/usr/bin/env bash
# films.bash OPERATION...: kills the daemon at each system call with which it changes something below the workspace while
# large files are saved, come, go or take each other's place, and looks at what is left after the next start. One is
# recorded within a turn, the other beside the turns. Operations: save adopt stop evict place recover.
# shellcheck source-path=SCRIPTDIR
source "$(dirname "$0")/common.bash"

points_each=${STET_POINTS:-2}
# After so many kills a new folder: each save leaves an object here and on the remote.
folder_lasts=30
names=(small.bin film.bin)
declare -A sizes=([small.bin]=200000 [film.bin]=17000000)
declare -A was=() will=()
number=0

export GIT_LFS_SKIP_SMUDGE=1
if git lfs version >/dev/null 2>&1; then git lfs install --skip-repo >/dev/null; fi

sum_of() { sha256sum <"$1" | cut -c 1-64; }

pointer() { printf 'version https://git-lfs.github.com/spec/v1\noid sha256:%s\nsize %s\n' "$1" "${sizes[$2]}"; }

# pointed NAME: the content that the tip names at a path.
pointed() { git -C "$folder" cat-file blob "refs/stet/tip:$1" 2>/dev/null | sed -n 's/^oid sha256://p'; }

# state_of NAME: `SUM` where the file is a content, `pointer SUM` where it is a placeholder, `absent`.
state_of() {
  local file=$folder/$1
  if [ ! -e "$file" ]; then
    echo absent
  elif [ "$(head -c 11 "$file" | tr -d '\0')" = "version htt" ]; then
    echo "pointer $(sed -n 's/^oid sha256://p' "$file")"
  else
    sum_of "$file"
  fi
}

new_folder() {
  local process
  for process in $(daemons); do
    kill -9 "$process"
    until_true "$timeout_seconds" gone "$process"
  done
  rm -rf "$box/folder$number" "$box/remote$number.git" "$box/other$number"
  : >"$ledger"
  : >"$events"
  number=$((number + 1))
  folder=$box/folder$number
  remote=$box/remote$number.git
  other=$box/other$number
  git init -q --bare "$remote"
  stet init "$folder" --no-template --remote "$remote" >/dev/null
  printf '*.bin filter=lfs diff=lfs merge=lfs -text\n' >"$folder/.gitattributes"
  stet -C "$folder" start --wait >/dev/null
  stet -C "$folder" sync --wait >/dev/null
  # Whoever sends from elsewhere has no git-lfs, and says pointers.
  git -c filter.lfs.process= -c filter.lfs.smudge=cat clone -q "$remote" "$other"
  git -C "$other" config filter.lfs.process ""
  git -C "$other" config filter.lfs.clean cat
  git -C "$other" config filter.lfs.smudge cat
  git -C "$other" config filter.lfs.required false
  was=()
  save_new
  stet -C "$folder" sync --wait >/dev/null
  remember
}

gone() { ! kill -0 "$1" 2>/dev/null; }
# owe_film FILE: its content must never be lost.
owe_film() { printf '%s %s\n' "$(sum_of "$1")" "$folder" >>"$ledger"; }

# film_line SUM: the line of a pointer that names a content; of a file that holds the content it counts as a line, too.
film_line() { printf 'oid sha256:%s\n' "$1"; }

# replaces READER: the reader is about to put new versions in the place of those that are known.
replaces() {
  local name
  for name in "${!was[@]}"; do has_read "$1" <(film_line "${was[$name]}"); done
}

# made: the new versions were saved here or published from elsewhere.
made() {
  local name
  for name in "${names[@]}"; do wrote <(film_line "${will[$name]}"); done
}

make_new() {
  local name
  for name in "${names[@]}"; do
    head -c "${sizes[$name]}" /dev/urandom >"$box/new-$name"
    will[$name]=$(sum_of "$box/new-$name")
  done
}

save_new() {
  local name
  make_new
  replaces person
  for name in "${names[@]}"; do
    owe_film "$box/new-$name"
    cp "$box/new-$name" "$folder/$name"
  done
  made
}

# remember: what is saved now is what was there before the next operation.
remember() {
  local name
  for name in "${names[@]}"; do was[$name]=${will[$name]}; done
}

# push_new: another machine's new versions: the objects, then the commit.
push_new() {
  local name place
  make_new
  git -C "$other" pull -q --rebase
  replaces elsewhere
  for name in "${names[@]}"; do
    place=$remote/lfs/objects/${will[$name]:0:2}/${will[$name]:2:2}
    mkdir -p "$place"
    owe_film "$box/new-$name"
    mv "$box/new-$name" "$place/${will[$name]}"
    pointer "${will[$name]}" "$name" >"$other/$name"
  done
  git -C "$other" commit -qam "Edit elsewhere"
  git -C "$other" push -q || return 1
  made
}

# films_kept WHAT: every content of the ledger is whole somewhere, and each object is what its name says.
films_kept() {
  local found missing wrong
  found=$({ find "$folder" -path "$folder/.git" -prune -o -type f -name '*.bin' -print0
    find "$folder/.git/lfs/objects" "$remote/lfs/objects" "$folder/.git/stet/displaced" "$folder/.git/stet/rescue" \
      "$folder/.git/stet/tmp" -type f -print0 2>/dev/null || true; } | xargs -0 -r sha256sum)
  missing=$(comm -23 <(cut -d' ' -f1 "$ledger" | sort -u) <(printf '%s\n' "$found" | cut -c 1-64 | sort -u))
  [ -z "$missing" ] || fail "$1: lost $(printf '%s ' "$missing")"
  wrong=$(printf '%s\n' "$found" | awk '/\/lfs\/objects\// && !/\.damaged$/ { n = split($2, p, "/"); if (p[n] != $1) print $2 }')
  [ -z "$wrong" ] || fail "$1: objects that are not what they are called: $wrong"
}

# stands NAME WHAT STATE...: the file is one of these, whole.
stands() {
  local name=$1 what=$2 now state
  shift 2
  now=$(state_of "$name")
  for state in "$@"; do [ "$now" != "$state" ] || return 0; done
  fail "$what: $name is $now, not one of: $*"
}

# states OPERATION WHAT: what may be there before a start.
states() {
  local name
  for name in "${names[@]}"; do
    case $1 in
    save | stop) stands "$name" "$2" "${will[$name]}" ;;
    adopt) stands "$name" "$2" "${was[$name]}" "${will[$name]}" ;;
    *) stands "$name" "$2" "${was[$name]}" "pointer ${was[$name]}" ;;
    esac
  done
}

prepare() {
  printf 'note %d before %s\n' "$RANDOM" "$1" >"$box/note"
  stet -C "$folder" append notes.txt --agent A --session s <"$box/note" >/dev/null || fail "prepare $1: append"
  wrote "$box/note"
  stet -C "$folder" download "${names[@]}" >/dev/null 2>&1 || fail "prepare $1: download"
  stet -C "$folder" sync --wait >/dev/null
  case $1 in
  stop)
    save_new
    stet -C "$folder" sync --wait >/dev/null
    remember
    ;;
  place)
    stet -C "$folder" evict "${names[@]}" >"$box/out" 2>&1 || fail "prepare place: $(cat "$box/out")"
    ;;
  esac
}

act() {
  case $1 in
  save) save_new ;;
  adopt) push_new ;;
  stop) stet -C "$folder" stop ;;
  evict | recover) stet -C "$folder" evict "${names[@]}" ;;
  place) stet -C "$folder" download "${names[@]}" ;;
  esac >"$box/act" 2>&1
}

# over OPERATION: killed, or the operation has come to its end.
over() {
  local name
  if was_killed; then return 0; fi
  case $1 in
  save) for name in "${names[@]}"; do [ "$(pointed "$name")" = "${will[$name]}" ] || return 1; done ;;
  adopt) for name in "${names[@]}"; do [ "$(state_of "$name")" = "${will[$name]}" ] || return 1; done ;;
  esac
}

# quiet: git sees no change. A content that comes by itself after the start is in the index a moment later. Without
# the lock that git takes to refresh the index: asked again and again, the daemon would never find git at rest.
quiet() { [ -z "$(git --no-optional-locks -C "$folder" status --porcelain 2>&1)" ]; }

# step OPERATION N: one operation, killed at its Nth call; the number of calls stays in $steps. 1 where it was over
# before.
step() {
  local operation=$1 n=$2 what killed=no process name
  prepare "$operation"
  process=$(pid_of "$folder")
  if [ "$operation" = recover ]; then
    # An exchange that is cut short, then a recovery that is cut short itself.
    attach "$process" "$folder" -k "${cut:-20}"
    act recover || true
    until_true "$timeout_seconds" gone "$process" || fail "recover $n: the eviction was not cut short"
    detach
    seen=
    : >"$box/steps"
    "$STEPPER" -r "$folder" -o "$box/steps" -k "$n" "$STET_BINARY" -C "$folder" start --foreground >"$box/log" 2>&1 &
    stepper=$!
    until_true "$timeout_seconds" came_to_rest 1000 || fail "recover $n: did not come to rest"
  else
    attach "$process" "$folder" -k "$n"
    act "$operation" || was_killed || fail "$operation $n: $(cat "$box/act")"
    until_true "$timeout_seconds" over "$operation" || fail "$operation $n: never came to its end"
    was_killed || [ "$operation" = stop ] || timeout "$timeout_seconds" "$STET_BINARY" -C "$folder" sync --wait >/dev/null 2>&1 || true
  fi
  steps=$(grep -cE '^[0-9]+ ' "$box/steps" || true)
  what="$operation of large files, killed before $(last_step)"
  if was_killed; then killed=yes; fi
  if [ "$killed" = yes ] && [ "$operation" != recover ]; then until_true "$timeout_seconds" gone "$process" || fail "$what: not gone"; fi
  detach
  if [ "$killed" = yes ]; then until_true 5 no_daemon || true; fi
  states "$operation" "$what (before start)"
  films_kept "$what (before start)"
  back "$folder" "$what"
  sound "$folder" "$what"
  until_true "$timeout_seconds" quiet || true
  settled "$folder" "$what"
  states "$operation" "$what"
  films_kept "$what"
  nothing_unseen "$folder" "$what"
  case $operation in save | adopt) remember ;; esac
  stet -C "$folder" download "${names[@]}" >"$box/out" 2>&1 || fail "$what: download: $(cat "$box/out")"
  for name in "${names[@]}"; do
    stands "$name" "$what, downloaded" "${was[$name]}"
    [ "$(pointed "$name")" = "${was[$name]}" ] || fail "$what: the tip names $(pointed "$name") at $name"
  done
  [ "$killed" = yes ]
}

for operation in "$@"; do
  new_folder
  if step "$operation" 100000; then fail "$operation: killed where it should not be"; fi
  count=$steps
  [ "$count" -gt 3 ] || fail "$operation: only $count calls were seen"
  tried=0
  for n in $(sample "$count" "$points_each"); do
    if [ $((tried % folder_lasts)) -eq $((folder_lasts - 1)) ]; then new_folder; fi
    if ! step "$operation" "$n"; then continue; fi
    tried=$((tried + 1))
  done
  say "$operation: $count calls, killed at $tried of them; failures so far: $failures"
done
spread_of_times
