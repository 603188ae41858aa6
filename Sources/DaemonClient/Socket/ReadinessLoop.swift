internal import CLinux
internal import Dispatch
internal import Glibc
internal import Synchronization

/// The one thread of the process that sleeps until a descriptor is ready (`epoll(7)`), and tells whoever waits for it.
///
/// It stands in the place of Dispatch's sources: where connections come and go, libdispatch uses its note of a
/// descriptor after having freed it (swift-corelibs-libdispatch issue 949), and the process ends (decision 39). Here the
/// kernel keeps a number that is given once; what is told of one that went finds nobody.
final class ReadinessLoop: Sendable {
  /// The loop of this process; its thread begins with the first descriptor and goes on to the end.
  static let shared = ReadinessLoop()

  /// What is watched, and who is told.
  struct Watch: Sendable {
    /// The descriptor; closed when it is removed.
    let descriptor: Int32
    /// Where is told.
    let queue: DispatchQueue
    /// What is told.
    let told: @Sendable (Readiness.Kinds) -> Void
    /// Whether the kernel knows of it.
    var isKnown = false
  }

  private struct State {
    var epoll: Int32 = -1
    var next: UInt64 = 0
    var watches: [UInt64: Watch] = [:]
  }

  private let state = Mutex(State())

  /// Takes over a descriptor; answers its number.
  func add(_ watch: Watch) -> UInt64 {
    state.withLock { state in
      state.next += 1
      state.watches[state.next] = watch
      return state.next
    }
  }

  /// Has it told once when a descriptor is ready; nothing for one that was removed.
  ///
  /// - Throws: `SocketError.system` where the kernel watches no further descriptor.
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

  /// Closes a descriptor; nobody is told of it any more.
  func remove(_ number: UInt64) {
    state.withLock { state in
      guard let watch = state.watches.removeValue(forKey: number) else { return }
      // Before it is closed: a child may have inherited it, and the kernel would go on watching.
      if watch.isKnown { epoll_ctl(state.epoll, EPOLL_CTL_DEL, watch.descriptor, nil) }
      Glibc.close(watch.descriptor)
    }
  }

  private func begin() throws(SocketError) -> Int32 {
    let epoll = epoll_create1(Int32(EPOLL_CLOEXEC))
    guard epoll >= 0 else { throw .system(call: "epoll_create1", path: "a socket", code: errno) }
    // A serial queue's block has a thread of its own, so that it may stay there for ever.
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
      // It may have been removed between the event and this.
      if state.withLock({ $0.watches[number] != nil }) { watch.told(kinds) }
    }
  }
}
