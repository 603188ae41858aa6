import FoundationEssentials
import Testing

@testable import TemplateEmbedder

@Suite final class TemplateFolderTests {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "template-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  private func put(_ content: Data, at path: String, permissions: Int = 0o644) throws {
    let file = root.appending(path: path)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try content.write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
  }

  @Test func `files in hidden folders are found, in order of their paths`() throws {
    try put(Data("b".utf8), at: "b/.c/d")
    try put(Data("a".utf8), at: ".a", permissions: 0o755)
    let files = try TemplateFolder(path: root.path).files()
    #expect(files.map(\.path) == [".a", "b/.c/d"])
    #expect(files.map(\.text) == ["a", "b"])
    #expect(files.map(\.isExecutable) == [true, false])
  }

  @Test func `what a string cannot hold is refused by name`() throws {
    try put(Data([0xFF, 0xFE]), at: "picture")
    #expect(throws: EmbeddingError.notText(path: "\(root.path)/picture")) {
      try TemplateFolder(path: self.root.path).files()
    }
  }

  @Test func `a link is refused by name`() throws {
    try FileManager.default.createSymbolicLink(atPath: root.appending(path: "link").path, withDestinationPath: "/")
    #expect(throws: EmbeddingError.notAFile(path: "\(root.path)/link")) {
      try TemplateFolder(path: self.root.path).files()
    }
  }

  @Test func `a folder without a file is refused`() {
    #expect(throws: EmbeddingError.empty(path: root.path)) { try TemplateFolder(path: self.root.path).files() }
  }

  @Test func `a source that is current keeps its time, and another one is written`() throws {
    let output = root.appending(path: "out.swift").path
    let made = Date(timeIntervalSince1970: 1_000_000)
    func write(_ text: String) throws -> Date? {
      try SwiftSource(files: [TemplateFile(path: "a", text: text, isExecutable: false)]).write(to: output)
      return try FileManager.default.attributesOfItem(atPath: output)[.modificationDate] as? Date
    }
    _ = try write("one")
    try FileManager.default.setAttributes([.modificationDate: made], ofItemAtPath: output)
    #expect(try write("one") == made)
    #expect(try write("two") != made)
    let text = String(decoding: try Data(contentsOf: URL(filePath: output)), as: UTF8.self)
    #expect(text.contains("\"two\""))
  }

  @Test func `a missing folder is refused`() {
    #expect(throws: EmbeddingError.system(path: "\(root.path)/no/", code: 2)) {
      try TemplateFolder(path: self.root.appending(path: "no").path).files()
    }
  }
}

@Suite struct SwiftSourceTests {
  @Test(arguments: [
    (#"say "hi""#, #""say \"hi\"""#),
    ("two\nlines\n", #""two\nlines\n""#),
    (#"\(not) read"#, #""\\(not) read""#),
    ("tab\t, return\r", #""tab\u{9}, return\u{d}""#),
    ("é 🐋", #""\u{e9} \u{1f40b}""#),
    ("", #""""#),
  ])
  func `a text stands in the source as a literal that means exactly it`(text: String, literal: String) {
    let source = SwiftSource(files: [TemplateFile(path: "a", text: text, isExecutable: true)]).text
    #expect(source.contains(#"(path: "a", bytes: Array(\#(literal).utf8), executable: true),"#))
  }
}
