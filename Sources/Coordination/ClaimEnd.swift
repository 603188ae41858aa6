/// The reason for the end of a claim.
package enum ClaimEnd: String, Hashable, Sendable, Codable, CaseIterable {
  /// The holder released it.
  case released
  /// It timed out.
  case expired
  /// The connection that it was bound to ended.
  case holderGone = "holder-gone"
  /// A file was moved to the path of an earlier claim, which is kept.
  case displaced
}
