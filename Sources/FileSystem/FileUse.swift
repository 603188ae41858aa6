/// The use of a file by other processes, as far as a lease shows it (F13).
package enum FileUse: Hashable, Sendable {
  /// No other process has it open.
  case free
  /// A process reads it; none writes it.
  case read
  /// A process has it open for writing, including shared writable mappings.
  case written
  /// The use is unknown: the file is another user's, or the file system does not support leases.
  case unknown
}
