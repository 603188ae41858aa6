/// Why an operation on a file failed: the operation, the place, and what the system said.
package struct FileError: Error, Hashable, Sendable {
  /// What happened, as far as callers decide by it.
  package enum Code: Hashable, Sendable {
    /// A folder on the way is missing.
    case noParent
    /// Something stands there already.
    case exists
    /// It is a folder or a special file.
    case notAFile
    /// It is larger than the caller takes.
    case tooLarge
    /// A link on the way leads elsewhere, or the place lies outside the root.
    case outside
    /// No permission.
    case denied
    /// The disk is full or a quota is reached.
    case noSpace
    /// The file system is mounted read-only.
    case readOnly
    /// The file system cannot exchange, or the two files stand on different mounts.
    case exchangeUnsupported
    /// An attribute could not be copied.
    case attribute
    /// The device failed.
    case device
    /// Nothing stands there any more.
    case vanished
    /// Anything else.
    case other
  }

  /// What happened.
  package var code: Code
  /// What was tried, as a verb phrase: "read", "replace".
  package var operation: String
  /// Where, relative to the root.
  package var path: String
  /// The system's error number; 0 where there is none.
  package var errno: Int32
  /// What it says and what to do about it.
  package var message: String

  /// Makes an error.
  package init(code: Code, operation: String, path: String, errno: Int32, message: String) {
    self.code = code
    self.operation = operation
    self.path = path
    self.errno = errno
    self.message = message
  }
}

extension FileError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String { "could not \(operation) \(path): \(message)" }
}
