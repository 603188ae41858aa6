/// An open file of a simulated program: it leads to the inode, whatever becomes of the name (review A11).
struct SimulatedHandle: Sendable {
  /// The inode.
  let inode: UInt64
  /// Whether it can write; else it only reads.
  let isWriting: Bool
  /// Whether each write goes to the end.
  let isAppending: Bool
  /// Where the next write goes.
  var offset = 0
}
