/// The program that stores a bare repository's objects on a server with nothing but a shell (decision 52).
///
/// It is one line without single quotes and backslashes, so that every login shell (csh and fish too) hands it to `sh` as
/// it is. It needs what POSIX lists, and `sha256sum` or the like where there is one.
package enum ShellScript {
  /// The first line that it writes; anything else means that there is no such shell.
  static let greeting = "stet-objects 1"
  /// The line that only shows that it lives, while it hashes.
  static let beat = "beat"
  /// The unit in which parts are continued: `dd` seeks in blocks.
  static let block = 1 << 20

  /// Something that it is asked.
  package enum Verb: Hashable, Sendable {
    /// Whether there is `git-lfs-transfer`.
    case hello
    /// Which of the objects on standard input stand there with their size; nothing where the folder has this file.
    case look(probe: String)
    /// The same, hashed; what is damaged is set aside.
    case check(probe: String)
    /// The bytes of an object from a block on.
    case get(ContentID, block: Int)
    /// Takes an object from standard input; `owner` tells apart who sends, for the part's name.
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

  /// Where an object stands below `lfs/objects`.
  static func place(of id: ContentID) -> String {
    let hex = id.hex
    return "\(hex.prefix(2))/\(hex.dropFirst(2).prefix(2))/\(hex)"
  }

  /// The command line for the server's login shell.
  ///
  /// - Parameter path: the repository, as the remote's address has it.
  package static func command(_ verb: Verb, path: String) -> String {
    let words = [verb.words[0], quoted(path)] + verb.words.dropFirst()
    return "exec sh -c \(quoted(text)) stet " + words.joined(separator: " ")
  }

  /// A text as one word of any shell, quoted as git does it: csh takes an exclamation mark in quotes for one of its own.
  static func quoted(_ text: String) -> String {
    "'" + text.map { $0 == "'" || $0 == "!" ? "'\\\($0)'" : String($0) }.joined() + "'"
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

  /// `sum` sets `x` to the hash of a file; to nothing where there is no program for it.
  private static let functions = """
    size() { echo $(($(wc -c <"$1"))); };
    sum() { x=$({ sha256sum || shasum -a 256 || openssl dgst -sha256 -r || sha256 -q; } <"$1" 2>/dev/null);
    x=${x%% *}; [ ${#x} -eq 64 ] || x=; };
    beats() { while sleep 5 >/dev/null 2>&1 && echo \(beat); do :; done & b=$!; };
    """.split(separator: "\n").joined(separator: " ")

  private static let hello = """
    hello) if command -v git-lfs-transfer >/dev/null 2>&1; then echo transfer; else echo plain; fi;;
    """

  private static let look = """
    look|check) if [ -e "lfs/objects/$3" ]; then echo same; exit; fi; b=; [ $1 = look ] || beats;
    while read -r o n; do f=lfs/objects/$o;
    if [ -f $f ] && [ "$(size $f)" = "$n" ]; then
    x=; [ $1 = look ] || sum $f;
    case $x in ""|${o##*/}) echo has $o;; *) mv -f $f $f.damaged; echo not $o;; esac;
    else echo not $o; fi; done; [ -z "$b" ] || kill $b; echo end;;
    """.split(separator: "\n").joined(separator: " ")

  private static let get = """
    get) f=lfs/objects/$3; if [ -f $f ]; then
    echo size "$(size $f)"; exec dd bs=\(block) skip=$4 if=$f 2>/dev/null; fi; echo missing;;
    """.split(separator: "\n").joined(separator: " ")

  /// Two that send one object write the same bytes to the same places: no lock is needed.
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
