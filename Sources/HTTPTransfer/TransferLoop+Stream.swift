internal import Synchronization

/// A piece of an answer that is read while it arrives.
package enum TransferPiece: Sendable {
  /// The next bytes of the body.
  case bytes([UInt8])
  /// The end: the head of the answer, with the body if it was not streamed, or the error that ended it.
  case ended(Result<TransferResponse, TransferError>)
}

extension TransferLoop {
  /// Performs a request whose answer is read while it arrives, for instance server-sent events.
  ///
  /// The last element is `.ended`. If the reading task is cancelled, or stops reading, the request is cancelled.
  ///
  /// - Parameters:
  ///   - limit: the largest size of the body, all of which waits in memory if nobody reads.
  ///   - accepts: whether the body of an answer is streamed; any other body is in the response. Answers with an error
  ///     status and redirects are never streamed.
  package func stream(
    _ request: TransferRequest, limit: Int, accepts: @escaping @Sendable (TransferHead) -> Bool
  ) -> AsyncStream<TransferPiece> {
    AsyncStream { continuation in
      let count = StreamedCount(limit: limit)
      let sink = TransferSink(
        accepts: accepts,
        take: { bytes in
          guard count.add(bytes.count) else { return false }
          continuation.yield(.bytes(Array(bytes)))
          return true
        })
      let task = Task {
        let result = await self.perform(request, sink: sink)
        continuation.yield(.ended(count.isOver ? .failure(.tooLarge) : result))
        continuation.finish()
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// The number of bytes of a streamed body, with its limit.
private final class StreamedCount: Sendable {
  private let limit: Int
  private let count = Atomic<Int>(0)

  /// Creates a count of zero.
  init(limit: Int) { self.limit = limit }

  /// Whether the body is larger than the limit.
  var isOver: Bool { count.load(ordering: .relaxed) > limit }

  /// Adds bytes; returns false beyond the limit.
  func add(_ more: Int) -> Bool { count.add(more, ordering: .relaxed).newValue <= limit }
}
