/// The script that a server's `sh` reads on standard input and that reports the moves of a branch (review C5).
///
/// It reads the reference's file every 0.2 s, and writes a line after a change and a beat every 5 s. It ends after an
/// hour, or when a write fails because nobody reads any more. It uses the features of every POSIX shell, `sleep` and
/// `grep`; it starts no git and changes nothing.
enum ListenerScript {
  /// The first line of its output; any other first line means that there is no such shell.
  static let greeting = "stet-listen 1"
  /// The line that reports that it cannot watch this repository.
  static let refusal = "stet-listen no"
  /// The line that only shows that the script is running.
  static let beat = "beat"
  /// The beginning of the line that names the commit.
  static let changed = "changed "

  /// Returns the script for a repository and branch; both are passed as quoted words.
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
