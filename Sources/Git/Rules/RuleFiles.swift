internal import Glibc

/// The files of one kind that have rules for paths, such as `.gitattributes`, each parsed once.
///
/// A file costs one `lstat` at each question, and is read again if that differs.
struct RuleFiles<Rules> {
  /// The answer to a question about a file.
  enum Reading {
    /// Nothing is there.
    case missing
    /// It cannot be read, or is no regular file: only libgit2 knows what it takes from it.
    case unclear
    /// The parsed content.
    case rules(Rules)
  }

  private struct Stamp: Equatable {
    let content: StatusStamp
    /// The time of the last change of the status, which no program sets, in nanoseconds.
    let changed: Int

    init(_ status: stat) {
      content = StatusStamp(status)
      changed = status.st_ctim.tv_sec &* 1_000_000_000 &+ status.st_ctim.tv_nsec
    }
  }

  private let directory: GitDirectory
  private let parse: ([UInt8]) -> Rules
  /// The parsed files with their stamps, by name. Missing files are not kept.
  private var known: [String: (stamp: Stamp, rules: Rules)] = [:]

  /// Reads the files below the root of a work tree as they are needed.
  init(root: String, parse: @escaping ([UInt8]) -> Rules) {
    directory = GitDirectory(path: root)
    self.parse = parse
  }

  /// Reads files again that changed within the clock's granularity.
  mutating func reload() { known = [:] }

  /// Returns the rules of a file, by its path below the root.
  mutating func read(_ name: String) -> Reading {
    guard let status = directory.status(name) else {
      // Only an error that says so is a missing file.
      return errno == ENOENT || errno == ENOTDIR ? .missing : .unclear
    }
    guard status.st_mode & S_IFMT == S_IFREG else { return .unclear }
    let stamp = Stamp(status)
    if let read = known[name], read.stamp == stamp { return .rules(read.rules) }
    guard let content = (try? directory.read(name)) ?? nil else { return .unclear }
    let rules = parse(content)
    known[name] = (stamp, rules)
    return .rules(rules)
  }
}
