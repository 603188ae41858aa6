/// A simulated file's bytes: in memory, and on the device.
struct SimulatedFile: Sendable {
  /// What programs read.
  var current: [UInt8] = []
  /// What the device holds for certain.
  var durable: [UInt8] = []

  /// What stands after the power went: bytes that were not synced may be there, missing, or zero.
  ///
  /// A file that only grew keeps what it had. `mayHoldNewer` is false where the journal step that freed the old bytes
  /// did not survive: then nothing newer can be there either.
  func survivor(mayHoldNewer: Bool, using generator: inout some RandomNumberGenerator) -> [UInt8] {
    guard mayHoldNewer, current != durable else { return durable }
    let kept = current.starts(with: durable) ? durable : []
    let written = current[kept.count...]
    switch Int.random(in: 0..<5, using: &generator) {
    case 0: return durable
    case 1: return current
    case 2: return kept + written.prefix(Int.random(in: 0...written.count, using: &generator))
    case 3: return kept + [UInt8](repeating: 0, count: written.count)
    default: return kept
    }
  }
}
