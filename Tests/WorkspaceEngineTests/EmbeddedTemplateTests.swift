import FoundationEssentials
import Merge
import Testing

@testable import WorkspaceEngine

@Suite struct EmbeddedTemplateTests {
  /// The folder that the program was to carry.
  private let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "workspace-template").path

  @Test func `every file of the template travels in the program, byte for byte`() throws {
    var onDisk: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder) {
      if FileManager.default.contents(atPath: "\(folder)/\(path)") != nil { onDisk.insert(path) }
    }
    #expect(Set(EmbeddedTemplate.files.map(\.path)) == onDisk)
    for file in EmbeddedTemplate.files {
      let content = FileManager.default.contents(atPath: "\(folder)/\(file.path)")
      #expect(content.map(Array.init) == file.bytes, "\(file.path)")
    }
  }

  @Test(arguments: [
    ".gitattributes", ".gitignore", ".stet/policy.toml", "AGENTS.md", "README.md", "activity.md", "context.md",
    "profile.md", "Abilities/README.md", "Chats/README.md", "Experiments/README.md", "Exports/README.md",
    "Journal/README.md", "Research/README.md",
  ])
  func `a new workspace gets its folders by domain and its settings`(path: String) {
    #expect(EmbeddedTemplate.files.contains { $0.path == path })
  }

  @Test(arguments: [true, false])
  func `the template's missing files are added to a folder, and what it has stays`(isWorkspace: Bool) async throws {
    let folder = try await TestFolder(isEmpty: !isWorkspace)
    try folder.save("AGENTS.md", "mine\n")
    try folder.save("Journal", "a file in the place of a folder\n")
    let report = try await WorkspaceSetUp.initialize(
      folder.settings, remote: nil, useTemplate: true, addsTemplate: true)
    #expect(report.notes.contains { $0.contains("AGENTS.md") && $0.contains("Journal/README.md") }, "\(report.notes)")
    #expect(folder.text("AGENTS.md") == "mine\n" && folder.text("Journal") == "a file in the place of a folder\n")
    for file in EmbeddedTemplate.files where file.path != "AGENTS.md" && !file.path.hasPrefix("Journal/") {
      #expect(folder.text(file.path).map { Array($0.utf8) } == file.bytes, "\(file.path)")
    }
    let recorded = try await folder.git("ls-tree", "-r", "--name-only", "refs/stet/tip").split(separator: "\n")
    #expect(recorded.contains(".stet/policy.toml") && recorded.count == EmbeddedTemplate.files.count)
  }

  @Test(arguments: [(["a.md"], true), (["AGENTS.md"], false), ([], false)])
  func `a folder with files is told how it gets what agents look for`(files: [String], isTold: Bool) async throws {
    let folder = try await TestFolder(isEmpty: true)
    for file in files { try folder.save(file, "mine\n") }
    let report = try await WorkspaceSetUp.initialize(folder.settings, remote: nil, useTemplate: true)
    #expect(report.notes.contains { $0.contains("--template") } == isTold, "\(report.notes)")
  }

  @Test func `the template sets no attribute that would keep git from storing bytes as they are`() throws {
    let file = try #require(EmbeddedTemplate.files.first { $0.path == ".gitattributes" })
    let attributes = String(decoding: file.bytes, as: UTF8.self)
    for name in ["text", "eol", "filter", "ident", "encoding"] {
      #expect(!attributes.contains("\(name)=") && !attributes.contains(" \(name)"))
    }
  }

  @Test(arguments: [
    ("activity.md", "- one\n", "- one\n- two\n", "- one\n- three\n"),
    ("Journal/2026-11-28.md", "# Day\n", "# Day\n\ntwo\n", "# Day\n\nthree\n"),
    ("Chats/whales.json", "[\n  1\n]\n", "[\n  1,\n  2\n]\n", "[\n  1,\n  3\n]\n"),
    (
      "Chats/whales.json", "{\"messages\": [\n  1\n]}\n", "{\"messages\": [\n  1,\n  2\n]}\n",
      "{\"messages\": [\n  1,\n  3\n]}\n"
    ),
    ("Experiments/magnesium-sleep/log.json", "[\n  1\n]\n", "[\n  1,\n  2\n]\n", "[\n  1,\n  3\n]\n"),
    ("Feed/feed.jsonl", "{\"id\": 1}\n", "{\"id\": 1}\n{\"id\": 2}\n", "{\"id\": 1}\n{\"id\": 3}\n"),
    ("Experiments/log.jsonl", "1\n", "1\n2\n", "1\n3\n"),
    (
      "Chats/2026/whales.jsonl", "{\"id\": 1}\n", "{\"id\": 1}\n{\"id\": 2}\n", "{\"id\": 1}\n{\"id\": 3}\n"
    ),
  ])
  func `logs and conversations never conflict where both sides append`(
    path: String, base: String, ours: String, theirs: String
  ) throws {
    let file = try #require(EmbeddedTemplate.files.first { $0.path == ".gitattributes" })
    let merged = DocumentMerge.merge(
      base: Array(base.utf8), ours: Array(ours.utf8), theirs: Array(theirs.utf8), path: path,
      driver: AttributeRules(file.bytes).driver(path), judge: MergeJudge(.ours))
    #expect(merged.text.isClean && merged.fallbacks.isEmpty)
    for digit in ["2", "3", "two", "three"] where (ours + theirs).contains(digit) {
      #expect(String(decoding: merged.text.bytes, as: UTF8.self).contains(digit))
    }
  }
}
