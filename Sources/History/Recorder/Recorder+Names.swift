package import Documents
package import FileSystem
package import GitObjects

extension Recorder {
  /// What stands at a place; nil for nothing.
  package func stamp(of location: FileLocation) throws(FileError) -> FileStamp? { try tree.stamp(of: location) }

  /// Makes a file of Stet's own durable.
  package func synchronize(_ location: FileLocation) throws(FileError) { try tree.synchronize(location) }

  /// The bytes that stand at a path; nil where there is no file.
  package func bytesOnDisk(at path: WorkspacePath) throws(FileError) -> [UInt8]? {
    try tree.read(FileLocation(path), limit: rules.holdOver)?.bytes
  }

  /// The names below the root that one file has, those in the repository among them, in no order.
  ///
  /// Reads the whole folder: asked only of files that have more than one name, which are rare. A folder that cannot be
  /// read is passed over.
  package func names(of file: FileStamp, atMost limit: Int) -> [String] {
    var names: [String] = []
    _ = try? tree.walk(.root) { location, stamp in
      if names.count >= min(limit, Int(clamping: file.links)) { return false }
      if stamp.kind == .file, stamp.inode == file.inode, stamp.device == file.device { names.append(location.string) }
      return location.string != ".git/objects" && location.string != ".git/stet"
    }
    return names
  }

  /// The renames of held files that nobody saw: a file that is gone and stands unchanged under another name, as its inode
  /// tells. The tip's files are paired by a scan.
  ///
  /// Each is looked for once. That reads the whole folder, and few are gone.
  ///
  /// - Parameter isWanted: whether a file is looked for.
  package func unseenRenamesOfHeld(where isWanted: (WorkspacePath) -> Bool) -> [PathRename] {
    var renames: [PathRename] = []
    for file in (try? Tree.flatten(heldTree, in: store)) ?? [] {
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

  /// The files that stand below a folder (nil: the root) on disk, recorded or not, in no order; none for a file, and none
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
