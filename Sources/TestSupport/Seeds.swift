internal import Glibc

/// The seeds that a property is tried with, cut into blocks that run beside each other.
package enum Seeds {
  /// The one of `STET_SEED`; else the first ones: so many in a plain run, and with `STET_LONG=1`.
  package static func blocks(plain: UInt64, long: UInt64) -> [Range<UInt64>] {
    if let seed = getenv("STET_SEED").flatMap({ UInt64(String(cString: $0)) }) { return [seed..<(seed + 1)] }
    let count = getenv("STET_LONG") == nil ? plain : long
    let size = max(1, (count + 199) / 200)
    return stride(from: 0, to: count, by: Int(size)).map { $0..<min($0 + size, count) }
  }
}
