/// One step of the simulated journal: it is atomic, and never becomes durable before earlier steps.
enum SimulatedChange: Sendable {
  /// Creates a new inode under a new name.
  case make(inode: UInt64, node: SimulatedNode, at: SimulatedEntry)
  /// Deletes a name.
  case unlink(SimulatedEntry)
  /// Moves a name, over another one if that exists.
  case move(SimulatedEntry, to: SimulatedEntry)
  /// Exchanges two names.
  case exchange(SimulatedEntry, SimulatedEntry)
  /// Changes mode, owner, group or extended attributes.
  case attributes(inode: UInt64, SimulatedAttributes)
  /// Truncates a file to zero; its old bytes on the device are free from then on.
  case truncate(inode: UInt64)
}
