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
    return try StandardInput.readAll(descriptor, of: path)
  }

  /// Replaces a file's content; its mode stays.
  ///
  /// - Throws: `VerbError` if it cannot be written.
  static func write(_ content: [UInt8], to path: String) throws(VerbError) {
    let descriptor = open(path, O_WRONLY | O_TRUNC | O_CLOEXEC)
    guard descriptor >= 0 else { throw problem("write", path) }
    try write(content, to: descriptor, path)
  }

  /// Makes a file.
  ///
  /// - Throws: `VerbError` if it exists or cannot be made.
  static func create(_ content: [UInt8], at path: String) throws(VerbError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else {
      let exists = errno == EEXIST
      var error = problem("create", path)
      if exists { error.next = "Name another file, or delete that one first." }
      throw error
    }
    try write(content, to: descriptor, path)
  }

  /// Writes to a file and closes it.
  private static func write(_ content: [UInt8], to descriptor: Int32, _ path: String) throws(VerbError) {
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

  /// Returns the error of the last system call on a path.
  static func problem(_ verb: String, _ path: String) -> VerbError {
    VerbError(.failed, "Cannot \(verb) \(path): \(String(cString: strerror(errno))).", path: path)
  }
}
