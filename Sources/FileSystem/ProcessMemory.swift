import CLinux

/// The memory of this process.
package enum ProcessMemory {
  /// Returns the free memory of the allocator to the system; takes some milliseconds.
  package static func release() { clinux_release_memory() }

  /// Makes the threads that start later share the allocator's first arena.
  ///
  /// A thread keeps what it freed in an arena of its own, and threads of other arenas cannot use it: after a clone of
  /// 100,000 files that was half of the daemon's anonymous memory (decision 113).
  package static func shareArena() { clinux_share_arena() }
}
