internal import Synchronization

/// The calls that one message started; its answer is complete when the last of them ends.
final class AnswerGroup: Sendable {
  /// The receiver of the frames.
  let sink: AsyncStream<Outgoing>.Continuation
  private let open = Mutex(1)

  /// Creates a group; its creator must leave it, too.
  init(_ sink: AsyncStream<Outgoing>.Continuation) {
    self.sink = sink
  }

  /// Adds a call.
  func enter() { open.withLock { $0 += 1 } }

  /// Removes a call; the stream ends with the last one.
  func leave() {
    let isLast = open.withLock { open in
      open -= 1
      return open == 0
    }
    if isLast { sink.finish() }
  }
}
