/// The state of the index lock.
package enum LockState: Hashable, Sendable {
  /// There is no lock.
  case free
  /// A lock has existed since that time (seconds since 1970); its owner may be at work, or in an editor (review A3).
  case held(since: Int64)
  /// A lock exists that belongs to no running process.
  case stale(StaleLock)
}

/// The reason why a lock is known to have no owner.
package enum StaleLock: String, Hashable, Sendable {
  /// A process of Stet created it and has ended.
  case ours
  /// It is older than the start of the machine.
  case olderThanBoot
  /// It is older than ten minutes, and no `git` of this user runs in the repository.
  case abandoned
}
