import GitObjects
import TestSupport

extension Desk {
  /// A commit on the tip that has exactly these files, as a fetch brings it: durable.
  func remoteCommit(_ files: [String: String], mode: FileMode = .file) throws -> ObjectID {
    let scratch = TreeEditor(store: store)
    var edits: [TreeEdit] = []
    for (path, text) in files {
      let blob = try store.write(.blob, Array(text.utf8))
      store.makeDurable([blob])
      edits.append(.set(path: path, mode: mode, id: blob))
    }
    let tree = try scratch.apply(edits, to: nil)
    let tip = try running().tip
    let other = Signature(name: "Bob", email: "bob@example.org", seconds: 1_700_000_000)
    let commit = Commit(
      tree: tree, parents: [tip].compactMap { $0 }, author: other, committer: other, message: "From elsewhere\n")
    let id = try store.write(commit)
    store.makeAllDurable(below: id)
    return id
  }
}

extension CrashStore {
  /// Makes the commit and its tree durable, as a fetch does: they are in a fsynced pack.
  fileprivate func makeAllDurable(below commit: ObjectID) {
    guard let tree = try? self.commit(commit).tree else { return }
    var pending = [tree]
    while let id = pending.popLast() {
      makeDurable([id])
      for entry in (try? self.tree(id).entries) ?? [] {
        makeDurable([entry.id])
        if entry.mode == .tree { pending.append(entry.id) }
      }
    }
    makeDurable([commit])
  }
}
