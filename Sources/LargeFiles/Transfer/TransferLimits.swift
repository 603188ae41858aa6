/// How much is done at once.
package struct TransferLimits: Hashable, Sendable {
  /// Objects in one question.
  package var batch: Int
  /// Objects that move at once.
  package var parallel: Int
  /// Objects whose bytes are here and that are not durable yet: while so many wait for the disk no other is begun.
  package var landing = 64

  /// 100 in a batch, as servers expect, and 8 at once, as git-lfs does.
  package static let standard = TransferLimits(batch: 100, parallel: 8)

  /// Makes limits; each is at least 1.
  package init(batch: Int, parallel: Int) {
    self.batch = max(1, batch)
    self.parallel = max(1, parallel)
  }
}
