/// One step of the simulated journal: it happens whole or not at all, and never before the ones noted earlier.
enum SimulatedChange: Sendable {
  /// A new inode under a new name.
  case make(inode: UInt64, node: SimulatedNode, at: SimulatedEntry)
  /// A name goes.
  case unlink(SimulatedEntry)
  /// A name moves, over another one where that stands.
  case move(SimulatedEntry, to: SimulatedEntry)
  /// Two names change places.
  case exchange(SimulatedEntry, SimulatedEntry)
  /// Mode, owner, group or extended attributes change.
  case attributes(inode: UInt64, SimulatedAttributes)
  /// A file is cut to nothing; what it held on the device is free from then on.
  case truncate(inode: UInt64)
}
