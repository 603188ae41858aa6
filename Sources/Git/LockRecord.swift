internal import GitObjects
internal import Glibc

/// Who of ours made `index.lock`, kept in `.git/stet/index-lock`, so that a lock that outlived us is provably ours.
struct LockRecord: Equatable {
  /// The record's name in `.git`.
  static let name = "stet/index-lock"

  /// The process.
  var process: Int32
  /// When the process began, in clock ticks since boot: numbers of processes come again.
  var began: String
  /// The inode of the lock file: a lock that git made after ours is another.
  var inode: UInt64
  /// The branch's commit that the lock's content belongs to, once it is complete.
  var ready: (branch: String, commit: ObjectID)?

  /// Whether two records name the same lock of the same process.
  static func == (left: LockRecord, right: LockRecord) -> Bool {
    left.process == right.process && left.began == right.began && left.inode == right.inode
  }

  /// The record of this process for a lock.
  init(inode: UInt64) {
    process = getpid()
    began = Self.began(process) ?? ""
    self.inode = inode
  }

  /// Reads the record; nil where there is none or it is not of its form.
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

  /// The record's text.
  var text: String {
    "\(process) \(began) \(inode)" + (ready.map { " \($0.branch) \($0.commit.hex)" } ?? "")
  }

  /// Whether the process that wrote it still runs.
  var isAlive: Bool { Self.began(process) == began }

  /// When a process began; nil where none of that number runs.
  private static func began(_ process: Int32) -> String? {
    guard let line = try? GitDirectory(path: "/proc/\(process)").stream("stat") else { return nil }
    // The second field is a name in brackets that may hold spaces; the begin is field 22.
    guard let close = line.lastIndex(of: ")") else { return nil }
    let fields = line[line.index(after: close)...].split(separator: " ")
    // Killed, and nobody has asked for its end yet: in a container that may stay so.
    if let state = fields.first, state == "Z" || state == "X" { return nil }
    return fields.count > 19 ? String(fields[19]) : nil
  }
}
