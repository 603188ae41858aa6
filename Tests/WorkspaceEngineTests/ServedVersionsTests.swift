import GitObjects
import Testing

@testable import WorkspaceEngine

@Suite struct ServedVersionsTests {
  private let first = ObjectID.emptyBlob
  private let second = ObjectID.emptyTree

  @Test func `a session that was given one version has that one as its base`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.note(first, of: path, to: "s")
    #expect(served.onlyVersion(of: path, to: "s") == first)
    #expect(served.onlyVersion(of: path, to: "other") == nil)
  }

  @Test func `a session that was given two versions has no base by itself`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.note(second, of: path, to: "s")
    #expect(served.onlyVersion(of: path, to: "s") == nil)
  }

  @Test func `what a session wrote whole is the version it knows`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.noteWritten(second, of: path, by: "s", .whole)
    #expect(served.onlyVersion(of: path, to: "s") == second)
  }

  @Test func `of what a session changed it knows as much as of the version before`() throws {
    let path = try WorkspacePath("a.md")
    let (read, cut) = (version(1), version(2))
    for (over, isKnown) in [(read, true), (cut, false), (version(3), false)] {
      let served = ServedVersions()
      served.note(read, of: path, to: "s")
      served.note(cut, of: path, to: "s", .part(LineCover(.between(1, 4), of: 10)))
      served.noteWritten(second, of: path, by: "s", .changed(over: over, at: path))
      #expect((served.onlyVersion(of: path, to: "s") == second) == isKnown)
      #expect(served.isPart(second, of: path, "s") == !isKnown)
    }
  }

  @Test func `what a session read before it wrote stays known`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    served.noteWritten(second, of: path, by: "s", .merged)
    #expect(!served.isPart(first, of: path, "s") && served.isPart(second, of: path, "s"))
    #expect(served.versions(of: path, to: "s") == [second] && served.known(of: path, to: "s") == [first, second])
  }

  @Test func `a version that a session did not receive was not read`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s")
    #expect(served.isPart(second, of: path, "s") && served.isPart(first, of: path, "t"))
    #expect(served.covers(.between(1, 5), of: first, at: path, "s"))
    #expect(!served.covers(.between(1, 5), of: second, at: path, "s"))
    served.note(second, of: path, to: "s", .part(LineCover(.between(3, 8), of: 10)))
    #expect(served.covers(.between(4, 8), of: second, at: path, "s"))
    #expect(!served.covers(.between(4, 9), of: second, at: path, "s"))
  }

  @Test func `the newest of many versions that a session was given is remembered`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    for number: UInt8 in 1...50 { served.note(version(number), of: path, to: "s") }
    #expect(served.knows(version(50), of: path, "s") && !served.knows(version(1), of: path, "s"))
    #expect(served.onlyVersion(of: path, to: "s") == nil)
  }

  @Test func `the rest of a file that was changed completes it only together with the beginning`() throws {
    let served = ServedVersions()
    let path = try WorkspacePath("a.md")
    served.note(first, of: path, to: "s", .part(LineCover(.between(1, 50), of: 100)))
    served.noteWritten(second, of: path, by: "s", .changed(over: first, at: path))
    served.note(second, of: path, to: "s", .part(LineCover(.between(51, 110), of: 110)))
    #expect(served.isPart(second, of: path, "s"))
    served.note(second, of: path, to: "s", .part(LineCover(.between(1, 50), of: 110)))
    #expect(served.onlyVersion(of: path, to: "s") == second)
  }

  private func version(_ number: UInt8) -> ObjectID {
    ObjectID(hex: String(repeating: "0", count: 38) + (number < 16 ? "0" : "") + String(number, radix: 16))
      ?? .emptyBlob
  }
}
