internal import CCurl
internal import Glibc
internal import Synchronization

/// The thread of a loop: exchanges to start or cancel are put into its box, and the thread is woken.
final class TransferThread: Sendable {
  /// The input of other threads, and the handle that wakes the thread.
  private struct Box: ~Copyable {
    var added: [(UInt64, Exchange, @Sendable (Result<TransferResponse, TransferError>) -> Void)] = []
    var cancelled: Set<UInt64> = []
    var bandwidth: TransferSettings.Bandwidth
    /// libcurl's multi handle while the thread runs; other threads may only wake it.
    var waker: Waker?
    var isClosed = false
  }

  /// `@unchecked Sendable`: used under the box's lock, which the thread takes before it frees the handle.
  private struct Waker: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer
  }

  private let settings: TransferSettings
  private let box: Mutex<Box>
  private let ids = Atomic<UInt64>(0)

  /// The number of seconds for which idle connections are kept.
  static let linger = 5

  /// Creates an object without a thread: the first exchange starts one.
  init(_ settings: TransferSettings) {
    self.settings = settings
    box = Mutex(Box(bandwidth: settings.bandwidth))
  }

  /// Returns a number that no other exchange has.
  func nextID() -> UInt64 { ids.wrappingAdd(1, ordering: .relaxed).newValue }

  /// Starts an exchange; `ended` is called once, on the thread.
  func add(
    _ id: UInt64, _ exchange: Exchange, _ ended: @escaping @Sendable (Result<TransferResponse, TransferError>) -> Void
  ) {
    let isStarted = box.withLock { box in
      box.added.append((id, exchange, ended))
      if let waker = box.waker {
        ccurl_multi_wakeup(waker.multi)
        return true
      }
      guard ccurl_begin() == CURLE_OK, let multi = ccurl_multi_init() else { return false }
      box.waker = Waker(multi: multi)
      return start()
    }
    guard !isStarted else { return }
    let left = box.withLock { box in
      defer { box.added = [] }
      if let waker = box.waker.take() { ccurl_multi_cleanup(waker.multi) }
      return box.added
    }
    for (_, _, ended) in left { ended(.failure(.other("no thread could be started"))) }
  }

  /// Cancels an exchange; does nothing if it has ended.
  func cancel(_ id: UInt64) {
    box.withLock { box in
      box.cancelled.insert(id)
      if let waker = box.waker { ccurl_multi_wakeup(waker.multi) }
    }
  }

  /// Sets the bandwidth of all exchanges, also of those in progress.
  func limit(_ bandwidth: TransferSettings.Bandwidth) {
    box.withLock { box in
      box.bandwidth = bandwidth
      if let waker = box.waker { ccurl_multi_wakeup(waker.multi) }
    }
  }

  /// Cancels all exchanges and ends the thread.
  func close() {
    box.withLock { box in
      box.isClosed = true
      if let waker = box.waker { ccurl_multi_wakeup(waker.multi) }
    }
  }

  private func start() -> Bool {
    var handle = pthread_t()
    let own = Unmanaged.passRetained(self)
    let result = pthread_create(
      &handle, nil,
      { own in
        if let own { Unmanaged<TransferThread>.fromOpaque(own).takeRetainedValue().run() }
        return nil
      }, own.toOpaque())
    guard result == 0 else {
      own.release()
      return false
    }
    pthread_detach(handle)
    return true
  }

  /// Runs the thread until there has been nothing to do for some seconds.
  private func run() {
    guard let multi = box.withLock({ $0.waker })?.multi else { return }
    var going = TransferTable(multi)
    var idleSince: ContinuousClock.Instant?
    while true {
      let (added, cancelled, bandwidth, isClosed) = box.withLock { box in
        defer {
          box.added = []
          box.cancelled = []
        }
        return (box.added, box.cancelled, box.bandwidth, box.isClosed)
      }
      for (id, exchange, ended) in added { going.begin(id, exchange, settings, ended) }
      if isClosed { going.endAll() }
      for id in cancelled { going.cancel(id) }
      let wait = going.turn(bandwidth)
      if going.isEmpty {
        let now = ContinuousClock.now
        let since = idleSince ?? now
        idleSince = since
        let isOver = box.withLock { box in
          guard box.added.isEmpty, box.isClosed || now - since >= .seconds(Self.linger) else { return false }
          box.waker = nil
          box.cancelled = []
          return true
        }
        if isOver { break }
      } else {
        idleSince = nil
      }
      ccurl_multi_poll(multi, Int32(clamping: max(0, min(wait, 1_000))))
    }
    ccurl_multi_cleanup(multi)
  }
}
