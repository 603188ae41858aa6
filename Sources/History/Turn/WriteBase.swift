package import GitObjects

/// The version that a write is based on.
package enum WriteBase: Hashable, Sendable {
  /// The present version, whichever it is.
  case current
  /// No file: the path must be free.
  case absent
  /// The version with this token.
  case version(ObjectID)
}
