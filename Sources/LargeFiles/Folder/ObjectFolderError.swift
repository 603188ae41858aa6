internal import SystemPackage

/// The reason why the object folder could not return or store an object.
package enum ObjectFolderError: Error, Hashable, Sendable {
  /// The object is not on this machine.
  case missing(ContentID)
  /// The content has another size than its pointer states.
  case wrongSize(ContentID, expected: Int, found: Int)
  /// The received or stored content has another hash than its name.
  case wrongContent(ContentID)
  /// The disk is full or a quota is exceeded.
  case noSpace(path: String)
  /// There is no permission, or the file system is mounted read-only.
  case denied(path: String)
  /// The caller cancelled the operation.
  case cancelled
  /// Another system error.
  case system(path: String, errno: Int32)

  /// Creates the error for an `errno` value.
  init(errno number: Int32, path: String) {
    switch Errno(rawValue: number) {
    case .noSpace, .diskQuotaExceeded: self = .noSpace(path: path)
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .denied(path: path)
    default: self = .system(path: path, errno: number)
    }
  }
}

extension ObjectFolderError: CustomStringConvertible {
  /// The error message for people.
  package var description: String {
    switch self {
    case .missing(let id): "the object \(id) is not on this machine; download it"
    case .wrongSize(let id, let expected, let found):
      "the object \(id) has \(found) bytes instead of \(expected); nothing of it was kept"
    case .wrongContent(let id): "the object \(id) has another hash than its name; it was not used"
    case .noSpace(let path): "\(path): the disk is full or a quota is reached; free some space or evict files"
    case .denied(let path): "\(path): no permission, or the file system is mounted read-only; check owner and mode"
    case .cancelled: "cancelled"
    case .system(let path, let number): "\(path): the system says: \(Errno(rawValue: number)) (\(number))"
    }
  }
}
