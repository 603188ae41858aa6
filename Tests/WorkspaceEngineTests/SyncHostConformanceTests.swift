import Documents
import Git
import GitObjects
import Merge
import Sync
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
}
