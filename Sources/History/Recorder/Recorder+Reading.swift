package import FileSystem
package import GitObjects

extension Recorder {
  /// The greatest size in bytes of a file whose text is read into memory.
  static let readLimit: Int64 = 256_000_000

  /// Returns the recorded version of a path: on the tip, else as held; nil if there is none.
  package func version(at path: WorkspacePath) throws(ObjectStoreError) -> ObjectID? {
    if held[path] != nil, let entry = try tips.heldEntry(at: path), entry.mode != .tree { return entry.id }
    guard let entry = try entry(at: path), entry.mode.isFile || entry.mode == .symlink else { return nil }
    return entry.id
  }

  /// Returns whether a path has a version, on the tip or as held, or had it lately.
  package func knows(_ version: ObjectID, of path: WorkspacePath) -> Bool {
    if let entry = try? entry(at: path), entry.id == version { return true }
    if let entry = try? tips.heldEntry(at: path), entry.id == version { return true }
    let known = recent.versions(of: path, at: time.now().seconds)?.list ?? []
    return known.contains { $0.blob == version && !$0.isAbsent }
  }

  /// Returns the content on disk at a path; nil for none.
  package func contentOnDisk(at path: WorkspacePath) throws(FileError) -> FileContent? {
    try tree.read(FileLocation(path), limit: Self.readLimit)
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
