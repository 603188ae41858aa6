internal import FileSystem
internal import FileWatching
internal import GitObjects
internal import Glibc
internal import History

/// Finds out whether an editor made the last change of a document, from the file that it lays beside it.
struct EditorTraces {
  /// A swap file has the size of what was typed; one beyond this is not read.
  private static let largest: Int64 = 1 << 20
  /// The times of two files that are written together differ by a tick of the kernel's clock.
  private static let tick: Int64 = 50_000_000
  /// What a save takes from the writing of the document to that of the swap file: in between the device is asked to write.
  private static let save: Int64 = 500_000_000

  /// Tells which documents are open.
  let watcher: FileWatcher
  /// The folder's files.
  let tree: any FileTree
  /// The clock.
  let time: any TimeSource

  /// Returns what an editor says of the last change of a document.
  func trace(of path: WorkspacePath) -> EditorTrace {
    let presence = watcher.presence(of: path)
    let modified = ((try? tree.stamp(of: FileLocation(path))) ?? nil)?.modified
    guard let file = presence.file else {
      guard let closed = presence.closed, let modified else { return .closed }
      // Who saves and leaves takes the file away behind the save; emacs does so with each save.
      let now = time.now()
      return (-Self.tick...Self.save).contains(closed - now.monotonic + now.wall - modified) ? .saved : .closed
    }
    guard let swap = (try? tree.stamp(of: FileLocation(file))) ?? nil, let modified,
      let bytes = (try? tree.read(FileLocation(file), limit: Self.largest))?.bytes,
      let lock = EditorLock(name: file.name, bytes: bytes), let isModified = lock.isModified
    else { return .open }
    if let process = lock.pid, kill(process, 0) != 0, errno == ESRCH { return .closed }
    // Vim marks its file as saved right behind the document, and writes the time of that some seconds later.
    let delay = swap.modified - modified
    let isSaved = delay >= -Self.tick && (delay <= Self.save || lock.knownTime == modified / 1_000_000_000)
    return isSaved && !isModified ? .saved : .untouched
  }
}
