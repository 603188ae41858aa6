internal import Glibc

/// The bytes a program is fed.
enum StandardInput {
  /// Reads to the end.
  static func readAll(_ descriptor: Int32 = STDIN_FILENO) -> [UInt8] {
    var content: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return content }
      content.append(contentsOf: buffer[..<count])
    }
  }
}
