import GitObjects
import Synchronization

@testable import GitProcess

/// A way to a remote whose branch somebody else is always the first to move, until the test ends that.
final class LosingTransport: Transport {
  private let inner: MemoryTransport
  private let answer: PushResult
  private let state = Mutex((isLosing: true, refusals: Set<String>()))

  /// - Parameter answer: the answer for the branch while somebody else is first.
  init(_ remote: MemoryRemote, answer: PushResult = .rejectedNonFastForward) {
    inner = MemoryTransport(remote)
    self.answer = answer
  }

  /// Lets the next push through.
  func win() { state.withLock { $0.isLosing = false } }

  /// Refuses references that begin so.
  func refuse(_ prefix: String) { _ = state.withLock { $0.refusals.insert(prefix) } }

  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult {
    try await inner.fetch(branch, into: store, isolation: isolation)
  }

  func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult] {
    let (isLosing, refusals) = state.withLock { ($0.isLosing, $0.refusals) }
    var answers: [String: PushResult] = [:]
    var rest = updates
    if isLosing { answers[rest.removeFirst().reference] = answer }
    for update in rest where refusals.contains(where: { update.reference.hasPrefix($0) }) {
      answers[update.reference] = .refused(message: "no such namespace")
    }
    rest.removeAll { answers[$0.reference] != nil }
    if !rest.isEmpty { answers.merge(try await inner.push(rest, from: store, isolation: isolation)) { one, _ in one } }
    return answers
  }
}
