import GitProcess
import WorkspaceAPI
import FoundationEssentials
import Git
import GitObjects
import Glibc
import TestSupport
import Testing

@testable import WorkspaceEngine

/// A folder with a workspace in it, in a temporary directory with a home of its own.
final class TestFolder {
  /// The temporary directory.
  var place: String { temporary.path }
  private let temporary = TemporaryFolder()
  /// The workspace's folder.
  let root: String
  /// The settings of the workspace.
  let settings: WorkspaceSettings
  /// The person's git.
  let git: GitReader

  /// Makes a workspace without files, or only the folder for one.
  init(machine: String = "desk", isEmpty: Bool = false) async throws {
    let place = temporary.path
    root = place + "/Notes"
    for folder in [root, place + "/home", place + "/run"] {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }
    let environment = [
      "HOME": place + "/home", "PATH": "/usr/local/bin:/usr/bin:/bin", "XDG_CONFIG_HOME": place + "/home",
    ]
    settings = WorkspaceSettings(
      root: root, identity: WorkspaceIdentity(name: "Person", email: "person@example.org", machine: machine),
      runtimeDirectory: place + "/run", environment: environment)
    git = GitReader(root: root, environment: environment)
    guard !isEmpty else { return }
    _ = try await WorkspaceSetUp.initialize(settings, remote: nil, useTemplate: false)
    try await git("config", "user.name", "Person")
    try await git("config", "user.email", "person@example.org")
  }

  /// Makes the folders of two machines with one remote.
  static func pair() async throws -> (desk: TestFolder, laptop: TestFolder, remote: String) {
    let desk = try await TestFolder()
    let laptop = try await TestFolder(machine: "laptop")
    let remote = try desk.makeRemote()
    for folder in [desk, laptop] { try await folder.git("remote", "add", "origin", remote) }
    return (desk, laptop, remote)
  }

  /// Opens the workspace, lets it be used, and stops it.
  func open(_ body: (Workspace) async throws -> Void) async throws {
    let workspace = try #require(try await Workspace.open(settings))
    do { try await body(workspace) } catch {
      await workspace.stop()
      throw error
    }
    await workspace.stop()
  }

  /// Runs the person's git in the folder; answers what it printed, without the last line end.
  @discardableResult
  func git(_ arguments: String...) async throws -> String {
    var output = ""
    try await until {
      do throws(VerbError) { output = String(decoding: try await git.run(arguments), as: UTF8.self) } catch {
        // Git waits for no lock of its index, and commits on no branch that moved since it began; the workspace does
        // both for a moment after a turn.
        let passes = ["index.lock': File exists", "cannot lock ref 'HEAD': is at"]
        guard passes.contains(where: error.description.contains) else { throw error }
        return false
      }
      return true
    }
    return output.hasSuffix("\n") ? String(output.dropLast()) : output
  }

  /// Gives the newest commit of a folder that no workspace serves a seal.
  func seal() async throws {
    let store = try Repository(root: root)
    let commit = try store.commit(#require(ObjectID(hex: try await git("rev-parse", "HEAD"))))
    try await git("update-ref", "HEAD", store.write(store.sealed(commit)).hex)
  }

  /// Commits the index with a seal, as only Stet and a program that is made for it do.
  ///
  /// The branch moves once, and only from where the commit was made: the workspace may add commits meanwhile.
  func commitSealed(_ message: String) async throws {
    let store = try Repository(root: root)
    try await until {
      let head = try await git("rev-parse", "HEAD")
      let tree = try await git("write-tree")
      let made = try await git("commit-tree", tree, "-p", head, "-m", message)
      let sealed = try store.write(store.sealed(store.commit(#require(ObjectID(hex: made)))))
      do throws(VerbError) { _ = try await self.git.run(["update-ref", "HEAD", sealed.hex, head]) } catch {
        return false
      }
      return true
    }
  }

  /// Makes an empty bare repository to be a remote; answers its path.
  func makeRemote(_ name: String = "remote.git") throws -> String {
    let path = place + "/" + name
    for folder in ["/objects", "/refs/heads"] {
      try FileManager.default.createDirectory(atPath: path + folder, withIntermediateDirectories: true)
    }
    try Data("ref: refs/heads/main\n".utf8).write(to: URL(filePath: path + "/HEAD"))
    try Data("[core]\n\trepositoryformatversion = 0\n\tbare = true\n".utf8).write(to: URL(filePath: path + "/config"))
    return path
  }

  /// Saves a file as an editor does that truncates it.
  func save(_ path: String, _ text: String) throws {
    let file = root + "/" + path
    if let slash = path.lastIndex(of: "/") {
      try FileManager.default.createDirectory(
        atPath: root + "/" + path[..<slash], withIntermediateDirectories: true)
    }
    try Data(text.utf8).write(to: URL(filePath: file))
  }

  /// The text of a file on disk; nil where there is none.
  func text(_ path: String) -> String? {
    FileManager.default.contents(atPath: root + "/" + path).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension Workspace {
  /// Returns when all that was saved before is recorded, and branch and index are at the tip.
  func settle() async throws { _ = try await sync(SyncRequest(wait: true)) }

  /// Accepts the policy that is there, as somebody who was just shown it.
  @discardableResult
  func acceptPolicy(_ caller: Caller = .terminal) async throws -> PolicyReport {
    let shown = try await policy(PolicyRequest(.show))
    return try await policy(PolicyRequest(.accept, version: shown.version, caller: caller))
  }
}

extension Caller {
  /// The person in a terminal.
  static let terminal = {
    var person = Caller.person
    person.hasTerminal = true
    return person
  }()
}
