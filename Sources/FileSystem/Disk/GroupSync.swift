import Dispatch
import Glibc
import Synchronization

/// The concurrent sync of several open files.
enum GroupSync {
  /// The threads that sync concurrently: the kernel combines waiting flushes of a device.
  private static let lanes = (1...4).map { DispatchQueue(label: "stet.sync.\($0)", qos: .userInitiated) }

  /// Syncs the contents of files by their descriptors, and waits for all.
  ///
  /// - Returns: the index of the first file that failed, and its error number; nil if none did.
  static func run(_ files: [Int32]) -> (index: Int, code: Int32)? {
    let failure = Mutex<(index: Int, code: Int32)?>(nil)
    let group = DispatchGroup()
    for (lane, queue) in lanes.enumerated().prefix(files.count) {
      queue.async(group: group) {
        for index in stride(from: lane, to: files.count, by: lanes.count) {
          let result = SystemCall.result { fdatasync(files[index]) }
          guard result < 0 else { continue }
          failure.withLock { if $0.map({ index < $0.index }) ?? true { $0 = (index, -result) } }
        }
      }
    }
    group.wait()
    return failure.withLock { $0 }
  }
}
