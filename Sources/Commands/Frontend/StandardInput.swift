internal import Glibc

/// Reads the input of a program.
enum StandardInput {
  /// Reads to the end.
  static func readAll(_ descriptor: Int32 = STDIN_FILENO) -> [UInt8] { readAll(descriptor, until: nil) ?? [] }

  /// Reads to the end.
  ///
  /// - Returns: nil if the input did not end before the deadline.
  static func readAll(_ descriptor: Int32, until deadline: ContinuousClock.Instant?) -> [UInt8]? {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      if let deadline {
        let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
        guard rest > 0 else { return nil }
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&wanted, 1, Int32(min(rest.rounded(.up), 60_000))) > 0 else { continue }
      }
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return content }
      content.append(contentsOf: buffer[..<count])
    }
  }
}
