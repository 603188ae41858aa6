package import FileSystem
package import GitObjects

extension Recorder {
  /// The greatest size in bytes of a file whose text is read into memory.
  static let readLimit: Int64 = 256_000_000

  /// Returns the recorded version of a path: on the tip, else as held; nil if there is none.
  package func version(at path: WorkspacePath) throws(ObjectStoreError) -> ObjectID? {
    if held[path] != nil, let entry = try heldEntry(at: path), entry.mode != .tree { return entry.id }
    guard let entry = try entry(at: path), entry.mode.isFile || entry.mode == .symlink else { return nil }
    return entry.id
  }

  /// Returns whether a path has a version, on the tip or as held, or had it lately.
  package func knows(_ version: ObjectID, of path: WorkspacePath) -> Bool {
    if let entry = try? entry(at: path), entry.id == version { return true }
    if let entry = try? heldEntry(at: path), entry.id == version { return true }
    let known = recent.versions(of: path, at: time.now().seconds)?.list ?? []
    return known.contains { $0.blob == version && !$0.isAbsent }
  }

  /// Returns the content on disk at a path; nil for none.
  package func contentOnDisk(at path: WorkspacePath) throws(FileError) -> FileContent? {
    try tree.read(FileLocation(path), limit: Self.readLimit)
  }

  /// Returns the tip's entries in a folder (nil: the root), each with its path; folders as entries unless `recursive`.
  package func entries(
    below folder: WorkspacePath?, recursive: Bool
  ) throws(ObjectStoreError) -> [(path: String, entry: TreeEntry)] {
    var root = tipTree
    var prefix = ""
    if let folder {
      guard let entry = try entry(at: folder), entry.mode == .tree else { return [] }
      root = entry.id
      prefix = folder.string + "/"
    }
    if recursive {
      return try Tree.flatten(root, in: store).map { (path: prefix + $0.path, entry: $0.entry) }
    }
    return try store.tree(root).entries.map { (path: prefix + $0.name, entry: $0) }
  }

  /// Returns files of the tip below a folder (nil: the root) in the order of their bytes; folders that hold none of
  /// them are not opened.
  ///
  /// - Parameters:
  ///   - after: only paths after this one.
  ///   - limit: the greatest number.
  package func files(
    below folder: WorkspacePath?, after: String?, limit: Int
  ) throws(ObjectStoreError) -> [(path: String, entry: TreeEntry)] {
    var found: [(path: String, entry: TreeEntry)] = []
    // The entries that are still to be examined, the next one last.
    var waiting: [(path: String, entry: TreeEntry)] = try entries(below: folder, recursive: false).reversed()
    while found.count < limit, let (path, entry) = waiting.popLast() {
      guard entry.mode == .tree else {
        if after.map({ $0.utf8.lexicographicallyPrecedes(path.utf8) }) ?? true { found.append((path, entry)) }
        continue
      }
      let prefix = path + "/"
      if let after, !after.utf8.starts(with: prefix.utf8), !after.utf8.lexicographicallyPrecedes(prefix.utf8) {
        continue
      }
      waiting += try store.tree(entry.id).entries.reversed().map { (path: prefix + $0.name, entry: $0) }
    }
    return found
  }

  /// Returns the size of a recorded file: from the stat cache if it has the version, else from the object.
  package func size(of path: String, _ blob: ObjectID) -> Int? {
    if let path = try? WorkspacePath(path), let known = cache[path], known.blob == blob { return Int(known.stamp.size) }
    return (try? store.header(of: blob)).map { Int($0.size) }
  }
}

extension Recorder {
  /// Returns the size of a file when it was last read; nil if it was not.
  package func cachedSize(of path: WorkspacePath) -> Int64? { cache[path]?.stamp.size }
}
