import Glibc
import SystemPackage

extension FileError {
  /// The part of a place at which a call failed; the same number means different things on the way and at the end.
  enum Step {
    /// A folder on the way.
    case parent
    /// What the place names.
    case leaf
  }

  /// Says what an error number means; the only place where numbers become codes.
  init(errno number: Int32, _ operation: FileOperation, _ location: FileLocation, at step: Step = .leaf) {
    let code = Self.code(errno: number, operation: operation, step: step)
    self.init(
      code: code, operation: operation.rawValue, path: location.description, errno: number,
      message: Self.message(code: code, errno: number))
  }

  /// An error that Stet's own rules raise, without a number of the system.
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

  /// Whether the numbers that say "this file system cannot" are about renaming.
  private static func isRename(_ operation: FileOperation) -> Bool {
    operation == .exchange || operation == .move || operation == .replace
  }

  private static func message(code: Code, errno number: Int32) -> String {
    switch code {
    case .noParent: "a folder on the way is missing or is no folder"
    case .exists: "something stands there already"
    case .notAFile: "it is a folder, a link or a special file, not a regular file"
    case .tooLarge: "the file would grow beyond what the system or a limit of this process allows"
    case .outside: "a symbolic link on the way leads elsewhere; name the real place"
    case .denied: "no permission; check its owner and mode"
    case .noSpace: "the disk is full or a quota is reached; free some space"
    case .readOnly: "the file system is mounted read-only"
    case .exchangeUnsupported: "the file system cannot do this here, or the two places are on different mounts"
    case .attribute: "an attribute could not be copied (\(Errno(rawValue: number)))"
    case .device: "the device failed; look at the system's log before writing anything else there"
    case .vanished: "nothing stands there any more"
    case .other: "the system says: \(Errno(rawValue: number)) (\(number))"
    }
  }
}
