internal import Threads

/// This module's calls that block, each on a thread of its own.
enum DiskQueue {
  /// Runs a piece of work and waits for it.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(ObjectFolderError) -> Value
  ) async -> Result<Value, ObjectFolderError> {
    await onThread("stet.large-files", isBackground: true) { Result(catching: body) }
  }
}
