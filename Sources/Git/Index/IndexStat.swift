/// The part of a file's stat that git's index keeps to detect unchanged files without reading them.
///
/// Taken when the content was read and found stable: a stat that may be newer than the content makes git miss an edit
/// (F2). If that is not certain, pass none; git then reads the file once.
package struct IndexStat: Hashable, Sendable {
  /// The time of the last inode change.
  package var changed: (seconds: Int64, nanoseconds: UInt32) { (changedSeconds, changedNanoseconds) }
  /// The time of the last content change.
  package var modified: (seconds: Int64, nanoseconds: UInt32) { (modifiedSeconds, modifiedNanoseconds) }
  private var changedSeconds: Int64
  private var changedNanoseconds: UInt32
  private var modifiedSeconds: Int64
  private var modifiedNanoseconds: UInt32
  /// The device; the index keeps 32 bits.
  package var device: UInt64
  /// The inode; the index keeps 32 bits.
  package var inode: UInt64
  /// The owner's id.
  package var user: UInt32
  /// The group's id.
  package var group: UInt32
  /// The size in bytes; the index keeps 32 bits.
  package var size: Int64

  /// Creates a value from the fields of a stat.
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

  /// Returns the ten words of an index entry before its id.
  func words(mode: UInt32) -> [UInt32] {
    [
      UInt32(truncatingIfNeeded: changedSeconds), changedNanoseconds, UInt32(truncatingIfNeeded: modifiedSeconds),
      modifiedNanoseconds, UInt32(truncatingIfNeeded: device), UInt32(truncatingIfNeeded: inode), mode, user, group,
      UInt32(truncatingIfNeeded: size),
    ]
  }
}
