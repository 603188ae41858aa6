/// Which state of git's configuration the exchange was started for.
struct ExchangeRenewal: Sendable {
  /// The change of the configuration, counted by the queue; nil before the first start.
  var seen: Int?
  /// Starts the exchange for it; whoever needs the exchange waits for its end.
  var task: Task<Void, Never>?
  /// Why the remote could not be looked up the last time; the next who needs the exchange has it looked up again.
  var failure: String?

  /// Whether the exchange is to be started for a change of the configuration.
  func isDue(at changes: Int) -> Bool { seen.map { $0 < changes || failure != nil && $0 != .max } ?? true }
}
