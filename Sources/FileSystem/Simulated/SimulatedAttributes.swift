/// What `copyAttributes` copies.
struct SimulatedAttributes: Hashable, Sendable {
  /// Permission bits.
  var permissions: UInt32
  /// Owner's user id.
  var owner: UInt32 = 1_000
  /// Owner's group id.
  var group: UInt32 = 1_000
  /// Extended attributes by name.
  var extended: [String: [UInt8]] = [:]
}
