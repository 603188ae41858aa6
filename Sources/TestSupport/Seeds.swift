internal import Glibc

/// The seeds of a property test, divided into blocks that run concurrently.
package enum Seeds {
  /// Returns the seeds in `STET_SEED`, a number or a range (`250-749`); without it the first seeds, whose count differs
  /// between a plain run and `STET_LONG=1`.
  package static func blocks(plain: UInt64, long: UInt64) -> [Range<UInt64>] {
    let wanted = getenv("STET_SEED").map { String(cString: $0).split(separator: "-").compactMap { UInt64($0) } } ?? []
    let count = getenv("STET_LONG") == nil ? plain : long
    let first = wanted.first ?? 0
    let end = wanted.isEmpty ? count : max(first, wanted[wanted.count - 1]) + 1
    let size = max(1, (end - first + 199) / 200)
    return stride(from: first, to: end, by: Int(size)).map { $0..<min($0 + size, end) }
  }
}

/// A generator of random numbers that its seed determines (SplitMix64).
package struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// Creates a generator with a seed.
  package init(seed: UInt64) { state = seed }

  /// Returns the next number.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
