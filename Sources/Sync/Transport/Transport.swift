package import GitObjects

/// Brings commits from one remote and to it: git's children, or a remote in memory for simulation.
///
/// Both pass one conformance suite. A call ends: by its result, by an error, by its own deadline, or because the
/// calling task was cancelled; it never asks anybody anything.
package protocol Transport: Sendable {
  /// Brings the remote's branch and all that it needs into the store.
  ///
  /// Runs in the caller's isolation, to which the store belongs.
  ///
  /// - Throws: `TransportError`; the store then has no new reference, at most unreachable objects.
  func fetch(
    _ branch: String, into store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> FetchResult

  /// Asks the remote to move its branch to a commit of the store; never by force.
  ///
  /// - Throws: `TransportError`; whether the remote moved is then unknown, and the next fetch tells.
  func push(
    _ commit: ObjectID, to branch: String, from store: any ObjectStore, isolation: isolated (any Actor)?
  ) async throws(TransportError) -> PushResult
}
