internal import Glibc
package import Threads

/// A connection that sends and receives newline-delimited messages; server and client use the same type.
///
/// Runs on its executor's queue, driven by readiness; nothing blocks, and an idle connection costs no thread.
package actor LineChannel {
  /// The limits of one connection.
  package struct Limits: Sendable {
    /// The longest line in bytes; a longer one ends the connection.
    package var line = 64 << 20
    /// The line that is sent to a peer before its connection ends because a line was too long.
    package var farewell: [UInt8]?
    /// The number of unsent bytes from which on nothing more is read.
    package var politeBacklog = 8 << 20
    /// The number of unsent bytes at which the connection ends because the peer does not read.
    package var backlog = 256 << 20

    /// Creates limits with the usual values.
    package init(line: Int = 64 << 20, farewell: [UInt8]? = nil) {
      self.line = line
      self.farewell = farewell
    }
  }

  /// The reason for the end of a connection.
  package enum Ending: Hashable, Sendable {
    /// The peer or this side closed it.
    case closed
    /// The peer sent a line longer than allowed.
    case lineTooLong
    /// The peer did not read the lines that were sent to it.
    case peerDoesNotRead
  }

  /// The serial queue on which the channel runs.
  package nonisolated let executor: SerialQueue
  /// The executor of the actor: its own queue, so that blocking work delays no other task.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let descriptor: Int32
  private let limits: Limits
  private let received: @Sendable ([UInt8]) -> Void
  private let ended: @Sendable (Ending) -> Void
  private var readiness: Readiness?
  private var awaited: Readiness.Kinds = []
  private var incoming: [UInt8] = []
  private var outgoing = UnsentLines()
  private var isOpen = true
  private var isReading = true
  private var waitsToSend = false
  private var isSending = true
  private var isHeld = false
  private var closesWhenSent = false

  /// Takes ownership of a connected, non-blocking descriptor; `start` begins to read.
  ///
  /// `received` gets each line without its newline, `ended` is called once; both on the executor's queue.
  package init(
    descriptor: Int32, executor: SerialQueue, limits: Limits = Limits(),
    received: @escaping @Sendable ([UInt8]) -> Void, ended: @escaping @Sendable (Ending) -> Void
  ) {
    self.descriptor = descriptor
    self.executor = executor
    self.limits = limits
    self.received = received
    self.ended = ended
  }

  /// Begins to read.
  package nonisolated func start() {
    executor.queue.async { self.assumeIsolated { $0.begin() } }
  }

  /// Sends a line (without its newline) after all earlier ones.
  package nonisolated func post(_ line: [UInt8]) {
    executor.queue.async { self.assumeIsolated { $0.send(line) } }
  }

  /// The number of bytes that the peer has not read yet.
  package var waitingBytes: Int { outgoing.count }

  /// Closes the connection, at once or after all lines have been sent.
  package func close(whenSent: Bool = false) {
    if whenSent && outgoing.count > 0 { closesWhenSent = true } else { end(.closed) }
  }

  /// Stops or resumes reading, in addition to the pause that a backlog causes.
  package func hold(_ held: Bool) {
    guard held != isHeld else { return }
    isHeld = held
    adjustReading()
  }

  private func begin() {
    guard isOpen else { return }
    readiness = Readiness(owning: descriptor, on: executor.queue) { kinds in
      self.assumeIsolated { $0.ready(for: kinds) }
    }
    isReading = wantsToRead
    // A client has usually sent its request with the connection: waiting for readiness would cost two switches between
    // threads.
    if isReading { readable() }
    awaitReadiness()
  }

  private func ready(for kinds: Readiness.Kinds) {
    awaited = []
    if waitsToSend, kinds.contains(.writing) { drain() }
    if isReading, kinds.contains(.reading) { readable() }
    awaitReadiness()
  }

  private func awaitReadiness() {
    guard isOpen, let readiness else { return }
    var wanted: Readiness.Kinds = isReading ? .reading : []
    if waitsToSend { wanted.insert(.writing) }
    guard wanted != awaited else { return }
    awaited = wanted
    do throws(SocketError) { try readiness.wait(for: wanted) } catch { end(.closed) }
  }

  private func send(_ line: [UInt8]) {
    guard isOpen, isSending, !closesWhenSent else { return }
    var line = line
    line.append(UInt8(ascii: "\n"))
    outgoing.append(line)
    if !waitsToSend { drain() }
    guard outgoing.count <= limits.backlog else { return end(.peerDoesNotRead) }
    adjustReading()
  }

  private func drain() {
    guard isOpen else { return }
    let isSent = outgoing.drain { bytes in
      let count = Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      return count < 0 && errno == EINTR ? 0 : count
    }
    guard isSent else {
      guard errno == EAGAIN else { return giveUpSending() }
      waitsToSend = true
      return awaitReadiness()
    }
    waitsToSend = false
    if closesWhenSent { end(.closed) }
    adjustReading()
  }

  /// Stops sending, and reads to the end: a peer that refused may have sent the reason before it closed.
  private func giveUpSending() {
    guard !closesWhenSent else { return end(.closed) }
    isSending = false
    outgoing = UnsentLines()
    waitsToSend = false
    adjustReading()
  }

  private var wantsToRead: Bool { !isHeld && outgoing.count <= limits.politeBacklog }

  private func adjustReading() {
    guard readiness != nil else { return }
    isReading = wantsToRead
    awaitReadiness()
  }

  private func readable() {
    for _ in 0..<16 where isOpen && isReading {
      let start = incoming.count
      let count = readMore()
      if count == 0 { return end(.closed) }
      guard count > 0 else {
        if errno != EAGAIN && errno != EINTR { end(.closed) }
        return
      }
      deliver(from: start)
      if incoming.count > limits.line {
        if let farewell = limits.farewell { send(farewell) }
        return end(.lineTooLong)
      }
    }
  }

  private func readMore() -> Int {
    withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 1) { buffer in
      let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      if count > 0 { incoming.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
      return count
    }
  }

  /// Passes on the lines that are complete with the bytes from `start` on.
  private func deliver(from start: Int) {
    var lineStart = 0
    var position = start
    while let newline = incoming[position...].firstIndex(of: UInt8(ascii: "\n")) {
      if newline > lineStart { received(Array(incoming[lineStart..<newline])) }
      lineStart = newline + 1
      position = lineStart
      guard isOpen else { return }
    }
    if lineStart == incoming.count {
      incoming.removeAll(keepingCapacity: incoming.capacity <= 1 << 20)
    } else if lineStart > 0 {
      incoming.removeFirst(lineStart)
    }
  }

  private func end(_ ending: Ending) {
    guard isOpen else { return }
    isOpen = false
    shutdown(descriptor, Int32(SHUT_RDWR))
    incoming = []
    outgoing = UnsentLines()
    if let readiness { readiness.cancel() } else { Glibc.close(descriptor) }
    readiness = nil
    ended(ending)
  }
}
