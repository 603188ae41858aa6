package import Documents
package import FileSystem
package import GitObjects

extension Recorder {
  /// Returns the stamp of the file at a place; nil for none.
  package func stamp(of location: FileLocation) throws(FileError) -> FileStamp? { try tree.stamp(of: location) }

  /// Makes a file of Stet's own durable.
  package func synchronize(_ location: FileLocation) throws(FileError) { try tree.synchronize(location) }

  /// Returns the bytes on disk at a path; nil if there is no file.
  package func bytesOnDisk(at path: WorkspacePath) throws(FileError) -> [UInt8]? {
    try tree.read(FileLocation(path), limit: rules.holdOver)?.bytes
  }

  /// Returns the names of one file below the root, including those in the repository, in no order.
  ///
  /// Reads the whole folder, so it is called only for files with more than one name, which are rare. A folder that
  /// cannot be read is skipped.
  package func names(of file: FileStamp, atMost limit: Int) -> [String] {
    var names: [String] = []
    _ = try? tree.walk(.root) { location, stamp in
      if names.count >= min(limit, Int(clamping: file.links)) { return false }
      if stamp.kind == .file, stamp.inode == file.inode, stamp.device == file.device { names.append(location.string) }
      return location.string != ".git/objects" && location.string != ".git/stet"
    }
    return names
  }

  /// Returns the other names that the file at a path had when it was last read (hard links): a save may have replaced
  /// one of them since.
  package func linkedNames(of path: WorkspacePath) -> [WorkspacePath] { cache.otherNames(of: path) }

  /// Returns the hard links that saves and deletions separated since the last call: each from the replaced or deleted
  /// name to one that keeps the earlier file.
  package func takePartedLinks() -> [PathRename] { cache.takeParted() }

  /// Returns the unobserved renames of held files: a missing file that exists unchanged under another name, identified by
  /// its inode. A scan pairs the tip's files.
  ///
  /// Each file is searched once, because that reads the whole folder; few files are missing.
  ///
  /// - Parameter isWanted: returns whether to search for a file.
  package func unseenRenamesOfHeld(where isWanted: (WorkspacePath) -> Bool) -> [PathRename] {
    var renames: [PathRename] = []
    for file in (try? Tree.flatten(tips.heldTree, in: store)) ?? [] {
      guard let path = try? WorkspacePath(file.path), let known = cache[path], isMissing(path), isWanted(path) else {
        continue
      }
      cache[path] = nil
      for name in names(of: known.stamp, atMost: 1) {
        guard let new = try? WorkspacePath(name), let stamp = try? tree.stamp(of: FileLocation(new)),
          stamp.sameContent(as: known.stamp)
        else { continue }
        renames.append(PathRename(from: path.string, to: name))
      }
    }
    return renames
  }

  /// Returns the files below a folder (nil: the root) on disk, recorded or not, in no order; none for a file, and none
  /// of the repository.
  package func filesOnDisk(below folder: WorkspacePath?) -> [String] {
    var names: [String] = []
    _ = try? tree.walk(folder.map { FileLocation($0) } ?? .root) { location, stamp in
      if stamp.kind != .directory { names.append(location.string) }
      return location.string != ".git"
    }
    return names
  }
}
