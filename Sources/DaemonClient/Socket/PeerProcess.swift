internal import Glibc
internal import Values

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
    while current > 1, found.count < 64, let parent = Self.status(of: current)?.parent, parent > 0 {
      found.append(parent)
      current = parent
    }
    return found
  }

  /// The id of the kernel's session (setsid(2)) of the process; nil if the process has ended.
  ///
  /// All sessions that began outside of the daemon's container have the id 0 and count as one.
  package var session: Int32? { Self.session(of: pid) }

  /// Returns the same of any process.
  package static func session(of process: Int32) -> Int32? { status(of: process)?.session }

  /// Whether the process has a controlling terminal.
  package var hasTerminal: Bool { Self.status(of: pid)?.hasTerminal ?? false }

  /// Whether the process is ending: it was killed or is exiting, and still exists.
  package var isEnding: Bool { Self.status(of: pid)?.isEnding ?? false }

  /// Returns whether a process runs that began at a time: the kernel reuses process numbers.
  package static func isRunning(_ process: Int32, since begun: UInt64) -> Bool { facts(of: process)?.begun == begun }

  /// Returns a process's name and start time, in ticks since the machine started; nil if the process has ended.
  package static func facts(of process: Int32) -> (name: String, begun: UInt64)? {
    guard let status = status(of: process), let begun = status.begun else { return nil }
    return (status.name, begun)
  }

  private static func status(of process: Int32) -> ProcessStatus? {
    let descriptor = open("/proc/\(process)/stat", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = Glibc.read(descriptor, &buffer, buffer.count)
    return count > 0 ? ProcessStatus(String(decoding: buffer[..<count], as: UTF8.self)) : nil
  }
}
