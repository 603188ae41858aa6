package import GitObjects

/// What a fetch found.
package enum FetchResult: Hashable, Sendable {
  /// The remote's branch, whose objects are now here; nil where the remote has no such branch (yet, or any more).
  case fetched(ObjectID?)
}
