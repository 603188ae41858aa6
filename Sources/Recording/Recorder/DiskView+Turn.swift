internal import FileSystem
internal import GitObjects
internal import LargeFiles
package import WorkTree

/// The state of the disk after a turn.
extension DiskView {
  /// Caches the file that a turn placed at a path.
  func settleCache(_ path: WorkspacePath, _ file: TurnPlan.File) {
    guard file.placement != nil, let blob = file.blob else {
      if file.placement != nil { cache[path] = nil }
      return
    }
    // The recorder's own temporary is at the path unless another program was faster; the next observation then compares
    // contents.
    guard let stamp = try? tree.stamp(of: FileLocation(path)) else {
      cache[path] = nil
      return
    }
    let isLarge = file.pointer != nil && !file.isPlaceholder
    if let size = isLarge ? file.pointer?.size : file.bytes?.count, stamp.size != Int64(size) {
      cache[path] = nil
    } else {
      cache[path] = CachedFile(
        stamp: stamp, blob: blob, isSettled: true, readAt: stamp.modified, isLarge: isLarge)
    }
  }

  /// Stores the stat cache if much of it changed; called at rest.
  ///
  /// At 100,000 files it has 14 MB: writing it at each rest was most of the disk's work for a save.
  package func storeCache() throws(RecordError) {
    guard cache.isWorthStoring else { return }
    do throws(FileError) { try cache.store(in: tree) } catch { throw .disk(error) }
  }
}
