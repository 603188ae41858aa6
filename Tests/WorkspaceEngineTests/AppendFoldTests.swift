import WorkspaceAPI
import FoundationEssentials
import Glibc
import Testing

@testable import WorkspaceEngine

@Suite struct AppendFoldTests {
  @Test func `appends that follow each other closely make few commits and lose no byte`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      try folder.save("log.md", "begin\n")
      try await workspace.settle()
      let before = try await folder.git("rev-list", "--count", "refs/stet/tip")
      let start = ContinuousClock.now
      let file = Appender(folder.root + "/log.md")
      for index in 0..<60 {
        file.append("line \(index)\n")
        // Appends have a pace.
        poll(nil, 0, 30)
      }
      try await workspace.settle()
      let took = Double((ContinuousClock.now - start).components.seconds) + 1
      let after = try await folder.git("rev-list", "--count", "refs/stet/tip")
      let commits = try #require(Int(after)) - #require(Int(before))
      // At most one in 800 ms, the first and the last.
      #expect(commits <= Int(took / 0.8) + 2, "\(commits) commits in \(took) s")
      let text = "begin\n" + (0..<60).map { "line \($0)\n" }.joined()
      #expect(try await folder.git("show", "main:log.md") + "\n" == text)
      #expect(try await folder.git("status", "--porcelain") == "")
    }
  }

  @Test func `a barrier, a read and a stop find what waits`() async throws {
    let folder = try await TestFolder()
    let file = folder.root + "/log.md"
    try await folder.open { workspace in
      try folder.save("log.md", "a\n")
      try await workspace.settle()
      let appender = Appender(file)
      appender.append("b\n")
      appender.append("c\n")
      #expect(try await workspace.read(ReadRequest(path: "log.md")).content == "a\nb\nc\n")
      appender.append("d\n")
      try await workspace.settle()
      #expect(try await folder.git("show", "main:log.md") == "a\nb\nc\nd")
      appender.append("e\n")
    }
    #expect(try await folder.git("show", "main:log.md") == "a\nb\nc\nd\ne")
  }
}

/// Appends to a file as a shell does: opened and closed each time.
private struct Appender {
  private let path: String
  init(_ path: String) { self.path = path }

  func append(_ text: String) {
    guard let file = fopen(path, "a") else { return }
    fputs(text, file)
    fclose(file)
  }
}
