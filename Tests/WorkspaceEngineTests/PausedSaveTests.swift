import WorkspaceAPI
import FoundationEssentials
import Git
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

@Suite struct PausedSaveTests {
  @Test func `what stands in the folder when Stet starts paused is kept`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        try folder.save("a.md", text)
        try await workspace.settle()
      }
    }
    try await folder.git("reset", "-q", "--soft", "HEAD~1")
    try folder.save("a.md", "saved before the start\n")
    try folder.save("new/b.md", "new before the start\n")
    try await folder.open { workspace in
      #expect(try await workspace.questions().map(\.id) == ["branch-moved-back"])
      try await folder.untilKept("saved before the start\n", "new before the start\n")
      try folder.save("a.md", "saved later\n")
      try await folder.untilKept("saved later\n")
      _ = try await workspace.answer(AnswerRequest(id: "branch-moved-back", word: "record", caller: .person))
      try await workspace.settle()
      #expect(try await folder.git("show", "main:a.md") == "saved later")
    }
    try await folder.untilKept("saved before the start\n", "new before the start\n")
  }

  @Test func `every save is kept while recording is paused, whatever their number and size`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let count = 1_300
      try await folder.away(workspace) {
        for index in 0..<count { try folder.save("many/f\(index).md", "first of \(index)\n") }
        try folder.save("film.mov", "")
        try #require(truncate(folder.root + "/film.mov", 17_000_000) == 0)
        try await until {
          let kept = try await folder.keptObjects()
          return (0..<count).allSatisfy { kept.contains(folder.blob("first of \($0)\n")) }
        }
        try await until { try await folder.git("ls-tree", "refs/stet/held", "film.mov") != "" }
        for index in 0..<count { try folder.save("many/f\(index).md", "second of \(index)\n") }
      }
      try await workspace.settle()
    }
    let kept = try await folder.keptObjects()
    for index in 0..<1_300 {
      #expect(kept.contains(folder.blob("first of \(index)\n")), "\(index)")
    }
    #expect(try await folder.git("show", "main:many/f7.md") == "second of 7")
  }

  @Test(arguments: [true, false])
  func `a pause that meets a full disk is a pause still when there is room again`(isPausedFirst: Bool) async throws {
    let folder = try await TestFolder()
    let journal = folder.root + "/.git/stet/journal"
    try await folder.open { workspace in
      try folder.save("a.md", "one\n")
      try await workspace.settle()
      let tip = try await folder.git("rev-parse", "refs/stet/tip")
      let fill = {
        try FileManager.default.moveItem(atPath: journal, toPath: journal + ".away")
        try Data().write(to: URL(filePath: journal))
        for index in 0..<600 { try folder.save("many/f\(index).md", "saved meanwhile \(index)\n") }
        try folder.save("a.md", "saved meanwhile\n")
        try await until { try await workspace.status().state == "read-only" }
      }
      if !isPausedFirst { try await fill() }
      try folder.save(".git/BISECT_LOG", "")
      if isPausedFirst {
        try await until { try await workspace.status().state == "paused" }
        try await fill()
      } else {
        try folder.save("b.md", "saved during both\n")
      }
      try FileManager.default.removeItem(atPath: journal)
      try FileManager.default.moveItem(atPath: journal + ".away", toPath: journal)
      try await until { try await workspace.status().state == "paused" }
      try await folder.untilKept("saved meanwhile\n", "saved meanwhile 0\n", "saved meanwhile 599\n")
      try folder.save("a.md", "saved later\n")
      try await folder.untilKept("saved later\n")
      #expect(try await folder.git("rev-parse", "refs/stet/tip") == tip)
      unlink(folder.root + "/.git/BISECT_LOG")
      try await until { try await workspace.status().state == "recording" }
      try await workspace.settle()
      #expect(try await folder.git("show", "main:a.md") == "saved later")
      #expect(try await folder.git("show", "main:many/f599.md") == "saved meanwhile 599")
    }
  }

  @Test func `what git staged or committed and dropped during a pause is kept`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for text in ["one\n", "two\n"] {
        for name in ["a.md", "b.md"] { try folder.save(name, text) }
        try await workspace.settle()
      }
      try await folder.git("reset", "-q", "--soft", "HEAD~1")
      try await until { try await workspace.status().state == "paused" }
      try folder.save("a.md", "staged\n")
      try await folder.git("add", "a.md")
      try folder.save("b.md", "committed\n")
      try await folder.git("commit", "-q", "-m", "mine", "--", "b.md")
      try await folder.untilKept("staged\n", "committed\n")
      let commit = try await folder.git("rev-parse", "HEAD")
      try await folder.git("reset", "-q", "--hard", "HEAD~1")
      try await until {
        try await folder.git("for-each-ref", "--contains", commit, "refs/stet/rescue") != ""
      }
      try await folder.untilKept("staged\n", "committed\n")
    }
  }
}

extension TestFolder {
  /// The ids of all objects that a reference of the repository leads to.
  func keptObjects() async throws -> Set<String> {
    Set(try await git("rev-list", "--objects", "--no-object-names", "--all").split(separator: "\n").map(String.init))
  }

  /// The id of a text's blob.
  func blob(_ text: String) -> String { MemoryObjectStore().id(of: .blob, Array(text.utf8)).hex }

  /// Waits until references lead to these texts, at most a minute.
  func untilKept(_ texts: String...) async throws {
    let wanted = texts.map(blob)
    try await until { try await keptObjects().isSuperset(of: wanted) }
  }
}
