import CLinux

/// The memory of this process.
package enum ProcessMemory {
  /// Returns the free memory of the allocator to the system; takes some milliseconds.
  package static func release() { clinux_release_memory() }
}
