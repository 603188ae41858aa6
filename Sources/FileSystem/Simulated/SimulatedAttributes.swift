/// The attributes that `copyAttributes` copies.
struct SimulatedAttributes: Hashable, Sendable {
  /// The permission bits.
  var permissions: UInt32
  /// The owner's user id.
  var owner: UInt32 = 1_000
  /// The owner's group id.
  var group: UInt32 = 1_000
  /// The extended attributes by name.
  var extended: [String: [UInt8]] = [:]
}
