/// Why a claim was not granted.
package enum ClaimRefusal: Error, Hashable, Sendable {
  /// Another party has it, or waited before; the number is nil for one that waits.
  case held(by: ClaimHolder, item: ClaimItem, until: Int64?)
  /// So many claims stand and wait already.
  case tooMany(Int)
  /// The asker's connection ended.
  case gone
}
