/// Which state of git's configuration the exchange was started for.
struct ExchangeRenewal: Sendable {
  /// The change of the configuration, counted by the queue; nil before the first start.
  var seen: Int?
  /// Starts the exchange for it; whoever needs the exchange waits for its end.
  var task: Task<Void, Never>?
}
