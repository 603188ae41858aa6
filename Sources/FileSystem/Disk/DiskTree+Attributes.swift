import Glibc

extension DiskTree {
  package func setPermissions(_ permissions: UInt32, of location: FileLocation) throws(FileError) {
    let place = try lookup.place(location, .setPermissions)
    // glibc opens a descriptor of the name itself for this, without touching the file.
    let result = place.call { fchmodat($0, $1, permissions & 0o7777, AT_SYMLINK_NOFOLLOW) }
    if result == -EOPNOTSUPP, try place.stamp(.setPermissions)?.kind == .symlink {
      throw FileError(errno: ELOOP, .setPermissions, location)
    }
    guard result >= 0 else { throw FileError(errno: -result, .setPermissions, location) }
  }

  package func copyAttributes(from source: FileLocation, to target: FileLocation) throws(FileError) {
    guard let from = try openAttributes(source), let to = try openAttributes(target) else { return }
    try FileAttributes.copy(from: from, to: to, source, target)
  }

  /// Opens a file or folder; nil for a link, whose attributes are not used.
  private func openAttributes(_ location: FileLocation) throws(FileError) -> Descriptor? {
    let place = try lookup.place(location, .copyAttributes)
    switch try place.stamp(.copyAttributes)?.kind {
    case .symlink: return nil
    case .directory: return try lookup.openFolder(location, .copyAttributes)
    default: break
    }
    guard let file = try lookup.openFile(place, .copyAttributes) else {
      throw FileError(errno: ENOENT, .copyAttributes, location)
    }
    return file
  }
}
