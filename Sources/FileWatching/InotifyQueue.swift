import CLinux
import Glibc
import Synchronization

/// One inotify instance with a descriptor that wakes its waiter.
///
/// One queue orders all events of its watches. All calls may be made from any thread; only one thread reads.
final class InotifyQueue: Sendable {
  private let queue: Int32
  private let waker: Int32
  /// Whether the descriptors are closed: a user has few inotify instances, and a stopped watcher may be kept by others.
  private let isClosed = Mutex(false)

  /// Creates a queue, without an inotify instance if the system has no more of them; nil if no descriptor can be
  /// created.
  ///
  /// - Parameter isMissing: whether to create no instance in any case, for tests.
  init?(isMissing: Bool = false) {
    waker = clinux_wake_descriptor()
    queue = isMissing ? -1 : inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard waker >= 0 else { return nil }
  }

  /// Whether there is no instance, so that nothing can be watched.
  var isMissing: Bool { queue < 0 }

  deinit { end() }

  /// Closes the descriptors; afterwards nothing is watched. The reading thread has ended.
  func end() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      isClosed = true
      if queue >= 0 { close(queue) }
      if waker >= 0 { close(waker) }
    }
  }

  /// Watches an open folder; returns the same number for a watched folder again, so the number identifies the inode.
  func watch(_ folder: borrowing FolderDescriptor, for mask: InotifyMask) throws(WatchFailure) -> Int32 {
    guard queue >= 0 else { throw .limit }
    let number = folder.number
    let (watch, code) = isClosed.withLock { isClosed in
      guard !isClosed else { return (Int32(-1), EBADF) }
      // By its descriptor, so that a renamed or replaced path component cannot lead to another folder.
      let watch = inotify_add_watch(queue, "/proc/self/fd/\(number)", mask.rawValue)
      return (watch, errno)
    }
    guard watch >= 0 else { throw code == ENOSPC || code == ENOMEM ? .limit : .unreachable }
    return watch
  }

  /// Ends a watch; does nothing if it has ended.
  func end(_ watch: Int32) {
    isClosed.withLock { if !$0 { _ = inotify_rm_watch(queue, watch) } }
  }

  /// Waits until there are events, a wake, or the timeout; nil waits without a timeout.
  func wait(nanoseconds: Int64?) {
    guard clinux_wait_readable(queue, waker, nanoseconds ?? -1) & 2 != 0 else { return }
    var count: UInt64 = 0
    _ = Glibc.read(waker, &count, 8)
  }

  /// Ends the current or the next wait.
  func wake() {
    isClosed.withLock { isClosed in
      guard !isClosed else { return }
      var one: UInt64 = 1
      _ = Glibc.write(waker, &one, 8)
    }
  }

  /// Reads up to about 1,000 available events; empty if there are none.
  func read() -> [InotifyEvent] {
    withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
      let count = Glibc.read(queue, buffer.baseAddress, buffer.count)
      guard count > 0 else { return [] }
      var events: [InotifyEvent] = []
      var offset = 0
      let header = MemoryLayout<inotify_event>.size
      while offset + header <= count {
        let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let name = buffer[(offset + header)..<(offset + header + Int(event.len))].prefix { $0 != 0 }
        events.append(
          InotifyEvent(
            watch: event.wd, mask: InotifyMask(rawValue: event.mask), cookie: event.cookie, name: Array(name)))
        offset += header + Int(event.len)
      }
      return events
    }
  }
}

/// The event bits of inotify, reported or requested.
struct InotifyMask: OptionSet, Sendable {
  /// The kernel's bits.
  let rawValue: UInt32

  /// Creates a value from the kernel's bits.
  init(rawValue: UInt32) { self.rawValue = rawValue }

  private init(_ value: Int32) { rawValue = UInt32(bitPattern: value) }

  /// A name was created.
  static let created = InotifyMask(IN_CREATE)
  /// A name was deleted.
  static let deleted = InotifyMask(IN_DELETE)
  /// Content or size changed.
  static let modified = InotifyMask(IN_MODIFY)
  /// A file was closed after it was open for writing.
  static let closedAfterWrite = InotifyMask(IN_CLOSE_WRITE)
  /// Mode, owner, times or link count changed.
  static let attributes = InotifyMask(IN_ATTRIB)
  /// A name was renamed to another place.
  static let movedAway = InotifyMask(IN_MOVED_FROM)
  /// A name was renamed from another place.
  static let movedHere = InotifyMask(IN_MOVED_TO)
  /// The watched folder itself was deleted.
  static let selfDeleted = InotifyMask(IN_DELETE_SELF)
  /// The watched folder itself was renamed.
  static let selfMoved = InotifyMask(IN_MOVE_SELF)
  /// The file system was unmounted.
  static let unmounted = InotifyMask(IN_UNMOUNT)
  /// Events were lost.
  static let overflow = InotifyMask(IN_Q_OVERFLOW)
  /// The last event of a watch.
  static let watchEnded = InotifyMask(IN_IGNORED)
  /// The name is a folder.
  static let isFolder = InotifyMask(IN_ISDIR)
  /// No events of deleted names whose file is still open.
  static let linkedOnly = InotifyMask(IN_EXCL_UNLINK)
  /// No watch on anything but a folder.
  static let foldersOnly = InotifyMask(IN_ONLYDIR)

  /// The events for a folder of documents.
  static let documents: InotifyMask = [
    .created, .deleted, .modified, .closedAfterWrite, .attributes, .movedAway, .movedHere, .selfDeleted,
    .linkedOnly, .foldersOnly,
  ]
  /// The events for a nested repository: only the end of its `.git` matters.
  static let nested: InotifyMask = [.deleted, .movedAway, .foldersOnly]
  /// The events for a folder of references and similar files: names only, because git replaces whole files.
  static let names: InotifyMask = [
    .created, .deleted, .closedAfterWrite, .movedAway, .movedHere, .selfDeleted, .foldersOnly,
  ]
}

/// One event of a watched folder.
struct InotifyEvent: Sendable {
  /// The watch; -1 for an overflow.
  var watch: Int32
  /// The event's bits.
  var mask: InotifyMask
  /// The number that both ends of a rename share.
  var cookie: UInt32
  /// The name in the folder; empty for the folder itself.
  var name: [UInt8]
}
