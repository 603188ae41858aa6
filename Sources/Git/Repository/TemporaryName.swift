internal import Glibc
internal import Synchronization

/// Names of temporary files that no other process and no earlier call uses.
enum TemporaryName {
  /// The counter that makes names unique among all handles of this process, for example those of recorder and exchange.
  private static let serial = Atomic<UInt64>(0)

  /// Returns the next name.
  ///
  /// - Parameter prefix: its beginning.
  static func next(_ prefix: String) -> String {
    "\(prefix)stet-\(getpid())-\(serial.add(1, ordering: .relaxed).newValue)"
  }
}
