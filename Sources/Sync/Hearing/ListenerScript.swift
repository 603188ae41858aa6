internal import GitObjects
internal import Values

/// The script that a server's `sh` runs for a listener: it reports the moves of a branch (review C5).
///
/// It compares the reference's file after each hint and writes a line after a change. Hints are a line from the script
/// of a machine that pushed, an event of `inotifywait` if the server has it, and a timer (every 0.2 s, with
/// `inotifywait` every second), so a lost hint delays a report by one interval of the timer. A beat is written every 5 s.
///
/// Hints from other scripts come through a FIFO, `stet-wake-<pid>`, in the repository's directory; without permission to
/// make one, only the timer remains. The script deletes its FIFO when it ends: with its standard input, when nobody reads
/// its output, on a signal, or after an hour. FIFOs of killed scripts are deleted by the next script and the next push.
/// It uses the features of every POSIX shell, `sleep`, `mkfifo` and `grep`; it starts no git and changes nothing else.
enum ListenerScript {
  /// The first line of its output; any other first line means that there is no such shell.
  static let greeting = "stet-listen 1"
  /// The line that reports that it cannot watch this repository.
  static let refusal = "stet-listen no"
  /// The line that only shows that the script is running.
  static let beat = "beat"
  /// The beginning of the line that names the commit.
  static let changed = "changed "
  /// The line on its standard input after which it gives the scripts of other machines a hint.
  static let pushed = "pushed\n"

  /// Returns the command line for the server's login shell, whichever that is: it runs the script, whose text comes
  /// first on standard input, and leaves the rest of the input to it.
  static func command(for text: String) -> String {
    // `sh -s` may read ahead of the command that it executes; dd reads exactly the text.
    "exec sh -c 'eval \"$(dd bs=1 count=\(text.utf8.count) 2>/dev/null)\"'"
  }

  /// Returns the script for a repository and branch; both are passed as quoted words.
  ///
  /// - Parameter poll: the interval of the timer without `inotifywait`; the beat follows 25 intervals.
  static func text(path: String, branch: String, poll: Duration) -> String {
    // In braces, so that a shell executes nothing of a text that was cut off.
    """
    {
    exec 3<&0 </dev/null 2>/dev/null
    p=\(ShellWord.quoted(path))
    r=\(ShellWord.quoted("refs/heads/" + branch))
    case $p in
    '~') p=$HOME ;;
    '~/'*) p=$HOME/${p#'~/'} ;;
    esac
    no() { echo '\(refusal)'; exit 0; }
    cd -- "$p" || cd -- "$p.git" || no
    [ -d .git ] && cd .git
    { [ -f HEAD ] && [ -d refs ] && [ ! -d reftable ]; } || no
    echo '\(greeting)' || exit
    f=stet-wake-$$
    each() {
      for w in stet-wake-*; do
        case ${w#stet-wake-} in
        *[!0-9]* | $$) ;;
        *) "$1" "$w" "${w#stet-wake-}" ;;
        esac
      done
    }
    sweep() { kill -0 "$2" || [ -d "/proc/$2" ] || ps -p "$2" >/dev/null || rm -f "$1"; }
    wake() { if [ -p "$1" ]; then echo w 1<>"$1"; else rm -f "$1"; fi; }
    hints() {
      k=
      if command -v inotifywait >/dev/null; then
        inotifywait -mqr -e moved_to,delete --format w refs/heads &
        k=$!
      fi
      { while read -r w; do each sweep; each wake; done; echo q; } <&3 &
      trap '' 13
      n=0; t=0
      while [ $n -lt 720 ]; do
        if [ $t -ge 25 ]; then n=$((n + 1)); t=0; echo b; else echo t; fi || break
        if [ -n "$k" ] && kill -0 $k || ! sleep \(seconds(poll)); then
          t=$((t + 5)); sleep 1
        else
          t=$((t + 1))
        fi
      done
      echo q
      [ -z "$k" ] || kill $k
    }
    look() {
      o=
      while read -r w; do
        v=
        if [ -f "$r" ]; then
          read -r v <"$r"
        elif [ -f packed-refs ]; then
          v=$(grep -F " $r" packed-refs | while read -r i n; do [ "$n" = "$r" ] && echo "$i"; done)
        fi
        [ "x$v" = "x$o" ] || { o=$v; echo "\(changed)${v:-none}" || exit; }
        case $w in
        b) echo \(beat) || exit ;;
        q) exit ;;
        esac
      done
    }
    each sweep
    trap 'rm -f "$f"' 0
    trap exit 1 2 13 15
    if mkfifo -m 660 "$f"; then
      hints >"$f" &
      look <"$f"
    else
      hints | look
    fi
    }
    """ + "\n"
  }

  private static func seconds(_ duration: Duration) -> String {
    String(Double(duration.components.seconds) + Double(duration.components.attoseconds) / 1e18)
  }
}

/// Parses the output of the script on the server, line by line.
struct ListenerLine {
  private var isGreeted = false

  /// Returns the event of a line; nil for a beat and for any other text.
  mutating func read(_ line: some StringProtocol) -> HearingEvent? {
    guard isGreeted else {
      isGreeted = line == ListenerScript.greeting
      if isGreeted { return .ready }
      let isOurs = line == ListenerScript.refusal
      return .unsupported(
        isOurs
          ? "the server's shell finds no repository of files there" : "the server gives no shell: '\(line.prefix(80))'")
    }
    guard line.hasPrefix(ListenerScript.changed) else { return nil }
    return .changed(ObjectID(hex: line.dropFirst(ListenerScript.changed.count)))
  }
}
