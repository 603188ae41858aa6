internal import GitObjects
internal import Glibc

/// The record of Stet's `index.lock` in `.git/stet/index-lock`, which proves that a lock left by a dead process is
/// Stet's.
struct LockRecord: Equatable {
  /// The record's name in `.git`.
  static let name = "stet/index-lock"

  /// The process id.
  var process: Int32
  /// The process's start time in clock ticks since boot, because process ids are reused.
  var began: String
  /// The inode of the lock file: a later lock of git's has another one.
  var inode: UInt64
  /// The branch's commit that the lock's content belongs to, once the content is complete.
  var ready: (branch: String, commit: ObjectID)?

  /// Returns whether two records name the same lock of the same process.
  static func == (left: LockRecord, right: LockRecord) -> Bool {
    left.process == right.process && left.began == right.began && left.inode == right.inode
  }

  /// Creates the record of this process for a lock.
  init(inode: UInt64) {
    process = getpid()
    began = Self.began(process) ?? ""
    self.inode = inode
  }

  /// Parses a record; nil if the text is malformed.
  init?(_ text: String) {
    let words = text.split(separator: " ", omittingEmptySubsequences: false)
    guard words.count == 3 || words.count == 5, let process = Int32(words[0]), let inode = UInt64(words[2]) else {
      return nil
    }
    self.process = process
    self.began = String(words[1])
    self.inode = inode
    if words.count == 5, let commit = ObjectID(hex: words[4]) { ready = (String(words[3]), commit) }
  }

  /// The encoded record.
  var text: String {
    "\(process) \(began) \(inode)" + (ready.map { " \($0.branch) \($0.commit.hex)" } ?? "")
  }

  /// Whether the process that wrote the record is still running.
  var isAlive: Bool { Self.began(process) == began }

  /// Returns the start time of a process; nil if there is no such process.
  private static func began(_ process: Int32) -> String? {
    guard let line = try? GitDirectory(path: "/proc/\(process)").stream("stat") else { return nil }
    // The second field is a name in parentheses that may contain spaces; the start time is field 22.
    guard let close = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: close)...].split(separator: " ")
    // The process is dead but not reaped, which may stay so in a container.
    if let state = fields.first, state == "Z" || state == "X" { return nil }
    return fields.count > 19 ? String(fields[19]) : nil
  }
}
