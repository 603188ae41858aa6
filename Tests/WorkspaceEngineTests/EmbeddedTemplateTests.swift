import FoundationEssentials
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

  @Test func `the template sets no attribute that would keep git from storing bytes as they are`() throws {
    let file = try #require(EmbeddedTemplate.files.first { $0.path == ".gitattributes" })
    let attributes = String(decoding: file.bytes, as: UTF8.self)
    for name in ["text", "eol", "filter", "ident", "encoding"] {
      #expect(!attributes.contains("\(name)=") && !attributes.contains(" \(name)"))
    }
  }
}
