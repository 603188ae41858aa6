internal import FileSystem
package import GitObjects
internal import Merge

/// What stands although the tip has something newer there: contents of large files whose newer version is not here yet,
/// and folders in the way of a file.
extension Recorder {
  /// The paths at which an older content stands.
  package var awaitedPaths: [WorkspacePath] { unplaced.filter(\.value.isAwaited).keys.sorted() }

  /// Notes that this version stands at a path, or stood there before somebody saved over it, and a newer one is on its way.
  func expect(_ version: ObjectID?, at path: WorkspacePath) {
    let error = FileError(
      code: .other, operation: "replace", path: path.string, errno: 0, message: "its newer content is not here yet")
    unplaced[path] = Unplaced(expected: version, isAwaited: true, error: error)
  }

  /// Returns what a path that is to be written waits for, where somebody saved over it; nil where it waits for nothing.
  ///
  /// - Throws: `WriteRefusal` where what stands there is what the tip had before.
  func savedOver(_ path: WorkspacePath) throws(WriteRefusal) -> Unplaced? {
    guard let file = unplaced[path] else { return nil }
    guard file.isAwaited else { throw .disk(file.error) }
    guard let standing = try? look(at: path, rehash: true), standing.isSettled, let blob = standing.blob,
      blob != file.expected
    else { throw .notHere }
    return file
  }

  /// Plans that the newer version of a large file is listed as a conflict: what was saved had seen the older one alone.
  ///
  /// Called behind the save, which stands; the path waits for nothing any more.
  func planConflict(
    of newer: TreeEntry?, with saved: ObjectID, over awaited: Unplaced, at path: WorkspacePath, in plan: inout TurnPlan
  ) {
    endUnplaced(path)
    guard let newer, newer.mode.isFile, newer.id != saved, newer.id != awaited.expected else { return }
    let conflict = Conflict(
      path: path.string, reason: .content, base: awaited.expected, kept: saved, other: newer.id, store: store)
    plan.list([conflict], at: path)
  }

  /// Whether an adoption still has to bring a file that has the name of a folder above a path.
  func isInFolderOfAdoption(_ path: WorkspacePath) -> Bool {
    guard let adoption else { return false }
    return Swift.sequence(first: path, next: \.parent).dropFirst().contains(where: adoption.contains)
  }

  /// Plans that a file from elsewhere is listed as a conflict, where a folder stands in its place and a new file in the
  /// folder takes it off the tip.
  func planConflicts(aboveNew path: WorkspacePath, in plan: inout TurnPlan) {
    guard !unplaced.isEmpty else { return }
    for folder in Swift.sequence(first: path, next: \.parent).dropFirst() {
      guard let file = unplaced[folder], let newer = (try? entry(at: folder)) ?? nil, newer.mode.isFile else {
        continue
      }
      endUnplaced(folder)
      problems[NameKey(folder.string)] = nil
      let conflict = Conflict(
        path: folder.string, reason: .directory, base: file.expected, kept: nil, other: newer.id, store: store)
      plan.list([conflict], at: folder)
    }
  }
}
