internal import FileSystem
internal import FileWatching
internal import GitObjects
internal import Glibc
internal import Recording
internal import WorkTree

/// The evidence of an editor's last change of a document, from the lock or swap file beside it.
struct EditorTraces {
  /// The maximum size of a swap file that is read; its size is that of the typed text.
  private static let largest: Int64 = 1 << 20
  /// The tolerance for two files written at the same time, in nanoseconds: a tick of the kernel's clock.
  private static let tick: Int64 = 50_000_000
  /// The maximum time between the writes of the document and of the swap file in a save, in nanoseconds: the editor
  /// syncs the document in between.
  private static let save: Int64 = 500_000_000

  /// The watcher, which knows the open documents.
  let watcher: FileWatcher
  /// The folder's files.
  let tree: any FileTree
  /// The clock.
  let time: any TimeSource

  /// Returns the editor's trace of the last change of a document.
  func trace(of path: WorkspacePath) -> EditorTrace {
    let presence = watcher.presence(of: path)
    let modified = ((try? tree.stamp(of: FileLocation(path))) ?? nil)?.modified
    guard let file = presence.file else {
      guard let closed = presence.closed, let modified else { return .closed }
      // An editor that saves and quits deletes the file after the save; emacs does so after each save.
      let now = time.now()
      return (-Self.tick...Self.save).contains(closed - now.monotonic + now.wall - modified) ? .saved : .closed
    }
    guard let swap = (try? tree.stamp(of: FileLocation(file))) ?? nil, let modified,
      let bytes = (try? tree.read(FileLocation(file), limit: Self.largest))?.bytes,
      let lock = EditorLock(name: file.name, bytes: bytes), let isModified = lock.isModified
    else { return .open }
    if let process = lock.pid, kill(process, 0) != 0, errno == ESRCH { return .closed }
    // Vim marks its swap file as saved right after it wrote the document, and stores the document's time some seconds
    // later.
    let delay = swap.modified - modified
    let isSaved = delay >= -Self.tick && (delay <= Self.save || lock.knownTime == modified / 1_000_000_000)
    return isSaved && !isModified ? .saved : .untouched
  }
}
