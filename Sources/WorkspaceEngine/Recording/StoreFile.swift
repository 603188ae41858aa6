internal import FileSystem

/// A small file of `.git/stet` that is always written whole.
struct StoreFile {
  /// The place of the file.
  let location: FileLocation
  private let fresh: FileLocation

  /// Takes the file's name below `.git/stet`.
  init(_ name: String) {
    location = .store(name)
    fresh = .store(name + ".new")
  }

  /// Writes the content beside the file, and replaces the file with it in one step.
  ///
  /// - Throws: `FileError`; then the file is as it was.
  func write(_ content: [UInt8], durable: Bool, in tree: any FileTree) throws(FileError) {
    try tree.remove(fresh)
    try tree.create(fresh, bytes: content, permissions: 0o600, durable: durable)
    try tree.replace(location, with: fresh)
  }
}
