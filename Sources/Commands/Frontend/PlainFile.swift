internal import Glibc
internal import WorkspaceAPI

/// Reads and writes files that are named on the command line and belong to no workspace.
enum PlainFile {
  /// Reads a file.
  ///
  /// - Throws: `VerbError` if it does not exist or cannot be read.
  static func read(_ path: String) throws(VerbError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem("read", path) }
    defer { close(descriptor) }
    return StandardInput.readAll(descriptor)
  }

  /// Replaces a file's content; its mode stays.
  ///
  /// - Throws: `VerbError` if it cannot be written.
  static func write(_ content: [UInt8], to path: String) throws(VerbError) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem("write", path) }
    defer { close(descriptor) }
    var position = 0
    while position < content.count {
      let count = content.withUnsafeBytes { bytes in
        Glibc.write(descriptor, bytes.baseAddress.map { $0 + position }, content.count - position)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw problem("write", path) }
      position += count
    }
  }

  private static func problem(_ verb: String, _ path: String) -> VerbError {
    VerbError(.failed, "Cannot \(verb) \(path): \(String(cString: strerror(errno))).", path: path)
  }
}
