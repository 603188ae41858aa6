internal import ArgumentParser

/// A duration on the command line: a number followed by `ms`, `s`, `m` or `h`; seconds without a unit.
package struct TimeSpan: ExpressibleByArgument, Hashable, Sendable {
  /// The number of seconds.
  package let seconds: Double

  /// Creates a duration of seconds.
  package init(seconds: Double) { self.seconds = seconds }

  /// Reads a duration; nil if the text is none.
  package init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)]
    let (unit, factor) = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(argument.dropLast(unit.count)), number.isFinite, number >= 0 else { return nil }
    seconds = number * factor
  }

  /// The duration as help shows it.
  package var defaultValueDescription: String {
    let whole = Int(seconds)
    return Double(whole) == seconds ? "\(whole)s" : "\(seconds)s"
  }
}
