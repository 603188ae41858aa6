/// Why an exchange was not begun.
package struct ExchangeStop: Error, Hashable, Sendable {
  /// The outcome that it amounts to.
  package var outcome: ExchangeOutcome

  /// Makes one.
  package init(_ outcome: ExchangeOutcome) { self.outcome = outcome }
}
