internal import Glibc
internal import Synchronization

/// Makes requests, any number at once, on one thread of its own that blocks in libcurl (rule 7). The thread is there
/// while there is something to move and some seconds longer, so that connections are used again; at rest there is none.
package final class TransferLoop: Sendable {
  private let shared: TransferThread

  /// Makes a loop; nothing is started.
  package init(_ settings: TransferSettings = TransferSettings()) {
    shared = TransferThread(settings)
  }

  deinit { shared.close() }

  /// Limits all transfers together from now on, also those that are going on.
  package func limit(_ bandwidth: TransferSettings.Bandwidth) { shared.limit(bandwidth) }

  /// Makes a request and waits for the end of the answer; cancelling the task gives it up.
  ///
  /// - Parameters:
  ///   - sink: where a large body goes; a body that it does not accept is in the answer.
  ///   - progress: told how many bytes went and came, on the loop's thread.
  /// - Returns: an error where there is no answer, or not all of one; a status that says no is an answer.
  package func perform(
    _ request: TransferRequest, sink: TransferSink? = nil,
    progress: (@Sendable (_ sent: Int, _ received: Int) -> Void)? = nil
  ) async -> Result<TransferResponse, TransferError> {
    var request = request
    for _ in 0...Redirect.limit {
      let following = request
      // A body of "elsewhere" is not what was asked for, whatever the sink takes.
      let guarded = sink.map { sink in
        TransferSink(
          accepts: { head in (200..<300).contains(head.status) && sink.accepts(head) }, take: sink.take)
      }
      let exchange = Exchange(following, guarded, progress)
      let outcome = await run(exchange)
      guard case .success(let response) = outcome else { return outcome }
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
        // Cancelled before it was added, it was not heard.
        if Task.isCancelled { shared.cancel(id) }
      }
    } onCancel: {
      shared.cancel(id)
    }
  }
}
