import CLinux
import Glibc

/// One inotify instance and a descriptor that wakes whoever waits for it.
///
/// One queue orders all events of its watches. All calls may be made from any thread; only one thread reads.
final class InotifyQueue: Sendable {
  private let queue: Int32
  private let waker: Int32

  /// A queue, without an inotify instance where the system gives no more of them; nil where it gives no descriptor.
  ///
  /// - Parameter isMissing: Whether to do without an instance in any case; tests do.
  init?(isMissing: Bool = false) {
    waker = clinux_wake_descriptor()
    queue = isMissing ? -1 : inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard waker >= 0 else { return nil }
  }

  /// Whether there is no instance: nothing can be watched.
  var isMissing: Bool { queue < 0 }

  deinit {
    if queue >= 0 { close(queue) }
    if waker >= 0 { close(waker) }
  }

  /// Watches an open folder; the same number again where it is watched already, so the number stands for the inode.
  func watch(_ folder: borrowing FolderDescriptor, for mask: InotifyMask) throws(WatchFailure) -> Int32 {
    guard queue >= 0 else { throw .limit }
    // By its descriptor, so that no renamed or replaced part of a path can lead to another folder.
    let watch = inotify_add_watch(queue, "/proc/self/fd/\(folder.number)", mask.rawValue)
    guard watch >= 0 else { throw errno == ENOSPC || errno == ENOMEM ? .limit : .unreachable }
    return watch
  }

  /// Ends a watch; nothing where it has ended.
  func end(_ watch: Int32) { inotify_rm_watch(queue, watch) }

  /// Waits until there are events, somebody wakes it, or the time has passed; nil waits without end.
  func wait(nanoseconds: Int64?) {
    guard clinux_wait_readable(queue, waker, nanoseconds ?? -1) & 2 != 0 else { return }
    var count: UInt64 = 0
    _ = Glibc.read(waker, &count, 8)
  }

  /// Ends a wait, the present or the next.
  func wake() {
    var one: UInt64 = 1
    _ = Glibc.write(waker, &one, 8)
  }

  /// Up to about 1,000 events that are there; empty when there are none.
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
