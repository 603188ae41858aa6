/// A simulated file's bytes in memory and on the device.
struct SimulatedFile: Sendable {
  /// The bytes that programs read.
  var current: [UInt8] = []
  /// The bytes that are certainly on the device.
  var durable: [UInt8] = []

  /// Returns the content after a power cut: bytes that were not synced may be there, missing, or zero.
  ///
  /// A file that only grew keeps its old bytes. `mayHoldNewer` is false if the journal step that freed the old bytes
  /// did not survive: then no newer bytes can be there either.
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
