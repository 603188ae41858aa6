/// The reason why an exchange was not begun.
package struct ExchangeStop: Error, Hashable, Sendable {
  /// The outcome of the exchange.
  package var outcome: ExchangeOutcome

  /// Makes a stop.
  package init(_ outcome: ExchangeOutcome) { self.outcome = outcome }
}
