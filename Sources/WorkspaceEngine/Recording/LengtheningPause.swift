/// A pause that is longer each time, so that what does not pass by itself costs nothing. Pure: nanoseconds.
struct LengtheningPause: Hashable, Sendable {
  /// The first pause.
  let first: Int64
  /// The longest.
  let longest: Int64
  private var count = 0

  /// Makes a pause that begins with its shortest.
  init(first: Int64, longest: Int64) {
    self.first = first
    self.longest = longest
  }

  /// The pause before the next try.
  var next: Int64 { Self.pause(first: first, longest: longest, after: count) }

  /// The pause after so many tries in vain.
  static func pause(first: Int64, longest: Int64, after count: Int) -> Int64 {
    min(first << Int64(min(count, 16)), longest)
  }

  /// It was tried once more, in vain.
  mutating func lengthen() { count += 1 }

  /// It went: the next pause is the shortest again.
  mutating func reset() { count = 0 }
}
