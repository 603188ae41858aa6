import FileSystem
import GitObjects
import TestSupport
import Testing

@testable import Recording

/// Files that are missing after a power cut: what the file system lost, distinguished from what somebody deleted.
@Suite struct LostNamesTests {
  private let desk: Desk

  init() throws {
    desk = try Desk()
    try desk.save("old.md", "old\n")
    try desk.scan()
    desk.wait(milliseconds: 700_000)
    try desk.save("new.md", "new\n")
    try desk.save("folder/deep/new.md", "deep\n")
    try desk.scan()
  }

  private func remove(_ paths: String...) throws {
    for path in paths { try desk.tree.remove(FileLocation(WorkspacePath(path))) }
  }

  private var everything: [String] {
    get throws { try ["old.md", "new.md", "folder/deep/new.md"].filter { try desk.text($0) != nil } }
  }

  @Test func `a file that was recorded a moment before the cut is there again`() throws {
    try remove("new.md", "folder/deep/new.md")
    let tip = try desk.running().tip
    try desk.scan(afterPowerLoss: true)
    #expect(try everything == ["old.md", "new.md", "folder/deep/new.md"])
    #expect(try desk.running().tip == tip, "nothing is recorded")
  }

  @Test func `a file that was there long before the cut was deleted`() throws {
    try remove("old.md", "new.md")
    try desk.scan(afterPowerLoss: true)
    #expect(try everything == ["new.md", "folder/deep/new.md"])
    #expect(try desk.recorded("old.md") == nil)
  }

  /// Restarts the machine after it was off for a while.
  private func restart(afterSeconds seconds: Int64) throws {
    desk.time.restart(afterNanoseconds: seconds * 1_000_000_000)
    try desk.open(isSameBoot: false)
  }

  @Test func `a new file whose folder was changed long after the last commit and before the cut was deleted`() throws {
    desk.wait(milliseconds: 700_000)
    try remove("new.md")
    try restart(afterSeconds: 60)
    try desk.scan(afterPowerLoss: true)
    #expect(try everything == ["old.md", "folder/deep/new.md"])
  }

  @Test func `a new file is there again however long the machine was off, whatever was written since`() throws {
    try remove("new.md", "folder/deep/new.md")
    try restart(afterSeconds: 86_400)
    try desk.save("started.md", "by a program that starts with the machine\n")
    try desk.scan(afterPowerLoss: true)
    #expect(try everything == ["old.md", "new.md", "folder/deep/new.md"])
  }

  @Test func `without a power cut a new file was deleted`() throws {
    try remove("new.md")
    try desk.scan()
    #expect(try everything == ["old.md", "folder/deep/new.md"])
  }

  @Test func `a file that has its earlier name again is not there twice`() throws {
    try desk.tree.move(FileLocation(WorkspacePath("new.md")), toNew: FileLocation(WorkspacePath("before.md")))
    try desk.scan(afterPowerLoss: true)
    #expect(try desk.text("new.md") == nil && desk.recorded("before.md") == "new\n")
  }
}
