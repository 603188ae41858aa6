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
