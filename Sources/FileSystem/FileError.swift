import Glibc
import SystemPackage

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

/// The operations of a `FileTree`, with the names of its methods, as verb phrases for messages.
package enum FileOperation: String, Hashable, Sendable, CaseIterable {
  case stamp = "examine"
  case read
  case entries = "list"
  case walk = "walk through"
  case create
  case createLink = "create the link"
  case append = "append to"
  case copyAttributes = "copy the attributes of"
  case setPermissions = "set the permissions of"
  case exchange
  case move
  case replace
  case remove
  case makeDirectories = "create the folder"
  case removeDirectory = "delete the folder"
  case use = "check the use of"
  case synchronize = "sync"
  /// The opening of a root or, in the simulation, of a file for writing.
  case open
  /// The locking of a workspace.
  case lock
}

extension FileError {
  /// The part of a path at which a call failed; the same number means different things for a parent and for the file.
  enum Step {
    /// A parent folder.
    case parent
    /// The file itself.
    case leaf
  }

  /// Creates an error from an error number; this is the only mapping from numbers to codes.
  init(errno number: Int32, _ operation: FileOperation, _ location: FileLocation, at step: Step = .leaf) {
    let code = Self.code(errno: number, operation: operation, step: step)
    self.init(
      code: code, operation: operation.rawValue, path: location.description, errno: number,
      message: Self.message(code: code, errno: number))
  }

  /// Creates an error of Stet's own rules, without an error number.
  init(_ code: Code, _ operation: FileOperation, _ location: FileLocation, _ message: String) {
    self.init(code: code, operation: operation.rawValue, path: location.description, errno: 0, message: message)
  }

  private static func code(errno number: Int32, operation: FileOperation, step: Step) -> Code {
    switch number {
    case ENOENT, ESTALE: step == .parent ? .noParent : .vanished
    case ENOTDIR: .noParent
    case EEXIST, ENOTEMPTY: .exists
    case EISDIR, ENXIO, ENODEV: .notAFile
    case ELOOP: step == .parent ? .outside : .notAFile
    case EFBIG, EOVERFLOW: .tooLarge
    case EXDEV where step == .parent: .outside
    case EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EBUSY: isRename(operation) ? .exchangeUnsupported : .other
    case EACCES, EPERM: .denied
    case ENOSPC, EDQUOT: .noSpace
    case EROFS: .readOnly
    case EIO: .device
    default: .other
    }
  }

  /// Returns whether "not supported" error numbers refer to a rename.
  private static func isRename(_ operation: FileOperation) -> Bool {
    operation == .exchange || operation == .move || operation == .replace
  }

  private static func message(code: Code, errno number: Int32) -> String {
    switch code {
    case .noParent: "a parent folder is missing or is not a folder"
    case .exists: "something exists there already"
    case .notAFile: "it is a folder, a link or a special file, not a regular file"
    case .tooLarge: "the file would grow beyond what the system or a limit of this process allows"
    case .outside: "a symbolic link on the path leads elsewhere; use the real path"
    case .denied: "no permission; check its owner and mode"
    case .noSpace: "the disk is full or a quota is reached; free some space"
    case .readOnly: "the file system is mounted read-only"
    case .exchangeUnsupported: "the file system does not support this, or the two files are on different mounts"
    case .attribute: "an attribute could not be copied (\(Errno(rawValue: number)))"
    case .device: "the device failed; check the system's log before you write anything else there"
    case .vanished: "nothing exists there any more"
    case .other: "the system says: \(Errno(rawValue: number)) (\(number))"
    }
  }
}
