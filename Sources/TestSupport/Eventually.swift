internal import Dispatch
internal import Glibc

/// Something that a test waited for has not happened in time.
package struct Late: Error, CustomStringConvertible {
  /// How long it was waited for.
  package let limit: Duration

  /// One sentence.
  package var description: String { "what the test waited for did not happen within \(limit)" }
}

/// How long a test waits before it asks again, in milliseconds: no time of the processors is taken from what it waits for.
private let pause: Int32 = 2
private let pauses = DispatchQueue(label: "test.pause")

/// Waits for something of which nothing tells; asks again every few milliseconds.
///
/// - Returns: whether it happened in time; false also when the task is cancelled.
package func eventually(
  within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
    // A timer of the kernel: no thread of the cooperative pool is blocked.
    await withCheckedContinuation { continuation in
      pauses.asyncAfter(deadline: .now() + .milliseconds(Int(pause))) { continuation.resume() }
    }
  }
  return true
}

/// Waits as ``eventually(within:isolation:_:)``.
///
/// - Throws: ``Late`` where it did not happen in time.
package func until(
  within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  guard try await eventually(within: limit, isolation: isolation, condition) else { throw Late(limit: limit) }
}

/// Waits on the calling thread, for tests that are not asynchronous.
///
/// - Throws: ``Late`` where it did not happen in time.
package func untilBlocking(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < deadline else { throw Late(limit: limit) }
    poll(nil, 0, pause)
  }
}
