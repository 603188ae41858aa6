internal import WorkspaceAPI
internal import Dispatch

/// Runs blocking work of a set-up on a thread of its own.
enum SetUpThread {
  /// Runs work that cannot fail.
  static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      DispatchQueue(label: "stet.init").async { continuation.resume(returning: body()) }
    }
  }

  /// Runs work that may fail.
  static func run<Value: Sendable>(
    _ body: @escaping @Sendable () throws(VerbError) -> Value
  ) async throws(VerbError) -> Value {
    let result: Result<Value, VerbError> = await withCheckedContinuation { continuation in
      DispatchQueue(label: "stet.init").async { continuation.resume(returning: Result(catching: body)) }
    }
    return try result.get()
  }
}
