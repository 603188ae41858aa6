import WorkspaceAPI
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

@Suite struct RepeatedCallsTests {
  private static let second: Int64 = 1_000_000_000

  @Test func `an answer is given again for ten minutes`() {
    var calls = RepeatedCalls()
    #expect(calls.begin("k", of: "s", at: 0) == .fresh)
    #expect(calls.begin("k", of: "s", at: 1) == .atWork(written: nil))
    calls.end("k", of: "s", answer: "done", paths: ["a"], at: 2)
    #expect(calls.begin("k", of: "s", at: 600 * Self.second) == .answered("done", at: 2))
    #expect(calls.begin("k", of: "t", at: 3) == .fresh)
    #expect(calls.begin("k", of: "s", at: 601 * Self.second) == .fresh)
  }

  @Test func `what history tells of an earlier run counts like what this one did`() {
    let write = RepeatedWrite(
      receipt: WriteReceipt(path: "a", token: nil, commit: nil, merged: false, unchanged: false, held: nil),
      time: -60 * Self.second)
    var calls = RepeatedCalls()
    calls.recall(write, in: "k", of: "s", paths: ["a"])
    #expect(calls.begin("k", of: "s", at: 0) == .atWork(written: write))
    #expect(calls.begin("k", of: "t", at: 0) == .fresh)
    #expect(calls.begin("k", of: "s", at: 541 * Self.second) == .fresh, "over")
    calls.recall(write, in: "l", of: "s", paths: ["a", "b"])
    calls.end(nil, of: "s", answer: nil, paths: ["b"], at: 1)
    #expect(calls.begin("l", of: "s", at: 2) == .fresh, "the session went on with it")
    calls.recall(write, in: "l", of: "s", paths: ["a"])
    #expect(calls.begin("l", of: "s", at: 3) == .atWork(written: nil), "what is at work here is known better")
  }

  @Test func `a call with an id of its own is answered again however old it is`() {
    var calls = RepeatedCalls()
    #expect(!calls.knows("k", of: "s") && calls.begin("k", of: "s", at: 0) == .fresh && calls.knows("k", of: "s"))
    calls.end("k", of: "s", answer: "done", paths: ["a"], at: 2)
    let late = 86_400 * Self.second
    #expect(calls.begin("k", of: "s", expires: false, at: late) == .answered("done", at: 2))
    #expect(calls.begin("l", of: "s", expires: false, at: late) == .fresh)
  }

  @Test func `a failure is not kept, nor what is too long`() {
    var calls = RepeatedCalls()
    for answer in [nil, String(repeating: "x", count: RepeatedCalls.longestAnswer + 1)] {
      #expect(calls.begin("k", of: "s", at: 0) == .fresh)
      calls.end("k", of: "s", answer: answer, paths: [], at: 1)
    }
    #expect(calls.begin("k", of: "s", at: 2) == .fresh)
  }

  @Test func `another call with one of its paths ends it, one with others does not`() {
    var calls = RepeatedCalls()
    _ = calls.begin("k", of: "s", at: 0)
    calls.end("k", of: "s", answer: "done", paths: ["a", "b"], at: 1)
    calls.end(nil, of: "s", answer: nil, paths: ["c"], at: 2)
    calls.end(nil, of: "t", answer: nil, paths: ["b"], at: 2)
    #expect(calls.begin("k", of: "s", at: 3) == .answered("done", at: 1))
    calls.end(nil, of: "s", answer: nil, paths: ["b"], at: 4)
    #expect(calls.begin("k", of: "s", at: 5) == .fresh)
  }

  @Test func `what was written is known though nobody answered`() {
    var calls = RepeatedCalls()
    _ = calls.begin("k", of: "s", at: 0)
    let write = RepeatedWrite(receipt: WriteReceipt(path: "a", token: nil, commit: nil), time: 5)
    calls.wrote(write, in: "k", of: "s")
    #expect(calls.begin("k", of: "s", at: 6) == .atWork(written: write))
    calls.restart("k", of: "s", at: 7)
    #expect(calls.begin("k", of: "s", at: 8) == .atWork(written: nil))
  }

  @Test func `no more than a number is kept`() {
    var calls = RepeatedCalls()
    for number in 0..<3 * RepeatedCalls.most {
      _ = calls.begin("\(number)", of: "s", at: Int64(number))
      calls.end("\(number)", of: "s", answer: "x", paths: [], at: Int64(number))
    }
    #expect(calls.begin("0", of: "s", at: Int64(3 * RepeatedCalls.most)) == .fresh)
    let last = 3 * RepeatedCalls.most - 1
    #expect(calls.begin("\(last)", of: "s", at: Int64(last)) == .answered("x", at: Int64(last)))
  }
}
