internal import FileSystem
internal import GitObjects
internal import Merge

/// Files on disk although the tip has a newer version: contents of large files whose newer content is not here yet, and
/// folders in the way of a file.
extension Recorder {
  /// Returns the awaited state of a path that is to be written and was saved over; nil if it waits for nothing.
  ///
  /// - Throws: `WriteRefusal` if the tip's previous version is on disk.
  func savedOver(_ path: WorkspacePath) throws(WriteRefusal) -> Unplaced? {
    guard let file = log.unplaced[path] else { return nil }
    guard file.isAwaited else { throw .disk(file.error) }
    guard let onDisk = try? disk.look(at: path, rehash: true), onDisk.isSettled, let blob = onDisk.blob,
      blob != file.expected
    else { throw .notHere }
    return file
  }

  /// Plans a conflict with the newer version of a large file: the save was based on the older one alone.
  ///
  /// Called after the save, which is kept; the path no longer waits for anything.
  func planConflict(
    of newer: TreeEntry?, with saved: ObjectID, over awaited: Unplaced, at path: WorkspacePath, in plan: inout TurnPlan
  ) {
    log.endUnplaced(path)
    guard let newer, newer.mode.isFile, newer.id != saved, newer.id != awaited.expected else { return }
    let conflict = Conflict(
      path: path.string, reason: .content, base: awaited.expected, kept: saved, other: newer.id, store: store)
    plan.list([conflict], at: path)
  }

  /// Plans a conflict for a file from elsewhere if a folder is in its place and a new file in the folder takes it off
  /// the tip.
  func planConflicts(aboveNew path: WorkspacePath, in plan: inout TurnPlan) {
    guard !log.unplaced.isEmpty else { return }
    for folder in Swift.sequence(first: path, next: \.parent).dropFirst() {
      guard let file = log.unplaced[folder], let newer = (try? entry(at: folder)) ?? nil, newer.mode.isFile else {
        continue
      }
      log.endUnplaced(folder)
      disk.problems[NameKey(folder.string)] = nil
      let conflict = Conflict(
        path: folder.string, reason: .directory, base: file.expected, kept: nil, other: newer.id, store: store)
      plan.list([conflict], at: folder)
    }
  }
}

/// The state of a large file when its copy was requested.
///
/// The recorder determines the author at that time: when the copy ends, the agent's command that wrote the file has
/// ended.
struct AwaitedCopy {
  /// The stamp of the file; nil if it was unknown.
  var stamp: FileStamp?
  /// The origin of that content.
  var origin: WriteOrigin

  /// Returns whether the file still has the same content.
  func isOf(_ stamp: FileStamp?) -> Bool {
    guard let stamp, let known = self.stamp else { return false }
    return known.sameContent(as: stamp)
  }
}
