internal import Glibc
internal import Synchronization

/// Performs any number of concurrent requests on one thread of its own that blocks in libcurl (rule 7). The thread
/// exists during transfers and some seconds longer, so that connections are reused; at rest there is none.
package final class TransferLoop: Sendable {
  private let shared: TransferThread

  /// Creates a loop without starting a thread.
  package init(_ settings: TransferSettings = TransferSettings()) {
    shared = TransferThread(settings)
  }

  deinit { shared.close() }

  /// Limits all transfers together from now on, including those in progress.
  package func limit(_ bandwidth: TransferSettings.Bandwidth) { shared.limit(bandwidth) }

  /// Performs a request and waits for the end of the answer; cancelling the task cancels the request.
  ///
  /// - Parameters:
  ///   - sink: the receiver of a large body; a body that it does not accept is in the answer.
  ///   - progress: called with the numbers of bytes sent and received, on the loop's thread.
  /// - Returns: an error if there is no complete answer; an answer with an error status is not an error.
  package func perform(
    _ request: TransferRequest, sink: TransferSink? = nil,
    progress: (@Sendable (_ sent: Int, _ received: Int) -> Void)? = nil
  ) async -> Result<TransferResponse, TransferError> {
    var request = request
    for _ in 0...Redirect.limit {
      let following = request
      // The body of a redirect is not the requested one, whatever the sink accepts.
      let guarded = sink.map { sink in
        TransferSink(
          accepts: { head in (200..<300).contains(head.status) && sink.accepts(head) }, take: sink.take)
      }
      let exchange = Exchange(following, guarded, progress)
      let outcome = await run(exchange)
      guard case .success(let response) = outcome, request.followsRedirects else { return outcome }
      switch Redirect.follow(request, response.head) {
      case .success(nil): return outcome
      case .success(let next?): request = next
      case .failure(let error): return .failure(error)
      }
    }
    return .failure(.address(request.address.text))
  }

  private func run(_ exchange: Exchange) async -> Result<TransferResponse, TransferError> {
    let shared = shared
    let id = shared.nextID()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        shared.add(id, exchange) { continuation.resume(returning: $0) }
        // A cancellation before `add` had no effect.
        if Task.isCancelled { shared.cancel(id) }
      }
    } onCancel: {
      shared.cancel(id)
    }
  }
}
