internal import ArgumentParser

/// A length of time on the command line: a number with `ms`, `s`, `m` or `h` behind it; seconds without.
package struct TimeSpan: ExpressibleByArgument, Hashable, Sendable {
  /// Seconds.
  package let seconds: Double

  /// So many seconds.
  package init(seconds: Double) { self.seconds = seconds }

  /// Reads one; nil for what is no length of time.
  package init?(argument: String) {
    let units: [(String, Double)] = [("ms", 0.001), ("s", 1), ("m", 60), ("h", 3_600)]
    let (unit, factor) = units.first { argument.hasSuffix($0.0) } ?? ("", 1)
    guard let number = Double(argument.dropLast(unit.count)), number.isFinite, number >= 0 else { return nil }
    seconds = number * factor
  }

  /// As it is written in help.
  package var defaultValueDescription: String {
    let whole = Int(seconds)
    return Double(whole) == seconds ? "\(whole)s" : "\(seconds)s"
  }
}
