/// Why a claim ended.
package enum ClaimEnd: String, Hashable, Sendable, Codable, CaseIterable {
  /// Its holder gave it back.
  case released
  /// Its time was over.
  case expired
  /// The connection that it was bound to ended.
  case holderGone = "holder-gone"
  /// A file was moved to where an earlier claim stood; the earlier one holds.
  case displaced
}
