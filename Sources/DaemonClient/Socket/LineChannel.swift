internal import Glibc
package import Threads

/// One connection as lines: newline-delimited messages in, the same out. Server and client use the same one.
///
/// Runs on its executor's queue, driven by readiness; nothing blocks and an idle connection costs no thread.
package actor LineChannel {
  /// What bounds one connection.
  package struct Limits: Sendable {
    /// The longest line in bytes; a longer one ends the connection.
    package var line = 64 << 20
    /// What a peer is told before its connection ends for a line that is too long.
    package var farewell: [UInt8]?
    /// Bytes waiting to go out from which on nothing more is read.
    package var politeBacklog = 8 << 20
    /// Bytes waiting to go out at which a peer that does not read is given up.
    package var backlog = 256 << 20

    /// Creates limits with the usual values.
    package init(line: Int = 64 << 20, farewell: [UInt8]? = nil) {
      self.line = line
      self.farewell = farewell
    }
  }

  /// Why a connection ended.
  package enum Ending: Hashable, Sendable {
    /// The peer closed it, or this side did.
    case closed
    /// The peer sent a line longer than allowed.
    case lineTooLong
    /// The peer did not read what was sent to it.
    case peerDoesNotRead
  }

  package nonisolated let executor: SerialQueue
  package nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  private let descriptor: Int32
  private let limits: Limits
  private let received: @Sendable ([UInt8]) -> Void
  private let ended: @Sendable (Ending) -> Void
  private var readiness: Readiness?
  private var awaited: Readiness.Kinds = []
  private var incoming: [UInt8] = []
  private var outgoing: [[UInt8]] = []
  private var firstOffset = 0
  private var backlog = 0
  private var isOpen = true
  private var isReading = true
  private var waitsToSend = false
  private var isSending = true
  private var isHeld = false
  private var closesWhenSent = false

  /// Takes over a connected, non-blocking descriptor; `start` begins to read.
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

  /// Sends a line (without its newline) behind all that were sent before.
  package nonisolated func post(_ line: [UInt8]) {
    executor.queue.async { self.assumeIsolated { $0.send(line) } }
  }

  /// Bytes that wait for the peer to read.
  package var waitingBytes: Int { backlog }

  /// Closes once everything sent has gone out, or at once.
  package func close(whenSent: Bool = false) {
    if whenSent && backlog > 0 { closesWhenSent = true } else { end(.closed) }
  }

  /// Stops or resumes reading, on top of the pause that a backlog causes.
  package func hold(_ held: Bool) {
    isHeld = held
    adjustReading()
  }

  private func begin() {
    guard isOpen else { return }
    readiness = Readiness(owning: descriptor, on: executor.queue) { kinds in
      self.assumeIsolated { $0.ready(for: kinds) }
    }
    isReading = wantsToRead
    // A client has most often sent its request with the connection: to wait until readiness is told costs two hand-overs
    // between threads.
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
    backlog += line.count
    outgoing.append(line)
    if !waitsToSend { drain() }
    guard backlog <= limits.backlog else { return end(.peerDoesNotRead) }
    adjustReading()
  }

  private func drain() {
    while isOpen, let first = outgoing.first {
      let count = first.withUnsafeBytes { bytes in
        Glibc.send(
          descriptor, bytes.baseAddress?.advanced(by: firstOffset), bytes.count - firstOffset, Int32(MSG_NOSIGNAL))
      }
      if count < 0 {
        switch errno {
        case EINTR: continue
        case EAGAIN:
          waitsToSend = true
          return awaitReadiness()
        default: return giveUpSending()
        }
      }
      backlog -= count
      firstOffset += count
      if firstOffset == first.count {
        outgoing.removeFirst()
        firstOffset = 0
      }
    }
    waitsToSend = false
    if closesWhenSent { end(.closed) }
    adjustReading()
  }

  /// Sends nothing more, and reads on to the end: a peer that refused may have said why before it closed.
  private func giveUpSending() {
    guard !closesWhenSent else { return end(.closed) }
    isSending = false
    outgoing = []
    firstOffset = 0
    backlog = 0
    waitsToSend = false
    adjustReading()
  }

  private var wantsToRead: Bool { !isHeld && backlog <= limits.politeBacklog }

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

  /// Hands out the lines that the bytes from `start` on completed.
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
    outgoing = []
    backlog = 0
    if let readiness { readiness.cancel() } else { Glibc.close(descriptor) }
    readiness = nil
    ended(ending)
  }
}
