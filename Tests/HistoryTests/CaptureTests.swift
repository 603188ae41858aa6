import GitObjects
import History
import TestSupport
import Testing

@Suite struct CaptureTests {
  @Test func `a capture says why it kept nothing, and one after it keeps all`() throws {
    let desk = try Desk { surroundings in
      surroundings.durability.beginImport = { () throws(ObjectStoreError) -> any BulkImport in throw .failed("no room")
      }
    }
    try desk.save("a.md", "one\n")
    try desk.record("a.md")
    try desk.running().pause("a test")
    let paths = [try WorkspacePath("a.md")]
    try desk.save("a.md", String(repeating: "x", count: 5_000_000))
    let failed = try desk.running().capture(paths[...], omitting: .trees([]))
    #expect(failed.looked == 1 && failed.problem?.contains("no room") == true)
    #expect(try desk.running().heldTip == nil)
    try desk.save("a.md", "small\n")
    #expect(try desk.running().capture(paths[...], omitting: .trees([])).problem == nil)
    #expect(try desk.running().heldTip != nil)
  }
}
