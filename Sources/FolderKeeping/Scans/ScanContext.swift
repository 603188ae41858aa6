/// The facts about the past on which the next scan of the whole folder depends. Pure.
struct ScanContext: Hashable, Sendable {
  /// Whether no scan of the whole folder has succeeded since the start.
  private(set) var isFirst = true
  /// Whether power may have been lost before the start.
  private(set) var isAfterPowerLoss: Bool
  /// Whether history was lost: the author of the folder's changes since the remaining history is unknown.
  private(set) var isAuthorUnknown: Bool

  /// Records that history was lost.
  mutating func noteLostHistory() { isAuthorUnknown = true }

  /// Records a successful scan.
  mutating func noteDone() { (isFirst, isAfterPowerLoss, isAuthorUnknown) = (false, false, false) }
}
