internal import SystemPackage

/// Why the object folder could not give or take an object.
package enum ObjectFolderError: Error, Hashable, Sendable {
  /// The object is not here.
  case missing(ContentID)
  /// What came has another size than its pointer says.
  case wrongSize(ContentID, expected: Int, found: Int)
  /// What came, or what stands here, has another hash than its name.
  case wrongContent(ContentID)
  /// The disk is full or a quota is reached.
  case noSpace(path: String)
  /// No permission, or mounted read-only.
  case denied(path: String)
  /// The caller gave up.
  case cancelled
  /// Anything else that the system says.
  case system(path: String, errno: Int32)

  /// The error for a number of the system.
  init(errno number: Int32, path: String) {
    switch Errno(rawValue: number) {
    case .noSpace, .diskQuotaExceeded: self = .noSpace(path: path)
    case .permissionDenied, .notPermitted, .readOnlyFileSystem: self = .denied(path: path)
    default: self = .system(path: path, errno: number)
    }
  }
}

extension ObjectFolderError: CustomStringConvertible {
  /// The sentence for people.
  package var description: String {
    switch self {
    case .missing(let id): "the object \(id) is not on this machine; download it"
    case .wrongSize(let id, let expected, let found):
      "the object \(id) came with \(found) bytes, and its pointer says \(expected); nothing of it was kept"
    case .wrongContent(let id): "what should be the object \(id) has another hash; it was not used"
    case .noSpace(let path): "\(path): the disk is full or a quota is reached; free some space or evict files"
    case .denied(let path): "\(path): no permission, or the file system is mounted read-only; check owner and mode"
    case .cancelled: "given up"
    case .system(let path, let number): "\(path): the system says: \(Errno(rawValue: number)) (\(number))"
    }
  }
}
