internal import Dispatch
internal import Glibc
internal import Threads

/// Waits until a process listens on a socket, woken by changes of its folder.
package enum SocketWaiter {
  /// Returns whether a process listens at `path` before `milliseconds` have passed.
  package static func wait(for path: SocketPath, milliseconds: Int) async -> Bool {
    await onThread("stet.launch") { waitBlocking(path, milliseconds) }
  }

  private static func waitBlocking(_ path: SocketPath, _ milliseconds: Int) -> Bool {
    let events = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    defer { if events >= 0 { close(events) } }
    if events >= 0 { inotify_add_watch(events, path.directory, UInt32(IN_MOVED_TO)) }
    let deadline = DispatchTime.now().uptimeNanoseconds + UInt64(milliseconds) * 1_000_000
    while true {
      if isServed(path) { return true }
      let now = DispatchTime.now().uptimeNanoseconds
      guard now < deadline else { return false }
      var waiting = pollfd(fd: events, events: Int16(POLLIN), revents: 0)
      poll(&waiting, 1, Int32((deadline - now) / 1_000_000 + 1))
      var buffer = [UInt8](repeating: 0, count: 4096)
      _ = read(events, &buffer, buffer.count)
    }
  }

  private static func isServed(_ path: SocketPath) -> Bool {
    guard let descriptor = try? UnixSocket.connect(to: path.string) else { return false }
    close(descriptor)
    return true
  }
}
