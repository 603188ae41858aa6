/// What git's index keeps of a file's stat, so that it need not read the file to know that it did not change.
///
/// Taken when the content was read and found stable: a stat that may be newer than the content makes git blind to an
/// edit (F2). Where that is not certain, give none; git then reads the file once.
package struct IndexStat: Hashable, Sendable {
  /// Seconds and nanoseconds of the last change of the inode.
  package var changed: (seconds: Int64, nanoseconds: UInt32) { (changedSeconds, changedNanoseconds) }
  /// Seconds and nanoseconds of the last change of the content.
  package var modified: (seconds: Int64, nanoseconds: UInt32) { (modifiedSeconds, modifiedNanoseconds) }
  private var changedSeconds: Int64
  private var changedNanoseconds: UInt32
  private var modifiedSeconds: Int64
  private var modifiedNanoseconds: UInt32
  /// The device; kept in 32 bits.
  package var device: UInt64
  /// The inode; kept in 32 bits.
  package var inode: UInt64
  /// The owner.
  package var user: UInt32
  /// The group.
  package var group: UInt32
  /// Bytes; kept in 32 bits.
  package var size: Int64

  /// Takes the values of a stat.
  package init(
    changed: (seconds: Int64, nanoseconds: UInt32), modified: (seconds: Int64, nanoseconds: UInt32), device: UInt64,
    inode: UInt64, user: UInt32, group: UInt32, size: Int64
  ) {
    changedSeconds = changed.seconds
    changedNanoseconds = changed.nanoseconds
    modifiedSeconds = modified.seconds
    modifiedNanoseconds = modified.nanoseconds
    self.device = device
    self.inode = inode
    self.user = user
    self.group = group
    self.size = size
  }

  /// The ten words of an index entry before its id, without the mode's.
  func words(mode: UInt32) -> [UInt32] {
    [
      UInt32(truncatingIfNeeded: changedSeconds), changedNanoseconds, UInt32(truncatingIfNeeded: modifiedSeconds),
      modifiedNanoseconds, UInt32(truncatingIfNeeded: device), UInt32(truncatingIfNeeded: inode), mode, user, group,
      UInt32(truncatingIfNeeded: size),
    ]
  }
}
