/// Who has a file open, as a lease can tell (F13).
package enum FileUse: Hashable, Sendable {
  /// Nobody else has it open.
  case free
  /// Somebody reads it; nobody writes.
  case read
  /// Somebody has it open for writing, a shared writable mapping included.
  case written
  /// It cannot be told: the file is another user's, or the file system knows no leases.
  case unknown
}
