/// Whether the index is locked.
package enum LockState: Hashable, Sendable {
  /// There is no lock.
  case free
  /// A lock stands, since that time (seconds since 1970); its owner may be at work, or in an editor (review A3).
  case held(since: Int64)
  /// A lock stands that nobody alive can own.
  case stale(StaleLock)
}

/// Why a lock is known to have no owner.
package enum StaleLock: String, Hashable, Sendable {
  /// This program made it, in a process that is gone.
  case ours
  /// It is older than the start of the machine.
  case olderThanBoot
  /// It is older than ten minutes, and no `git` of this user runs in the repository.
  case abandoned
}
