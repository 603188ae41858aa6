import Glibc

extension String {
  /// Makes or replaces a file, as `open(O_TRUNC)`, one `write`, `close`.
  func write(to path: String) throws { try Array(utf8).write(to: path) }

  /// A file's bytes; nil where it cannot be read.
  init?(file path: String) {
    guard let bytes = [UInt8](file: path) else { return nil }
    self = String(decoding: bytes, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Makes or replaces a file, as `open(O_TRUNC)`, one `write`, `close`.
  func write(to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Machine.Unprepared(what: "cannot write \(path): \(errno)") }
    defer { close(descriptor) }
    let written = Glibc.write(descriptor, self, count)
    guard written == count else { throw Machine.Unprepared(what: "cannot write \(path): \(errno)") }
  }

  /// A file's bytes; nil where it cannot be read.
  init?(file path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { break }
      bytes += buffer[..<count]
    }
    self = bytes
  }
}
