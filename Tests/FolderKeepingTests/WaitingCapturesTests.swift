import GitObjects
import Recording
import Testing

@testable import FolderKeeping

@Suite struct WaitingCapturesTests {
  private func paths(_ names: String) throws -> [WorkspacePath] { try names.map { try WorkspacePath(String($0)) } }

  @Test func `a file whose capture failed waits, holds up no other, and its problem is told once`() throws {
    var captures = WaitingCaptures()
    captures.add(try paths("abcd"))
    var kept: [String] = []
    var told: [String] = []
    let capture = { (slice: ArraySlice<WorkspacePath>) -> CaptureResult in
      if slice.contains(where: { $0.string == "b" }) { return CaptureResult(looked: slice.count, problem: "no room") }
      kept += slice.map(\.string)
      return CaptureResult(looked: slice.count)
    }
    for _ in 0..<8 {
      captures.retry()
      while captures.isReady {
        let (_, problem) = captures.advance(capture)
        if let problem { told.append(problem) }
      }
    }
    #expect(kept.sorted() == ["a", "c", "d"] && told == ["no room"])
    #expect(!captures.isEmpty && !captures.isReady)
    // Saved again, it is tried at once.
    captures.add(try paths("b"))
    #expect(captures.isReady)
    let (hasFailed, _) = captures.advance { CaptureResult(looked: $0.count) }
    #expect(!hasFailed && captures.isEmpty)
  }
}
