/// An open file of a simulated program: it refers to the inode, whatever happens to the name (review A11).
struct SimulatedHandle: Sendable {
  /// The file's inode.
  let inode: UInt64
  /// Whether it is open for writing; otherwise only for reading.
  let isWriting: Bool
  /// Whether each write appends.
  let isAppending: Bool
  /// The offset of the next write.
  var offset = 0
}
