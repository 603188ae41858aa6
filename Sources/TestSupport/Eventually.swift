internal import Dispatch
internal import Glibc

/// The error for an event that did not occur before its timeout.
package struct Late: Error, CustomStringConvertible {
  /// The timeout.
  package let limit: Duration

  /// The error as a sentence.
  package var description: String { "what the test waited for did not happen within \(limit)" }
}

/// The interval between two checks, in milliseconds: the processors stay free for the code under test.
private let pause: Int32 = 2
private let pauses = DispatchQueue(label: "test.pause")

/// Waits until a condition is true that sends no notification; checks it every few milliseconds.
///
/// - Returns: whether it became true before the timeout; false also if the task is cancelled.
package func eventually(
  within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async rethrows -> Bool {
  let deadline = ContinuousClock.now + limit
  while try await !condition() {
    guard ContinuousClock.now < deadline, !Task.isCancelled else { return false }
    // A timer on a dispatch queue blocks no thread of the cooperative pool.
    await withCheckedContinuation { continuation in
      pauses.asyncAfter(deadline: .now() + .milliseconds(Int(pause))) { continuation.resume() }
    }
  }
  return true
}

/// Waits like ``eventually(within:isolation:_:)``.
///
/// - Throws: ``Late`` after the timeout.
package func until(
  within limit: Duration = .seconds(60), isolation: isolated (any Actor)? = #isolation,
  _ condition: () async throws -> Bool
) async throws {
  guard try await eventually(within: limit, isolation: isolation, condition) else { throw Late(limit: limit) }
}

/// Waits on the calling thread, for synchronous tests.
///
/// - Throws: ``Late`` after the timeout.
package func untilBlocking(within limit: Duration = .seconds(60), _ condition: () throws -> Bool) throws {
  let deadline = ContinuousClock.now + limit
  while try !condition() {
    guard ContinuousClock.now < deadline else { throw Late(limit: limit) }
    poll(nil, 0, pause)
  }
}
