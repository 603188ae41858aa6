internal import Values

/// The shell program that stores a bare repository's objects on a server without other programs (decision 52).
///
/// It is one line without single quotes and backslashes, so that every login shell (csh and fish, too) passes it to
/// `sh` unchanged. It needs the tools of POSIX, and uses `sha256sum` or a similar one if it exists.
package enum ShellScript {
  /// The script's first line of output; any other line means that there is no such shell.
  static let greeting = "stet-objects 1"
  /// The line that shows that the script is alive while it hashes.
  static let beat = "beat"
  /// The unit in which partial objects are continued: `dd` seeks in blocks.
  static let block = 1 << 20

  /// A request to the script.
  package enum Verb: Hashable, Sendable {
    /// Checks whether `git-lfs-transfer` exists.
    case hello
    /// Lists the objects of standard input that exist with their size; none if the probe file exists there.
    case look(probe: String)
    /// Lists them as `look` does after hashing them; damaged ones are set aside, and those that cannot be read are left
    /// out.
    case check(probe: String)
    /// Returns the bytes of an object from a block on.
    case get(ContentID, block: Int)
    /// Stores an object from standard input; `owner` distinguishes senders in the partial object's name.
    case put(Pointer, owner: String)

    fileprivate var words: [String] {
      switch self {
      case .hello: ["hello"]
      case .look(let probe): ["look", probe]
      case .check(let probe): ["check", probe]
      case .get(let id, let block): ["get", place(of: id), String(block)]
      case .put(let pointer, let owner): ["put", place(of: pointer.id), String(pointer.size), owner]
      }
    }
  }

  /// Returns an object's path below `lfs/objects`.
  static func place(of id: ContentID) -> String {
    let hex = id.hex
    return "\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)"
  }

  /// Returns the command line for the server's login shell.
  ///
  /// - Parameter path: the repository's path in the remote's address.
  package static func command(_ verb: Verb, path: String) -> String {
    let words = [verb.words[0], ShellWord.quoted(path)] + verb.words.dropFirst()
    return "exec sh -c \(ShellWord.quoted(text)) stet " + words.joined(separator: " ")
  }

  private static let text = [opening, functions, "case $1 in", hello, look, get, put, "esac"].joined(separator: " ")

  private static let opening = """
    set -f; p=$2;
    case $p in "~") p=$HOME;; "~/"*) p=$HOME/${p#"~/"};; esac;
    echo "\(greeting)" || exit;
    cd -- "$p" 2>/dev/null || cd -- "$p.git" 2>/dev/null || { echo none; exit; };
    if [ -d .git ]; then cd .git; fi;
    if [ -f HEAD ] && [ -d objects ]; then echo ready; else echo none; exit; fi;
    case $(ls -ld objects) in ?????w*) umask 002;; esac;
    """.split(separator: "\n").joined(separator: " ")

  /// `sum` sets `x` to the hash of a file; to nothing if there is no program for it, or the file cannot be read. Each
  /// program opens the file anew: one that failed may have read a part of it.
  private static let functions = """
    size() { echo $(($(wc -c <"$1"))); };
    sum() { x=$({ sha256sum <"$1" || shasum -a 256 <"$1" || openssl dgst -sha256 -r <"$1" ||
    sha256 -q <"$1"; } 2>/dev/null);
    x=${x%% *}; [ ${#x} -eq 64 ] || x=; };
    beats() { while sleep 5 >/dev/null 2>&1 && echo \(beat); do :; done & b=$!; };
    """.split(separator: "\n").joined(separator: " ")

  private static let hello = """
    hello) if command -v git-lfs-transfer >/dev/null 2>&1; then echo transfer; else echo plain; fi;;
    """

  /// `h` is the hash of an empty file, as a proof that there is a program for hashes: then a file without a hash could
  /// not be read.
  private static let look = """
    look|check) if [ -e "lfs/objects/$3" ]; then echo same; exit; fi; b=; h=;
    if [ $1 = check ]; then sum /dev/null; h=$x; beats; fi;
    while read -r o n; do f=lfs/objects/$o;
    if [ -f $f ] && [ "$(size $f)" = "$n" ]; then
    x=; [ $1 = look ] || sum $f;
    case $x in ${o##*/}) x=;; ?*) mv -f $f $f.damaged;; *) x=$h;; esac;
    if [ -z "$x" ]; then echo has $o; else echo not $o; fi;
    else echo not $o; fi; done; [ -z "$b" ] || kill $b; echo end;;
    """.split(separator: "\n").joined(separator: " ")

  private static let get = """
    get) f=lfs/objects/$3; if [ -f $f ]; then
    echo size "$(size $f)"; exec dd bs=\(block) skip=$4 if=$f 2>/dev/null; fi; echo missing;;
    """.split(separator: "\n").joined(separator: " ")

  /// Two senders of one object write the same bytes to the same places, so no lock is needed.
  private static let put = """
    put) f=lfs/objects/$3; n=$4; t=lfs/incomplete/stet-${3##*/}-$5.part;
    if [ -f $f ] && [ "$(size $f)" = $n ]; then echo has; exit; fi;
    e=$(mkdir -p ${f%/*} lfs/incomplete 2>&1) || { echo failed $e; exit; };
    find lfs/incomplete -name "stet-*.part" -mtime +6 -exec rm -f {} + 2>/dev/null;
    s=0; if [ -f $t ]; then s=$(size $t); fi; if [ $s -gt $n ]; then rm -f $t; s=0; fi;
    k=0; if [ $s -gt 0 ]; then k=$(((s-1)/\(block))); fi; echo at $((k*\(block)));
    e=$(LC_ALL=C dd bs=\(block) seek=$k conv=notrunc of=$t 2>&1) || { rm -f $t; echo failed $e; exit; };
    if [ "$(size $t)" = $n ]; then :; else echo short; exit; fi;
    beats; sum $t; case $x in ""|${3##*/}) ;; *) rm -f $t; kill $b; echo wrong; exit;; esac;
    sync $t 2>/dev/null || sync; e=$(mv -f $t $f 2>&1); rm -f $f.damaged; sync ${f%/*} 2>/dev/null || sync;
    kill $b; if [ -f $f ]; then echo stored; else echo failed $e; fi;;
    """.split(separator: "\n").joined(separator: " ")
}
