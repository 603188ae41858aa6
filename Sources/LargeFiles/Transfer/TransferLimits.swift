/// The numbers of batched and concurrent objects.
package struct TransferLimits: Hashable, Sendable {
  /// The number of objects in one request.
  package var batch: Int
  /// The number of concurrent transfers.
  package var parallel: Int
  /// The number of received objects that are not durable yet at which no further transfer starts.
  package var landing = 64

  /// 100 in a batch, as servers expect, and 8 at once, as git-lfs does.
  package static let standard = TransferLimits(batch: 100, parallel: 8)

  /// Creates limits; each is at least 1.
  package init(batch: Int, parallel: Int) {
    self.batch = max(1, batch)
    self.parallel = max(1, parallel)
  }
}
