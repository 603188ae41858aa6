import Synchronization
package import Threads

/// Notes the changes of one file, such as a lock that another program holds, by inotify on its folder.
///
/// Without an inotify instance, or without the folder, it notes nothing: a caller looks again after a time in any case.
package final class FileSignal: Sendable {
  /// The changes: content, name, and the end of a program that had the file open for writing.
  package let changes = ChangeSignal()
  private let queue: InotifyQueue?
  private let isStopped = AtomicFlag()
  private let thread = Mutex<WatchThread?>(nil)

  /// Watches a file, which need not exist, in a folder that is given by its absolute path.
  package init(of name: String, in folder: String) {
    queue = Self.watch(folder)
    guard let queue else { return }
    let name = Array(name.utf8)
    let thread = try? WatchThread { [changes, isStopped] in
      while !isStopped.isSet {
        queue.wait(nanoseconds: nil)
        let events = queue.read()
        if events.contains(where: { $0.name == name || $0.mask.contains(.overflow) }) { changes.note() }
      }
    }
    self.thread.withLock { $0 = thread }
  }

  deinit {
    isStopped.set()
    queue?.wake()
    thread.withLock { $0 }?.join()
  }

  private static func watch(_ folder: String) -> InotifyQueue? {
    let mask: InotifyMask = [.created, .deleted, .modified, .closedAfterWrite, .movedHere, .foldersOnly]
    guard let queue = InotifyQueue(), let opened = try? FolderDescriptor(path: folder),
      (try? queue.watch(opened, for: mask)) != nil
    else { return nil }
    return queue
  }
}

/// A fact that begins to hold once.
private final class AtomicFlag: Sendable {
  private let value = Atomic<Bool>(false)

  /// Whether it holds.
  var isSet: Bool { value.load(ordering: .acquiring) }

  /// Notes that it holds.
  func set() { value.store(true, ordering: .releasing) }
}
