/// The script that a server's `sh` is given on standard input to tell when a branch moves (review C5).
///
/// It looks at the reference's file each 0.2 s, writes a line when it changed and a beat every 5 s, and ends when
/// nobody reads any more (a write then fails), or after an hour. It uses what every POSIX shell has, and `sleep` and
/// `grep`; it starts no git and changes nothing.
enum ListenerScript {
  /// The first line it writes; anything else means that there is no such shell.
  static let greeting = "stet-listen 1"
  /// The line by which it says that it cannot listen to this repository.
  static let refusal = "stet-listen no"
  /// The line that only shows that it lives.
  static let beat = "beat"
  /// The beginning of the line that names the commit.
  static let changed = "changed "

  /// The script for a repository and branch; both reach it as quoted words.
  static func text(path: String, branch: String) -> String {
    """
    p=\(SSHCommand.quoted(path))
    r=\(SSHCommand.quoted("refs/heads/" + branch))
    case $p in
    '~') p=$HOME ;;
    '~/'*) p=$HOME/${p#'~/'} ;;
    esac
    cd -- "$p" 2>/dev/null || cd -- "$p.git" 2>/dev/null || { echo '\(refusal)'; exit 0; }
    [ -d .git ] && cd .git
    { [ -f HEAD ] && [ -d refs ] && [ ! -d reftable ]; } || { echo '\(refusal)'; exit 0; }
    echo '\(greeting)' || exit
    o=; n=0; t=0
    while [ $t -lt 18000 ]; do
      v=
      if [ -f "$r" ]; then
        read -r v < "$r"
      elif [ -f packed-refs ]; then
        v=$(grep -F " $r" packed-refs | while read -r i w; do [ "$w" = "$r" ] && echo "$i"; done)
      fi 2>/dev/null
      if [ "x$v" != "x$o" ]; then
        o=$v; n=0; echo "\(changed)${v:-none}" || exit
      fi
      n=$((n + 1))
      if [ $n -ge 25 ]; then n=0; echo \(beat) || exit; fi
      t=$((t + 1)); sleep 0.2 2>/dev/null || sleep 1
    done
    """ + "\n"
  }
}
