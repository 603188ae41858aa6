import Documents
import GitObjects
import TestSupport
import Testing

@testable import History

/// Who made a file and who changed it last, as a look tells it that goes on where an earlier one was left.
@Suite struct `The look for a file's authors` {
  private let store = CrashStore()

  private func commit(
    _ doc: String, _ other: String = "", of parents: [ObjectID], by name: String, at seconds: Int64
  ) throws -> ObjectID {
    let files = [("doc.md", doc), ("other.md", other)]
    let edits = try files.map { path, text in
      TreeEdit.set(path: path, mode: .file, id: try store.write(.blob, Array(text.utf8)))
    }
    let tree = try TreeEditor(store: store).apply(edits, to: nil)
    let signature = Signature(name: name, email: "\(name)@example.org", seconds: seconds)
    let message = CommitMessage(subject: "Edit", author: name == Author.syncName ? .sync : .user)
    return try store.write(
      Commit(tree: tree, parents: parents, author: signature, committer: signature, message: message.text))
  }

  private func walk(from tip: ObjectID, after earlier: OriginWalk? = nil, steps: Int = .max) throws -> OriginWalk {
    let graph = CommitGraph(store: store)
    let version = try #require(try TreeEditor(store: store).entry(at: "doc.md", of: graph.commit(tip).tree)).id
    var walk = OriginWalk(of: "doc.md", version: version, at: tip, after: earlier)
    var left = steps
    try walk.advance(graph, TreeEditor(store: store)) {
      left -= 1
      return left > 0
    }
    return walk
  }

  @Test(arguments: [(7, "Quinn"), (3, "Pat"), (20, "Quinn")] as [(Int64, String)], [true, false])
  func `of two branches the later change is the last one, whatever was looked at before the merge`(
    quinn: (seconds: Int64, last: String), isFirst: Bool
  ) throws {
    let base = try commit("1\n2\n3\n", of: [], by: "Ann", at: 1)
    let theirs = try commit("1\n2\nq\n", of: [base], by: "Quinn", at: quinn.seconds)
    let edit = try commit("p\n2\n3\n", of: [base], by: "Pat", at: 5)
    let ours = try commit("p\n2\n3\n", "other\n", of: [edit], by: "Pat", at: 9)
    let merge = try commit(
      "p\n2\nq\n", "other\n", of: isFirst ? [ours, theirs] : [theirs, ours], by: Author.syncName, at: 30)
    for (tip, steps) in [(ours, Int.max), (ours, 1), (ours, 2), (theirs, .max), (edit, .max), (edit, 1)] {
      let walk = try walk(from: merge, after: walk(from: tip, steps: steps))
      #expect(walk.isDone)
      #expect(walk.modified?.author.name == quinn.last)
      #expect(walk.modified == (try self.walk(from: merge).modified))
      #expect(walk.created?.author.name == "Ann")
    }
  }

  @Test func `a merge that made the file is its last change only where no branch has another one`() throws {
    let made = try commit("1\n2\n", of: [], by: Author.syncName, at: 5)
    let ours = try commit("1\n2\n", "other\n", of: [made], by: "Pat", at: 9)
    let earlier = try walk(from: ours)
    #expect(earlier.modified?.author.kind == "sync")
    let theirs = try commit("1\nq\n", of: [], by: "Quinn", at: 3)
    let merge = try commit("1\n2\nq\n", "other\n", of: [ours, theirs], by: Author.syncName, at: 30)
    #expect(try walk(from: merge, after: earlier).modified?.author.name == "Quinn")
  }
}
