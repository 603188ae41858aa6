/// A delay that doubles with each failure, so that a lasting failure costs little. Pure: nanoseconds.
package struct LengtheningPause: Hashable, Sendable {
  /// The first delay.
  package let first: Int64
  /// The maximum delay.
  package let longest: Int64
  private var count = 0

  /// Makes a delay that begins with the first one.
  package init(first: Int64, longest: Int64) {
    self.first = first
    self.longest = longest
  }

  /// The delay before the next retry.
  package var next: Int64 { Self.pause(first: first, longest: longest, after: count) }

  /// Returns the delay after a number of failures.
  package static func pause(first: Int64, longest: Int64, after count: Int) -> Int64 {
    min(first << Int64(min(count, 16)), longest)
  }

  /// Records another failure.
  package mutating func lengthen() { count += 1 }

  /// Records a success: the next delay is the first one again.
  package mutating func reset() { count = 0 }
}
