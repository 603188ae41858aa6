internal import Dispatch

/// The queue of this module's blocking calls: the cooperative pool has only as many threads as the machine has
/// processors.
enum DiskQueue {
  private static let queue = DispatchQueue(label: "stet.large-files", qos: .utility, attributes: .concurrent)

  /// Runs a function on the queue and waits for its result.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(ObjectFolderError) -> Value
  ) async -> Result<Value, ObjectFolderError> {
    await withCheckedContinuation { continuation in
      queue.async {
        continuation.resume(returning: Result { () throws(ObjectFolderError) -> Value in try body() })
      }
    }
  }
}
