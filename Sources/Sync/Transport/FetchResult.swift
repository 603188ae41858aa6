package import GitObjects

/// The result of a fetch.
package enum FetchResult: Hashable, Sendable {
  /// The remote's branch, whose objects are now here; nil if the remote does not have the branch.
  case fetched(ObjectID?)
}
