internal import Glibc

/// The name under which `ps` and `top` list this process.
enum ProcessName {
  /// Sets the name: a process that was started as `/proc/self/exe` is called `exe` otherwise.
  ///
  /// If it cannot be set the old name stays; nothing depends on it.
  static func set(_ name: String) {
    // The file of the first thread, which is the listed one; `prctl` would name the calling thread.
    let file = open("/proc/self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    _ = name.utf8.withContiguousStorageIfAvailable { write(file, $0.baseAddress, $0.count) }
  }
}
