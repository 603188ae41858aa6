import Documents
import Git
import GitObjects
import Testing

@testable import Sync

@Suite struct SplitLineTests {
  private let store = MemoryObjectStore()
  private let person = Signature(name: "Ada", email: "ada@example.org", seconds: 1_700_000_000)

  private func blob(_ text: String) throws -> ObjectID { try store.write(.blob, Array(text.utf8)) }

  private func commit(
    _ files: [String: String], on parents: [ObjectID], _ change: String, headers: [String] = []
  ) throws -> ObjectID {
    var edits: [TreeEdit] = []
    for (path, text) in files { edits.append(.set(path: path, mode: .file, id: try blob(text))) }
    var message = CommitMessage(subject: "Edit \(change)", author: .agent(name: "Robot", session: "s\(change)"))
    message.change = change
    return try store.write(
      store.sealed(
        Commit(
          tree: TreeEditor(store: store).apply(edits, to: nil), parents: parents, author: person, committer: person,
          otherHeaders: headers, message: message.text)))
  }

  private func files(_ id: ObjectID) throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try Tree.flatten(store.commit(id).tree, in: store) {
      found[file.path] = String(decoding: try store.blob(file.entry.id), as: UTF8.self)
    }
    return found
  }

  private func split(_ tip: ObjectID, over remote: ObjectID?, _ path: String, _ text: String) throws -> SplitLine? {
    try SplitLine.make(
      of: tip, over: remote, without: [PathVersion(path, blob(text))], remoteName: "origin",
      graph: CommitGraph(store: store), in: store)
  }

  @Test func `what waits comes last, with its author and message, and the tip's tree stays`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let big = try commit(["a": "a", "big": "pointer", "rules": "big"], on: [base], "1")
    let text = try commit(["a": "A", "big": "pointer", "rules": "big"], on: [big], "2")
    let line = try #require(try split(text, over: base, "big", "pointer"))
    let ready = try #require(line.ready)
    #expect(try files(ready) == ["a": "A", "rules": "big"])
    #expect(try files(line.tip) == files(text))
    let last = try store.commit(line.tip)
    #expect(last.parents == [ready])
    #expect(try last.unsealed == store.commit(big).unsealed)
    // Once it is made it stays as it is.
    let again = try #require(try split(line.tip, over: base, "big", "pointer"))
    #expect(again.tip == line.tip && again.ready == ready)
    let rest = try #require(try split(line.tip, over: ready, "big", "pointer"))
    #expect(rest.tip == line.tip && rest.ready == ready)
  }

  /// The commits from a tip down to a base, merges' other parents too.
  private func commits(from tip: ObjectID, to base: ObjectID) throws -> [Commit] {
    var (open, seen, found): ([ObjectID], Set<ObjectID>, [Commit]) = ([tip], [base], [])
    while let id = open.popLast() {
      guard seen.insert(id).inserted else { continue }
      found.append(try store.commit(id))
      open += try store.commit(id).parents
    }
    return found
  }

  @Test func `a commit of which a part waits is two, both with its change, author and message`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let both = try commit(["a": "A", "big": "pointer"], on: [base], "1")
    let line = try #require(try split(both, over: base, "big", "pointer"))
    let ready = try #require(line.ready)
    #expect(try files(ready) == ["a": "A"] && files(line.tip) == ["a": "A", "big": "pointer"])
    let parts = try commits(from: line.tip, to: base)
    let whole = try store.commit(both)
    #expect(parts.count == 2 && parts.allSatisfy { $0.unsealed == whole.unsealed && $0.author == whole.author })
    #expect(whole.message.contains("Stet-Change: 1"))
  }

  @Test(arguments: ["merged", "A"])
  func `a merge in the line loses no text and no author, whether it can be made again or not`(merged: String) throws {
    let base = try commit(["a": "a", "b": "b"], on: [], "0")
    let left = try commit(["a": "A", "b": "b", "big": "pointer"], on: [base], "1")
    let right = try commit(["a": merged == "A" ? "a" : "other", "b": "B"], on: [base], "2")
    let merge = try commit(["a": merged, "b": "B", "big": "pointer"], on: [left, right], "3")
    let last = try commit(["a": merged, "b": "B", "big": "pointer", "c": "c"], on: [merge], "4")
    // If the commit cannot be made again, all of it waits unchanged.
    guard let line = try split(last, over: base, "big", "pointer") else { return }
    #expect(try files(line.tip) == files(last))
    let made = try commits(from: line.tip, to: base)
    for id in [left, right, last] {
      let before = try store.commit(id)
      #expect(made.contains { $0.unsealed == before.unsealed && $0.author == before.author })
    }
    let out = try line.ready.map { try files($0) } ?? [:]
    #expect(out["big"] == nil && out["c"] == "c")
  }

  @Test func `a later version of a path waits behind an earlier one, also its deletion`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let big = try commit(["a": "a", "big": "pointer"], on: [base], "1")
    let plain = try commit(["a": "b", "big": "plain"], on: [big], "2")
    let gone = try commit(["a": "b"], on: [plain], "3")
    let line = try #require(try split(gone, over: base, "big", "pointer"))
    #expect(try files(#require(line.ready)) == ["a": "b"])
    let last = try store.commit(line.tip)
    #expect(try files(line.tip) == ["a": "b"])
    #expect(try files(last.parents[0])["big"] == "plain")
  }

  @Test func `a line that must stay as it is is not split`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let signed = try commit(["a": "a", "big": "pointer"], on: [base], "1", headers: ["gpgsig x"])
    let text = try commit(["a": "A", "big": "pointer"], on: [signed], "2")
    #expect(try split(text, over: base, "big", "pointer") == nil)
    let plain = try commit(["a": "a", "big": "pointer"], on: [base], "1")
    let other = try commit(["a": "A", "big": "pointer"], on: [plain], "2")
    try store.setReference("refs/remotes/other/main", to: plain, expecting: nil)
    #expect(try split(other, over: base, "big", "pointer") == nil)
  }

  @Test func `only what waits is nothing to publish`() throws {
    let base = try commit(["a": "a"], on: [], "0")
    let big = try commit(["a": "a", "big": "pointer"], on: [base], "1")
    let line = try #require(try split(big, over: base, "big", "pointer"))
    #expect(line.ready == base && line.tip == big)
    let first = try #require(try split(big, over: nil, "a", "a"))
    #expect(try files(#require(first.ready)) == ["big": "pointer"])
  }
}
