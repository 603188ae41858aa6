package import GitObjects

/// Brings commits from one remote and to it: git's children, or a remote in memory for simulation.
///
/// Both pass one conformance suite. A call ends: by its result, by an error, by its own deadline, or because the
/// calling task was cancelled; it never asks anybody anything.
package protocol Transport: Sendable {
  /// Brings the remote's branch, the inboxes of other machines, and all that they need into the store.
  ///
  /// Inboxes are kept below `Inbox.prefix(remote:)`; those that the remote has no more go there too. Runs in the
  /// caller's isolation, to which the store belongs.
  ///
  /// - Throws: `TransportError`; the store then has no new reference, at most unreachable objects.
  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult

  /// The branches that the remote has, without `refs/heads/`, with their commits; nothing of them is fetched.
  ///
  /// - Throws: `TransportError`.
  func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID]

  /// Asks the remote to move references to commits of the store, each by itself.
  ///
  /// - Returns: the remote's answers by reference; one that it did not answer for is missing, but never the first.
  /// - Throws: `TransportError`; what moved is then unknown, and the next fetch tells.
  func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult]
}

extension Transport {
  /// Of a remote that cannot list its branches none is known.
  package func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID] { [:] }

  /// Asks the remote to move its branch to a commit of the store; never by force.
  ///
  /// - Throws: `TransportError`; whether the remote moved is then unknown, and the next fetch tells.
  package func push(
    _ commit: ObjectID, to branch: String, from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> PushResult {
    let update = ReferenceUpdate("refs/heads/" + branch, to: commit)
    let answers = try await push([update], from: store, isolation: isolation)
    guard let answer = answers[update.reference] else { throw .failed("the remote did not answer for its branch") }
    return answer
  }
}
