internal import Synchronization

/// The calls that one message began: its answer is out when the last of them is done.
final class AnswerGroup: Sendable {
  /// Where the frames go.
  let sink: AsyncStream<Outgoing>.Continuation
  private let open = Mutex(1)

  /// A group that its maker must leave too.
  init(_ sink: AsyncStream<Outgoing>.Continuation) {
    self.sink = sink
  }

  /// One call more.
  func enter() { open.withLock { $0 += 1 } }

  /// One call less; the stream ends with the last.
  func leave() {
    let isLast = open.withLock { open in
      open -= 1
      return open == 0
    }
    if isLast { sink.finish() }
  }
}
