import CLinux
import Glibc

/// One inotify instance with a descriptor that wakes its waiter.
///
/// One queue orders all events of its watches. All calls may be made from any thread; only one thread reads.
final class InotifyQueue: Sendable {
  private let queue: Int32
  private let waker: Int32

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

  deinit {
    if queue >= 0 { close(queue) }
    if waker >= 0 { close(waker) }
  }

  /// Watches an open folder; returns the same number for a watched folder again, so the number identifies the inode.
  func watch(_ folder: borrowing FolderDescriptor, for mask: InotifyMask) throws(WatchFailure) -> Int32 {
    guard queue >= 0 else { throw .limit }
    // By its descriptor, so that a renamed or replaced path component cannot lead to another folder.
    let watch = inotify_add_watch(queue, "/proc/self/fd/\(folder.number)", mask.rawValue)
    guard watch >= 0 else { throw errno == ENOSPC || errno == ENOMEM ? .limit : .unreachable }
    return watch
  }

  /// Ends a watch; does nothing if it has ended.
  func end(_ watch: Int32) { inotify_rm_watch(queue, watch) }

  /// Waits until there are events, a wake, or the timeout; nil waits without a timeout.
  func wait(nanoseconds: Int64?) {
    guard clinux_wait_readable(queue, waker, nanoseconds ?? -1) & 2 != 0 else { return }
    var count: UInt64 = 0
    _ = Glibc.read(waker, &count, 8)
  }

  /// Ends the current or the next wait.
  func wake() {
    var one: UInt64 = 1
    _ = Glibc.write(waker, &one, 8)
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
