internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The only thread of the process that waits for descriptors to become ready (`epoll(7)`), and notifies their watches.
///
/// It replaces Dispatch's sources: if connections are opened and closed often, libdispatch uses its record of a
/// descriptor after having freed it (swift-corelibs-libdispatch issue 949), and the process ends (decision 39). Here
/// the kernel stores a number that is never reused; an event with the number of a removed watch is ignored.
final class ReadinessLoop: Sendable {
  /// The loop of this process; its thread starts with the first descriptor and runs to the end.
  static let shared = ReadinessLoop()

  /// A watched descriptor with its receiver.
  struct Watch: Sendable {
    /// The descriptor; closed when the watch is removed.
    let descriptor: Int32
    /// The queue of the notification.
    let queue: DispatchQueue
    /// The function that is called.
    let notify: @Sendable (Readiness.Kinds) -> Void
    /// Whether the descriptor was added to the kernel's list.
    var isKnown = false
  }

  private struct State {
    var epoll: Int32 = -1
    var next: UInt64 = 0
    var watches: [UInt64: Watch] = [:]
  }

  private let state = Mutex(State())

  /// Takes ownership of a descriptor; returns the number of its watch.
  func add(_ watch: Watch) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.watches[state.next] = watch
      return state.next
    }
  }

  /// Requests one notification when a descriptor is ready; does nothing for a removed watch.
  ///
  /// - Throws: `SocketError.system` if the kernel cannot watch another descriptor.
  func wait(_ number: UInt64, for kinds: Readiness.Kinds) throws(SocketError) {
    try state.withLock { state throws(SocketError) in
      guard let watch = state.watches[number] else { return }
      if state.epoll < 0 { state.epoll = try begin() }
      var event = epoll_event()
      event.events = EPOLLONESHOT.rawValue
      if kinds.contains(.reading) { event.events |= EPOLLIN.rawValue }
      if kinds.contains(.writing) { event.events |= EPOLLOUT.rawValue }
      event.data.u64 = number
      let operation = watch.isKnown ? EPOLL_CTL_MOD : EPOLL_CTL_ADD
      guard epoll_ctl(state.epoll, operation, watch.descriptor, &event) == 0 else {
        throw .system(call: "epoll_ctl", path: "a socket", code: errno)
      }
      state.watches[number]?.isKnown = true
    }
  }

  /// Removes a watch and closes its descriptor; there are no further notifications.
  func remove(_ number: UInt64) {
    state.withLock { state in
      guard let watch = state.watches.removeValue(forKey: number) else { return }
      // Before it is closed: a child may have inherited it, and the kernel would continue to watch it.
      if watch.isKnown { epoll_ctl(state.epoll, EPOLL_CTL_DEL, watch.descriptor, nil) }
      Glibc.close(watch.descriptor)
    }
  }

  private func begin() throws(SocketError) -> Int32 {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .system(call: "epoll_create1", path: "a socket", code: errno) }
    // A serial queue's block has a thread of its own, which it may keep forever.
    DispatchQueue(label: "stet.readiness").async { [self] in
      withUnsafeTemporaryAllocation(of: epoll_event.self, capacity: 64) { events in
        while true {
          let count = epoll_wait(epoll, events.baseAddress, Int32(events.count), -1)
          for index in 0..<max(0, Int(count)) { tell(events[index].data.u64, events[index].events) }
        }
      }
    }
    return epoll
  }

  private func tell(_ number: UInt64, _ events: UInt32) {
    guard let watch = state.withLock({ $0.watches[number] }) else { return }
    var kinds: Readiness.Kinds = []
    let isOver = events & (EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    if isOver || events & EPOLLIN.rawValue != 0 { kinds.insert(.reading) }
    if isOver || events & EPOLLOUT.rawValue != 0 { kinds.insert(.writing) }
    watch.queue.async { [self, kinds] in
      // The watch may have been removed since the event.
      if state.withLock({ $0.watches[number] != nil }) { watch.notify(kinds) }
    }
  }
}
