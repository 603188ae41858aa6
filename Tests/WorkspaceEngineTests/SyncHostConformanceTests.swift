import Documents
import FoundationEssentials
import Git
import GitObjects
import Merge
import GitProcess
import SystemPackage
import TestSupport
import Testing
import WorkspaceAPI

@testable import WorkspaceEngine

@Suite struct SyncHostConformanceTests {
  @Test(arguments: SyncHostRule.allCases)
  func `a workspace follows each rule of a host of the exchange`(rule: SyncHostRule) async throws {
    let folder = try await TestFolder()
    let remote = try folder.makeRemote()
    let (root, settings) = (folder.root, folder.settings)
    try await folder.open { workspace in
      let setting = GitSetting(
        gitDirectory: FilePath(root + "/.git"), environment: settings.environment,
        runtimeDirectory: settings.runtimeDirectory)
      let address = try RemoteAddress(remote, home: nil)
      let objects = workspace.largeFiles.transfers.objects(of: address, setting, called: remote)
      let bench = SyncHostBench(
        host: workspace.exchange.host(objects.uploader, address: remote, display: remote),
        save: { path, text in
          try folder.save(path, text)
          try await workspace.settle()
          return try #require(await workspace.keeper.tip)
        },
        make: { path, text, parent in
          let store = try Repository(root: root)
          let id = try store.write(.blob, Array(text.utf8))
          let base = try store.commit(parent)
          let tree = try TreeEditor(store: store).apply([.set(path: path, mode: .file, id: id)], to: base.tree)
          var message = CommitMessage(subject: "Add \(path)", author: .user)
          message.change = "other-1"
          let commit = Commit(
            tree: tree, parents: [parent], author: base.author, committer: base.committer, message: message.text)
          return try store.write(store.sealed(commit))
        },
        answer: { question, answer in
          _ = try await workspace.answer(AnswerRequest(id: question.id, word: answer.rawValue))
        })
      let departure = try await rule.departure(on: bench)
      await objects.close()
      #expect(departure == nil)
    }
  }

  @Test func `a lost commit that hides the makers of others is a reason to publish nothing, until it is here again`()
    async throws
  {
    let folder = try await TestFolder(isEmpty: true)
    let remote = try folder.makeRemote()
    let (root, settings) = (folder.root, folder.settings)
    try await folder.git("init", "--quiet", "--initial-branch=main")
    try await folder.git("config", "user.name", "Person")
    try await folder.git("config", "user.email", "person@example.org")
    for text in ["one\n", "two\n"] {
      try folder.save("a.md", text)
      try await folder.git("add", "a.md")
      try await folder.git("commit", "-q", "-m", "mine")
    }
    let lost = try await folder.git("rev-parse", "HEAD~1")
    _ = try await WorkspaceSetUp.initialize(settings, remote: nil, useTemplate: false)
    try await folder.open { workspace in try await workspace.settle() }
    try FileManager.default.removeItem(atPath: root + "/.git/stet/unsealed")
    let (object, aside) = (root + "/.git/objects/\(lost.prefix(2))/\(lost.dropFirst(2))", folder.place + "/aside")
    // Else the start restores the commit from its spare copy.
    try FileManager.default.removeItem(atPath: root + "/.git/stet/spares")
    try FileManager.default.moveItem(atPath: object, toPath: aside)
    try await folder.open { workspace in
      let setting = GitSetting(
        gitDirectory: FilePath(root + "/.git"), environment: settings.environment,
        runtimeDirectory: settings.runtimeDirectory)
      let address = try RemoteAddress(remote, home: nil)
      let objects = workspace.largeFiles.transfers.objects(of: address, setting, called: remote)
      let host = workspace.exchange.host(objects.uploader, address: remote, display: remote)
      try folder.save("b.md", "kept\n")
      try await workspace.settle()
      #expect(await host.tip() != nil)
      let error = await #expect(throws: VerbError.self) { _ = try await host.refused() }
      #expect(error?.what.contains(lost) == true && error?.what.contains("what is recorded here is kept") == true)
      try FileManager.default.moveItem(atPath: aside, toPath: object)
      try await until { try await host.refused() != nil }
      #expect(workspace.keeper.commitMakers.knowsUnsealed)
      await objects.close()
    }
    #expect(try await folder.git("show", "refs/stet/tip:b.md") == "kept")
  }
}
