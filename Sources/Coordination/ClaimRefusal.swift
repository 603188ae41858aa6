package import WorkspaceAPI

/// The reason why a claim was not granted.
package enum ClaimRefusal: Error, Hashable, Sendable {
  /// Another party holds a claim or requested one before; the time is nil for one that waits.
  case held(by: ClaimHolder, item: ClaimItem, until: Int64?)
  /// There are too many granted and waiting claims.
  case tooMany(Int)
  /// The requester's connection ended.
  case gone
}
