import Testing
import Threads

/// The waits for a change: each ends with a change, its time or its task.
@Suite struct ChangeSignalTests {
  private let signal = ChangeSignal()

  @Test func `a change after the number was read ends the wait, also if it came before the wait`() async throws {
    let number = signal.number
    signal.note()
    try await signal.wait(past: number, atMost: .seconds(600))
    #expect(signal.number == number + 1)
  }

  @Test func `one change ends the waits of all callers`() async throws {
    let number = signal.number
    try await withThrowingTaskGroup(of: Void.self) { [signal] group in
      for _ in 0..<20 { group.addTask { try await signal.wait(past: number, atMost: .seconds(600)) } }
      group.addTask { signal.note() }
      try await group.waitForAll()
    }
  }

  @Test func `a wait ends after its time without a change`() async throws {
    try await signal.wait(past: signal.number, atMost: .milliseconds(1))
    #expect(signal.number == 0)
  }

  @Test func `the wait of a cancelled task ends with an error`() async throws {
    let waiting = Task { [signal] in try await signal.wait(past: 0, atMost: .seconds(600)) }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }
}
