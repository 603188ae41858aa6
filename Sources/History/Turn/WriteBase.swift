package import GitObjects

/// The version that a write is based on.
package enum WriteBase: Hashable, Sendable {
  /// Whatever stands there now.
  case current
  /// Nothing: the path must be free.
  case absent
  /// The version with this token.
  case version(ObjectID)
}
