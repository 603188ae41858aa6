/// A name in a simulated folder.
struct SimulatedEntry: Hashable, Sendable {
  /// The folder's inode.
  var folder: UInt64
  /// The name's bytes.
  var name: [UInt8]
}
