internal import FileSystem
package import GitObjects

extension Recorder {
  /// Returns the recorded version of a path: on the tip, else as held; nil if there is none.
  package func version(at path: WorkspacePath) throws(ObjectStoreError) -> ObjectID? {
    if held[path] != nil, let entry = try tips.heldEntry(at: path), entry.mode != .tree { return entry.id }
    guard let entry = try entry(at: path), entry.mode.isFile || entry.mode == .symlink else { return nil }
    return entry.id
  }
}
