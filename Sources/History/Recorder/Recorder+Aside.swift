package import FileSystem

/// Files that are Stet's own and recorded nowhere: tables beside the journal, the page of conflicts.
extension Recorder {
  /// What stands at a place, a file or nothing; at most 256 MiB.
  package func aside(_ location: FileLocation) throws(FileError) -> FileContent? {
    try tree.read(location, limit: 1 << 28)
  }

  /// Whether anything stands at a place.
  package func stands(_ location: FileLocation) throws(FileError) -> Bool { try tree.stamp(of: location) != nil }

  /// Puts a file in one step over what stands there, not durable: what is lost is made anew.
  package func putAside(
    _ bytes: [UInt8], at location: FileLocation, permissions: UInt32 = 0o600
  ) throws(FileError) {
    if location.parent != .root, location.parent != .store { try tree.makeDirectories(location.parent) }
    let temporary = FileLocation.store("aside.new")
    try tree.remove(temporary)
    try tree.create(temporary, bytes: bytes, permissions: permissions, durable: false)
    try tree.replace(location, with: temporary)
  }

  /// Takes a file away.
  package func removeAside(_ location: FileLocation) throws(FileError) { try tree.remove(location) }
}
