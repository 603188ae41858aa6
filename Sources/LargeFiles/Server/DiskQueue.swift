internal import Dispatch

/// Where this module's calls that block run: the cooperative pool has as few threads as the machine has processors.
enum DiskQueue {
  private static let queue = DispatchQueue(label: "stet.large-files", qos: .utility, attributes: .concurrent)

  /// Runs a piece of work there and waits for it.
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
