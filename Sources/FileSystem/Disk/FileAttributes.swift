import CLinux
import Glibc

/// The attributes of an open file or folder that an exchanged file takes over: owner, group, permissions and extended
/// attributes.
enum FileAttributes {
  /// Copies all attributes; `source` and `target` are the locations for messages.
  ///
  /// The order is owner and group first, since changing them clears set-id bits, and the access list before the mode,
  /// whose group bits are the list's mask.
  ///
  /// - Throws: `FileError` with `.attribute` for an attribute that could not be copied.
  static func copy(
    from file: borrowing Descriptor, to other: borrowing Descriptor, _ source: FileLocation, _ target: FileLocation
  ) throws(FileError) {
    let wanted = try file.stamp(.copyAttributes, source)
    let given = try other.stamp(.copyAttributes, target)
    let number = other.number
    if wanted.owner != given.owner || wanted.group != given.group {
      let owner = SystemCall.result { fchown(number, wanted.owner, wanted.group) }
      // Only the superuser can change the owner; sharing depends on the group.
      if owner < 0, wanted.group != given.group {
        let group = SystemCall.result { fchown(number, uid_t.max, wanted.group) }
        guard group >= 0 else { throw lost("group \(wanted.group)", source, errno: -group) }
      }
    }
    try copyExtended(from: file, to: other, source)
    let mode = SystemCall.result { fchmod(number, wanted.permissions) }
    guard mode >= 0 else { throw lost("permissions", source, errno: -mode) }
  }

  private static func copyExtended(
    from source: borrowing Descriptor, to target: borrowing Descriptor, _ location: FileLocation
  ) throws(FileError) {
    let wanted = try ExtendedAttributes.names(of: source, location)
    let given = try ExtendedAttributes.names(of: target, location)
    for name in wanted where !ExtendedAttributes.belongsToContent(name) {
      let value = try ExtendedAttributes.value(name, of: source, location)
      // Labels set by the system need no permission if they are equal.
      if let value, given.contains(name), try ExtendedAttributes.value(name, of: target, location) == value { continue }
      guard let value else { continue }
      let result = ExtendedAttributes.set(name, to: value, of: target)
      guard result >= 0 else { throw lost(name, location, errno: -result) }
    }
    // A folder's default list gives the new file an access list that the old one may not have.
    for name in given where !wanted.contains(name) && ExtendedAttributes.isOptional(name) {
      let result = ExtendedAttributes.remove(name, of: target)
      guard result >= 0 else { throw lost(name, location, errno: -result) }
    }
  }

  private static func lost(_ attribute: String, _ location: FileLocation, errno number: Int32) -> FileError {
    var error = FileError(errno: number, .copyAttributes, location)
    error.code = .attribute
    error.message = "its \(attribute) could not be copied: \(error.message)"
    return error
  }
}

/// A file's extended attributes: access lists, labels and attributes of programs.
enum ExtendedAttributes {
  /// Returns the names; none if the file system has no attributes.
  static func names(of file: borrowing Descriptor, _ location: FileLocation) throws(FileError) -> [String] {
    let number = file.number
    guard let list = try grown(location, { flistxattr(number, $0, $1) }) else { return [] }
    return list.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns an attribute's value; nil if it does not exist.
  static func value(
    _ name: String, of file: borrowing Descriptor, _ location: FileLocation
  ) throws(FileError) -> [UInt8]? {
    let number = file.number
    return try grown(location) { fgetxattr(number, name, $0, $1) }
  }

  /// Sets an attribute; returns 0 or a negated error number.
  static func set(_ name: String, to value: [UInt8], of file: borrowing Descriptor) -> Int32 {
    let number = file.number
    return SystemCall.result { fsetxattr(number, name, value, value.count, 0) }
  }

  /// Deletes an attribute; returns 0 or a negated error number.
  static func remove(_ name: String, of file: borrowing Descriptor) -> Int32 {
    let number = file.number
    let result = SystemCall.result { fremovexattr(number, name) }
    return result == -ENODATA ? 0 : result
  }

  /// Returns whether an attribute depends on the exact bytes (a hash, a signature, a capability): it would be wrong for
  /// other bytes, and the kernel itself deletes it when the file is written.
  static func belongsToContent(_ name: String) -> Bool {
    ["security.ima", "security.evm", "security.capability"].contains(name)
  }

  /// Returns whether an attribute may be deleted from a file that is to match one without it.
  static func isOptional(_ name: String) -> Bool {
    name == "system.posix_acl_access" || name.hasPrefix("user.")
  }

  /// Calls with a larger buffer until the result fits; nil if there are no attributes or not this one.
  private static func grown(
    _ location: FileLocation, _ call: (UnsafeMutablePointer<CChar>?, Int) -> Int
  ) throws(FileError) -> [UInt8]? {
    // 64 KiB is the kernel's limit for a value and for a list.
    for capacity in [512, 65_536] {
      var result = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
        result = buffer.withMemoryRebound(to: CChar.self) { characters in
          SystemCall.result { call(characters.baseAddress, capacity) }
        }
        count = max(0, result)
      }
      switch Int32(-result) {
      case ...0: return bytes
      case ERANGE: continue
      case ENOTSUP, ENODATA, ENOSYS: return nil
      case let number: throw FileError(errno: number, .copyAttributes, location)
      }
    }
    throw FileError(errno: E2BIG, .copyAttributes, location)
  }
}
