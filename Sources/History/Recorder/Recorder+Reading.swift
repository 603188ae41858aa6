internal import FileSystem
package import GitObjects

extension Recorder {
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
}
