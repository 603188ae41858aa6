/// A failed file operation: the operation, the path and the system's answer.
package struct FileError: Error, Hashable, Sendable {
  /// The kind of failure, as far as callers distinguish it.
  package enum Code: Hashable, Sendable {
    /// A parent folder is missing.
    case noParent
    /// Something exists there already.
    case exists
    /// The path names a folder or a special file.
    case notAFile
    /// The file is larger than the caller's limit.
    case tooLarge
    /// A link on the path leads elsewhere, or the path is outside the root.
    case outside
    /// There is no permission.
    case denied
    /// The disk is full or a quota is exceeded.
    case noSpace
    /// The file system is mounted read-only.
    case readOnly
    /// The file system cannot exchange files, or the two files are on different mounts.
    case exchangeUnsupported
    /// An attribute could not be copied.
    case attribute
    /// The device failed.
    case device
    /// Nothing exists there any more.
    case vanished
    /// Any other failure.
    case other
  }

  /// The kind of failure.
  package var code: Code
  /// The operation as a verb phrase: "read", "replace".
  package var operation: String
  /// The path relative to the root.
  package var path: String
  /// The system's error number; 0 if there is none.
  package var errno: Int32
  /// The explanation and the remedy.
  package var message: String

  /// Creates an error.
  package init(code: Code, operation: String, path: String, errno: Int32, message: String) {
    self.code = code
    self.operation = operation
    self.path = path
    self.errno = errno
    self.message = message
  }
}

extension FileError: CustomStringConvertible {
  /// The error message for people.
  package var description: String { "could not \(operation) \(path): \(message)" }
}
