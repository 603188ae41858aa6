import WorkspaceAPI
import FileSystem
import FoundationEssentials
import Git
import GitObjects
import TestSupport
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

@Suite struct SafetyStopTests {
  /// Asks the status again until the open questions are these, at most half a minute.
  private func waitFor(_ questions: [String], in workspace: Workspace) async throws -> Bool {
    try await eventually(within: .seconds(30)) { try await workspace.questions().map(\.id) == questions }
  }

  @Test func `the question about an emptied folder goes when the files come back by other means`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      try FileManager.default.moveItem(atPath: folder.root + "/papers", toPath: folder.place + "/papers")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      try FileManager.default.moveItem(atPath: folder.place + "/papers", toPath: folder.root + "/papers")
      #expect(try await waitFor([], in: workspace))
      try await workspace.settle()
      #expect(try await folder.git("ls-files").split(separator: "\n").count == 31)
    }
  }

  @Test func `the question about an emptied folder goes when git commits the deletions`() async throws {
    let folder = try await TestFolder()
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      try FileManager.default.removeItem(atPath: folder.root + "/papers")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      try await folder.git("commit", "-q", "-a", "-m", "gone")
      #expect(try await waitFor([], in: workspace))
      try await workspace.settle()
      #expect(try await folder.git("ls-files") == "other.md")
    }
  }

  @Test func `an answer about deletions is refused while git is elsewhere, and allows no later deletions`() async throws
  {
    let folder = try await TestFolder()
    let (here, there) = (folder.root + "/papers", folder.place + "/papers")
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      try FileManager.default.moveItem(atPath: here, toPath: there)
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      try await folder.away(workspace) {
        for word in ["record", "bring-back"] {
          let error = await #expect(throws: VerbError.self, "\(word)") {
            try await workspace.answer(AnswerRequest(id: "folder-emptied", word: word))
          }
          #expect(error?.code == .busy, "\(String(describing: error))")
          let open = try? await workspace.questions().map(\.id)
          #expect(open == ["folder-emptied"])
        }
      }
      #expect(folder.text("papers/f0.md") == nil)
      try FileManager.default.moveItem(atPath: there, toPath: here)
      #expect(try await waitFor([], in: workspace))
      try await workspace.settle()
      try FileManager.default.moveItem(atPath: here, toPath: there)
      #expect(try await waitFor(["folder-emptied"], in: workspace))
    }
  }

  @Test(arguments: [false, true])
  func `who has the deletion of most files recorded is not asked again before it is published`(
    isStopped: Bool
  ) async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      if isStopped { try FileManager.default.moveItem(atPath: remote, toPath: remote + ".away") }
      try FileManager.default.removeItem(atPath: folder.root + "/papers")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      _ = try await workspace.answer(AnswerRequest(id: "folder-emptied", word: "record"))
      if !isStopped { try await workspace.settle() }
      #expect(try await workspace.questions().isEmpty)
    }
    if isStopped {
      try FileManager.default.moveItem(atPath: remote + ".away", toPath: remote)
      try await folder.open { workspace in
        try await workspace.settle()
        #expect(try await workspace.questions().isEmpty)
      }
    }
    #expect(try await folder.git("--git-dir=\(remote)", "ls-tree", "--name-only", "main") == "other.md")
    // A later deletion is another one.
    try await folder.open { workspace in
      for index in 0..<30 { try folder.save("more/f\(index).md", "text \(index)\n") }
      try await workspace.settle()
      try FileManager.default.removeItem(atPath: folder.root + "/more")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
    }
  }

  @Test func `an agreed deletion that was published allows no later deletion of the same files`() async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    try await folder.git("remote", "add", "origin", remote)
    func savePapers() throws {
      for index in 0..<30 { try folder.save("papers/f\(index).md", "text \(index)\n") }
    }
    try await folder.open { workspace in
      try savePapers()
      try folder.save("other.md", "one\n")
      try await workspace.settle()
      try FileManager.default.removeItem(atPath: folder.root + "/papers")
      #expect(try await waitFor(["folder-emptied"], in: workspace))
      _ = try await workspace.answer(AnswerRequest(id: "folder-emptied", word: "record"))
      try await workspace.settle()
      try savePapers()
      try await workspace.settle()
    }
    try await folder.git("rm", "-r", "-q", "papers")
    try await folder.git("commit", "-q", "-m", "gone")
    try await folder.open { workspace in
      let isAsked = try await waitFor(["unpublished-deletions"], in: workspace)
      #expect(isAsked)
    }
  }

  @Test func `an agreed deletion is known whenever it is recorded, and no other one is`() throws {
    let (tree, store) = (SimulatedTree { 0 }, MemoryObjectStore())
    try tree.makeDirectories(.store)
    let blob = try store.write(.blob, [])
    func files(_ names: [String]) throws -> ObjectID {
      try TreeEditor(store: store).apply(names.map { .set(path: $0, mode: .file, id: blob) }, to: nil)
    }
    let (papers, more) = ((0..<30).map { "papers/f\($0).md" }, (0..<30).map { "more/f\($0).md" })
    let all = try files(papers + more + ["other.md"])
    let agreed = AgreedDeletions(tree: tree)
    let emptied = try files(["other.md"])
    #expect(try !agreed.explain(from: all, to: emptied, in: store))
    try agreed.note(papers.map { try WorkspacePath($0) })
    #expect(try agreed.explain(from: files(papers + ["other.md"]), to: emptied, in: store))
    #expect(try !agreed.explain(from: files(more + ["other.md"]), to: emptied, in: store))
  }
}
