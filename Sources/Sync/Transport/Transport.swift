package import GitObjects

/// Fetches commits from one remote and pushes commits to it: by git's children, or from a remote in memory for
/// simulation.
///
/// Both pass one conformance suite. A call ends by its result, by an error, by its own deadline, or because the calling
/// task was cancelled; it never asks a person.
package protocol Transport: Sendable {
  /// Fetches the remote's branch, the inboxes of other machines, and all objects that they need into the store.
  ///
  /// Inboxes are kept below `Inbox.prefix(remote:)`; those that the remote no longer has are deleted there too. Runs in
  /// the caller's isolation, to which the store belongs.
  ///
  /// - Throws: `TransportError`; the store then has no new reference, at most unreachable objects.
  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult

  /// Returns the remote's branches, without `refs/heads/`, with their commits; fetches nothing.
  ///
  /// - Throws: `TransportError`.
  func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID]

  /// Asks the remote to move references to commits of the store, each by itself.
  ///
  /// - Returns: the remote's answers by reference; a reference without an answer is missing, but never the first.
  /// - Throws: `TransportError`; the remote's references are then unknown until the next fetch.
  func push(
    _ updates: [ReferenceUpdate], from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> [String: PushResult]
}

extension Transport {
  /// Returns no branches, for a remote that cannot list them.
  package func branches(isolation: isolated (any Actor)?) async throws(TransportError) -> [String: ObjectID] { [:] }

  /// Asks the remote to move its branch to a commit of the store; never by force.
  ///
  /// - Throws: `TransportError`; the remote's branch is then unknown until the next fetch.
  package func push(
    _ commit: ObjectID, to branch: String, from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> PushResult {
    let update = ReferenceUpdate("refs/heads/" + branch, to: commit)
    let answers = try await push([update], from: store, isolation: isolation)
    guard let answer = answers[update.reference] else { throw .failed("the remote did not answer for its branch") }
    return answer
  }
}
