internal import Glibc

/// The process at the other end of a connection, as the kernel saw it when it connected.
package struct PeerProcess: Hashable, Sendable {
  /// Its process id.
  package let pid: Int32
  /// The user it ran as.
  package let user: UInt32

  /// Makes one.
  package init(pid: Int32, user: UInt32) {
    self.pid = pid
    self.user = user
  }

  /// Asks the kernel (`SO_PEERCRED`); nil where the connection has gone.
  package init?(descriptor: Int32) {
    // `struct ucred` is hidden from Swift: pid, uid, gid of 32 bits each.
    var fields: (Int32, UInt32, UInt32) = (0, 0, 0)
    var length = socklen_t(MemoryLayout.size(ofValue: fields))
    guard getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, &fields, &length) == 0, length == 12 else { return nil }
    self.init(pid: fields.0, user: fields.1)
  }

  /// The processes it descends from, nearest first, without itself (review A7).
  ///
  /// Evidence for the door an author came through. Ends early where a process has gone meanwhile.
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

  /// The parent's id in a text of `/proc/<pid>/stat`: the second word behind the last `)`, since a process may put
  /// blanks and parentheses into its own name.
  package static func parent(in stat: String) -> Int32? {
    let words = words(behindNameIn: stat)
    return words.count > 1 ? Int32(words[1]) : nil
  }

  /// Whether it has a controlling terminal.
  package var hasTerminal: Bool { Self.stat(of: pid).map(Self.hasTerminal(in:)) ?? false }

  /// The same out of a text of `/proc/<pid>/stat`: the seventh word is the terminal's number, 0 for none.
  package static func hasTerminal(in stat: String) -> Bool {
    let words = words(behindNameIn: stat)
    return words.count > 4 && Int64(words[4]).map { $0 != 0 } == true
  }

  /// Whether it is ending: killed, or on its way out, and not gone yet.
  package var isEnding: Bool { Self.stat(of: pid).map(Self.isEnding(in:)) ?? false }

  /// The same out of a text of `/proc/<pid>/stat`: a zombie, or one with the kernel's flag for a process that exits.
  package static func isEnding(in stat: String) -> Bool {
    let words = words(behindNameIn: stat)
    guard words.count > 6, let flags = UInt64(words[6]) else { return false }
    return words[0] == "Z" || words[0] == "X" || flags & 4 != 0
  }

  /// A process's name, and when it began, in ticks since the machine started; nil where it has gone.
  package static func facts(of process: Int32) -> (name: String, begun: UInt64)? {
    guard let stat = stat(of: process) else { return nil }
    return facts(in: stat)
  }

  /// The same out of a text of `/proc/<pid>/stat`: between the first `(` and the last `)`, and the 22nd word.
  package static func facts(in stat: String) -> (name: String, begun: UInt64)? {
    guard let start = stat.utf8.firstIndex(of: UInt8(ascii: "(")),
      let end = stat.utf8.lastIndex(of: UInt8(ascii: ")")), start < end
    else { return nil }
    let words = words(behindNameIn: stat)
    guard words.count > 19, let begun = UInt64(words[19]) else { return nil }
    return (String(stat[stat.utf8.index(after: start)..<end]), begun)
  }

  /// The words behind the last `)`; none where there is no such text.
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
