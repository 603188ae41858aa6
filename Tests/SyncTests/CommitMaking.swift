import Documents
import Git
import GitObjects
import Glibc
import TestSupport

extension ObjectStore {
  /// Stores a commit whose tree has these files, all at the root.
  func makeCommit(
    _ files: [String: String], parents: [ObjectID] = [], author: Author = .user, seconds: Int64 = 1_700_000_000
  ) throws -> ObjectID {
    let entries = try files.map { name, text in
      TreeEntry(name: name, mode: .file, id: try write(.blob, Array(text.utf8)))
    }
    let signature = Signature(
      name: author.signatureName(person: "Ada"), email: author.signatureEmail(person: "ada@example.org"),
      seconds: seconds)
    var message = CommitMessage(subject: "Edit \(files.count) files", author: author)
    message.change = "\(seconds)-\(files.count)"
    return try write(
      sealed(
        Commit(
          tree: try write(.tree, Tree(entries).content), parents: parents, author: signature, committer: signature,
          message: message.text)))
  }

  /// The files at the root of a commit's tree.
  func files(_ id: ObjectID) throws -> [String: String] {
    var found: [String: String] = [:]
    for entry in try tree(commit(id).tree).entries where entry.mode.isFile {
      found[entry.name] = String(decoding: try blob(entry.id), as: UTF8.self)
    }
    return found
  }
}

extension Commit {
  /// The message without the seal, which depends on the parent.
  var unsealed: [Substring] { message.split(separator: "\n").filter { !$0.hasPrefix("Stet-Seal: ") } }
}

/// A second handle on a machine's repository.
struct MachineStore {
  let store: Repository

  init(_ root: String) throws { store = try Repository(root: root) }
}

/// A directory of one test, with an environment that knows no configuration of this machine.
extension TemporaryFolder {
  /// Returns the environment of git's children; `more` wins.
  func environment(_ more: [String: String] = [:]) -> [String: String] {
    let own = ["HOME": path, "GIT_AUTHOR_NAME": "Ada", "GIT_AUTHOR_EMAIL": "ada@example.org"]
    let committer = ["GIT_COMMITTER_NAME": "Ada", "GIT_COMMITTER_EMAIL": "ada@example.org"]
    return Program.quietGit.merging(own) { $1 }.merging(committer) { $1 }.merging(more) { $1 }
  }

  /// Runs a program here and returns its output; its failure fails the test.
  @discardableResult
  func run(_ program: String, _ arguments: String...) async throws -> String {
    try await Program([program] + arguments, in: path, environment: environment()).end().mustSucceed().output
  }

  /// Writes a file that may be run.
  func write(_ text: String, to name: String, isProgram: Bool = false) throws {
    try write(name, text)
    if isProgram { chmod(file(name), 0o755) }
  }
}
