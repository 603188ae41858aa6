internal import Glibc
internal import WorkspaceAPI

/// Reads the input of a program.
enum StandardInput {
  /// Reads standard input, or an open file, to the end.
  ///
  /// - Parameter file: the name of the open file for a message; nil for standard input.
  /// - Throws: `VerbError` if it cannot be read: the bytes before the error are not the whole content.
  static func readAll(_ descriptor: Int32 = STDIN_FILENO, of file: String? = nil) throws(VerbError) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count < 0 else {
        guard count > 0 else { return content }
        content.append(contentsOf: buffer[..<count])
        continue
      }
      switch errno {
      case EINTR: continue
      case EAGAIN:
        // Another program made the open file non-blocking.
        var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&wanted, 1, -1)
      default:
        var problem = PlainFile.problem("read", file ?? "standard input")
        problem.path = file
        problem.kept = "Nothing was changed."
        throw problem
      }
    }
  }

  /// Reads the output of a program to the end, or up to an error.
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
