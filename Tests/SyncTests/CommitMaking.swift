import Documents
import GitObjects

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
