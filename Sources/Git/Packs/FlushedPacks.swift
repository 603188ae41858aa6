internal import Glibc

/// The pack files that one handle has flushed to the device already.
struct FlushedPacks {
  /// One state of a pack's file.
  struct File: Hashable {
    /// The name in `.git`.
    var name: String
    private var inode: UInt64
    private var size: Int64

    fileprivate init(_ name: String, _ status: stat) {
      self.name = name
      inode = UInt64(status.st_ino)
      size = Int64(status.st_size)
    }
  }

  private var known: Set<File> = []

  /// Returns the packs and indexes that were not flushed yet.
  func pending(in directory: GitDirectory) -> [File] {
    directory.names(in: "objects/pack").compactMap { entry in
      guard entry.hasPrefix("pack-"), entry.hasSuffix(".pack") || entry.hasSuffix(".idx") else { return nil }
      let name = "objects/pack/" + entry
      return directory.status(name).map { File(name, $0) }
    }.filter { !known.contains($0) }
  }

  /// Notes that files, with their directory entries, are on the device.
  mutating func note(_ files: [File]) { known.formUnion(files) }
}
