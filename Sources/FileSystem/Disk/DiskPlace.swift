import Glibc

/// A name in an opened folder: what one-component calls work on.
struct DiskPlace: ~Copyable {
  /// The folder.
  let parent: Descriptor
  /// The name in it; never empty, `.` or `..`.
  let name: Substring
  /// Where that is.
  let location: FileLocation

  /// Calls with the folder's descriptor and the name's bytes; the result or a negated error number.
  @inline(__always)
  borrowing func call(_ body: (_ folder: Int32, _ name: UnsafePointer<CChar>) -> Int32) -> Int32 {
    let folder = parent.number
    return SystemCall.withBytes(name) { bytes in SystemCall.result { body(folder, bytes) } }
  }

  /// What stands there; nil where nothing does.
  borrowing func stamp(_ operation: FileOperation) throws(FileError) -> FileStamp? {
    var facts = stat()
    let result = call { fstatat($0, $1, &facts, AT_SYMLINK_NOFOLLOW) }
    if result == -ENOENT { return nil }
    guard result >= 0 else { throw FileError(errno: -result, operation, location) }
    return FileStamp(facts)
  }
}
