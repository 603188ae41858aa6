internal import Glibc

/// The process at the other end of a connection, as the kernel recorded it at the time of the connection.
package struct PeerProcess: Hashable, Sendable {
  /// The process id.
  package let pid: Int32
  /// The user of the process.
  package let user: UInt32

  package init(pid: Int32, user: UInt32) {
    self.pid = pid
    self.user = user
  }

  /// Asks the kernel (`SO_PEERCRED`); nil if the connection has ended.
  package init?(descriptor: Int32) {
    // `struct ucred` is hidden from Swift: pid, uid, gid of 32 bits each.
    var fields: (Int32, UInt32, UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: fields))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &fields, &length) == 0, length == 12 else { return nil }
    self.init(pid: fields.0, user: fields.1)
  }

  /// The ancestors of the process, nearest first, without itself (review A7).
  ///
  /// Evidence for the author of a request. Ends early if a process has ended meanwhile.
  package var ancestors: [Int32] {
    var found: [Int32] = []
    var current = pid
    while current > 1, found.count < 64, let stat = Self.stat(of: current), let parent = Self.parent(in: stat),
      parent > 0
    {
      found.append(parent)
      current = parent
    }
    return found
  }

  /// Returns the parent's id from a text of `/proc/<pid>/stat`: the second word after the last `)`, because a process
  /// may have blanks and parentheses in its own name.
  package static func parent(in stat: String) -> Int32? {
    let words = words(behindNameIn: stat)
    return words.count > 1 ? Int32(words[1]) : nil
  }

  /// The id of the kernel's session (setsid(2)) of the process; nil if the process has ended.
  ///
  /// All sessions that began outside of the daemon's container have the id 0 and count as one.
  package var session: Int32? { Self.session(of: pid) }

  /// Returns the same of any process.
  package static func session(of process: Int32) -> Int32? { stat(of: process).flatMap(session(in:)) }

  /// Returns the same from a text of `/proc/<pid>/stat`: the sixth word.
  package static func session(in stat: String) -> Int32? {
    let words = words(behindNameIn: stat)
    return words.count > 3 ? Int32(words[3]) : nil
  }

  /// Whether the process has a controlling terminal.
  package var hasTerminal: Bool { Self.stat(of: pid).map(Self.hasTerminal(in:)) ?? false }

  /// Returns the same from a text of `/proc/<pid>/stat`: the seventh word is the terminal's number, 0 for none.
  package static func hasTerminal(in stat: String) -> Bool {
    let words = words(behindNameIn: stat)
    return words.count > 4 && Int64(words[4]).map { $0 != 0 } == true
  }

  /// Whether the process is ending: it was killed or is exiting, and still exists.
  package var isEnding: Bool { Self.stat(of: pid).map(Self.isEnding(in:)) ?? false }

  /// Returns the same from a text of `/proc/<pid>/stat`: a zombie, or a process with the kernel's flag for exiting.
  package static func isEnding(in stat: String) -> Bool {
    let words = words(behindNameIn: stat)
    guard words.count > 6, let flags = UInt64(words[6]) else { return false }
    return words[0] == "Z" || words[0] == "X" || flags & 4 != 0
  }

  /// Returns whether a process runs that began at a time: the kernel reuses process numbers.
  package static func isRunning(_ process: Int32, since begun: UInt64) -> Bool { facts(of: process)?.begun == begun }

  /// Returns a process's name and start time, in ticks since the machine started; nil if the process has ended.
  package static func facts(of process: Int32) -> (name: String, begun: UInt64)? {
    guard let stat = stat(of: process) else { return nil }
    return facts(in: stat)
  }

  /// Returns the same from a text of `/proc/<pid>/stat`: between the first `(` and the last `)`, and the 22nd word.
  package static func facts(in stat: String) -> (name: String, begun: UInt64)? {
    guard let start = stat.utf8.firstIndex(of: UInt8(ascii: "(")),
      let end = stat.utf8.lastIndex(of: UInt8(ascii: ")")), start < end
    else { return nil }
    let words = words(behindNameIn: stat)
    guard words.count > 19, let begun = UInt64(words[19]) else { return nil }
    return (String(stat[stat.utf8.index(after: start)..<end]), begun)
  }

  /// Returns the words after the last `)`; empty if there is none.
  private static func words(behindNameIn stat: String) -> [Substring] {
    guard let end = stat.utf8.lastIndex(of: UInt8(ascii: ")")) else { return [] }
    return stat[stat.utf8.index(after: end)...].split(separator: " ")
  }

  private static func stat(of process: Int32) -> String? {
    let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}
