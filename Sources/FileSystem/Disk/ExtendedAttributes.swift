import CLinux
import Glibc

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
