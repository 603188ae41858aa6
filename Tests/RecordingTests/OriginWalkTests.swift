import Documents
import GitObjects
import TestSupport
import Testing

@testable import Recording

/// The first and last authors of a file, by looks that go on where an earlier one was left.
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
      store.sealed(
        Commit(tree: tree, parents: parents, author: signature, committer: signature, message: message.text)))
  }

  private func walk(from tip: ObjectID, after earlier: OriginWalk? = nil, steps: Int = .max) throws -> OriginWalk {
    let graph = CommitGraph(store: store)
    let version = try #require(try TreeEditor(store: store).entry(at: "doc.md", of: graph.commit(tip).tree)).id
    var walk = OriginWalk(of: "doc.md", version: version, at: tip, after: earlier)
    var left = steps
    walk.advance(graph, TreeEditor(store: store)) {
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
      #expect(walk.modified?.name == quinn.last)
      #expect(walk.modified == (try self.walk(from: merge).modified))
      #expect(walk.created?.name == "Ann")
    }
  }

  @Test(arguments: [3, 7, 20] as [Int64], [true, false])
  func `of two branches that made the file apart the earlier one made it, whatever was looked at before the merge`(
    quinn: Int64, isFirst: Bool
  ) throws {
    let made = try commit("p\n", of: [], by: "Pat", at: 5)
    let ours = try commit("p\n", "other\n", of: [made], by: "Pat", at: 9)
    let theirs = try commit("q\n", of: [], by: "Quinn", at: quinn)
    let merge = try commit(
      "p\nq\n", "other\n", of: isFirst ? [ours, theirs] : [theirs, ours], by: Author.syncName, at: 30)
    let edit = try commit("a\np\nq\n", "other\n", of: [merge], by: "Ann", at: 40)
    let seen = [(ours, Int.max), (ours, 1), (theirs, Int.max), (made, Int.max)] + (1...4).map { (merge, $0) }
    for (tip, last) in [(merge, quinn < 5 ? "Pat" : "Quinn"), (edit, "Ann")] {
      for (earlier, steps) in seen {
        let walk = try walk(from: tip, after: walk(from: earlier, steps: steps))
        #expect(walk.isDone)
        #expect(walk.created?.name == (quinn < 5 ? "Quinn" : "Pat"))
        #expect(walk.modified?.name == last)
      }
    }
  }

  @Test func `a merge that made the file is its last change only where no branch has another one`() throws {
    let made = try commit("1\n2\n", of: [], by: Author.syncName, at: 5)
    let ours = try commit("1\n2\n", "other\n", of: [made], by: "Pat", at: 9)
    let earlier = try walk(from: ours)
    #expect(earlier.modified?.author.kind == "sync")
    let theirs = try commit("1\nq\n", of: [], by: "Quinn", at: 3)
    let merge = try commit("1\n2\nq\n", "other\n", of: [ours, theirs], by: Author.syncName, at: 30)
    #expect(try walk(from: merge, after: earlier).modified?.name == "Quinn")
  }

  @Test func `an object that cannot be read is tried again by the next look`() throws {
    let base = try commit("1\n", of: [], by: "Ann", at: 1)
    let edit = try commit("2\n", of: [base], by: "Pat", at: 5)
    let tip = try commit("2\n", "other\n", of: [edit], by: "Quinn", at: 9)
    let damaged = CrashStore()
    var late: [(kind: ObjectKind, content: [UInt8])] = []
    for id in try [base, edit, tip].flatMap({ [$0, try store.commit($0).tree] }) {
      let object = try store.read(id)
      if id == edit { late.append(object) } else { _ = try damaged.write(object.kind, object.content) }
    }
    let graph = CommitGraph(store: damaged)
    let editor = TreeEditor(store: damaged)
    var walk = OriginWalk(of: "doc.md", version: .emptyTree, at: tip)
    var origins = FileOrigins()
    for _ in 0..<2 {
      walk.advance(graph, editor) { true }
      #expect(walk.isStuck && !walk.isDone && walk.modified == nil)
      origins.note(walk, of: try WorkspacePath("doc.md"))
      #expect(origins.next == nil, "nobody looks on beside the reads")
    }
    for object in late { _ = try damaged.write(object.kind, object.content) }
    walk.advance(graph, editor) { true }
    #expect(walk.isDone && !walk.isStuck)
    #expect(walk.modified?.name == "Pat" && walk.created?.name == "Ann")
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a chain of interrupted looks finds what one look finds`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Clocks that differ are for the other half of the seeds.
    let skew = seed % 2 == 0 ? 0 : Int64.random(in: 1...30, using: &random)
    var lines = ["main": 0, "side": 0]
    var heads = ["main": try commit("0\n", of: [], by: "Ann", at: 1_000)]
    heads["side"] = Bool.random(using: &random) ? heads["main"] : try commit("s\n", of: [], by: "Sue", at: 1_003)
    var texts = ["main": "0\n", "side": heads["side"] == heads["main"] ? "0\n" : "s\n"]
    var tips: [ObjectID] = []
    for number in 2..<14 {
      let name = Bool.random(using: &random) ? "main" : "side"
      let parent = try #require(heads[name])
      let other = try #require(heads[name == "main" ? "side" : "main"])
      let seconds = 1_000 + Int64(number) * 10 - (name == "side" ? skew * 10 + 5 : 0)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        let text = "\(texts["main"] ?? "")\(texts["side"] ?? "")"
        texts[name] = text
        heads[name] = try commit(text, "\(number)", of: [parent, other], by: Author.syncName, at: seconds)
      case 1: heads[name] = try commit(texts[name] ?? "", "\(number)", of: [parent], by: "Other\(number)", at: seconds)
      default:
        lines[name, default: 0] += 1
        texts[name] = "\(name)\(lines[name] ?? 0)\n" + (texts[name] ?? "")
        heads[name] = try commit(texts[name] ?? "", of: [parent], by: "\(name)\(number)", at: seconds)
      }
      if name == "main", let head = heads["main"] { tips.append(head) }
    }
    var earlier: OriginWalk?
    for tip in tips {
      let walk = try walk(from: tip, after: earlier, steps: Int.random(in: 1...6, using: &random))
      earlier = walk
      var whole = walk
      whole.advance(CommitGraph(store: store), TreeEditor(store: store)) { true }
      let single = try self.walk(from: tip)
      #expect(whole.isDone && single.isDone)
      #expect(whole.created == single.created, "\(seed)")
      if skew == 0 { #expect(whole.modified == single.modified, "\(seed)") }
    }
  }
}
