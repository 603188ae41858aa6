import Documents
import GitObjects
import Recording
import TestSupport
import Testing

/// Objects that an adoption made in memory are durable when the tip refers to them.
@Suite struct `Commits that were made again` {
  /// A commit with these files; durable where it came by a fetch.
  private func commit(
    _ files: [String: String], on parents: [ObjectID], _ message: String, in desk: Desk, isFetched: Bool
  ) throws -> ObjectID {
    let store = desk.store
    var edits: [TreeEdit] = []
    for (path, text) in files {
      let blob = try store.write(.blob, Array(text.utf8))
      store.makeDurable([blob])
      edits.append(.set(path: path, mode: .file, id: blob))
    }
    let tree = try TreeEditor(store: store).apply(edits, to: nil)
    let person = Signature(name: "Bob", email: "bob@example.org", seconds: 1_700_000_000)
    let id = try store.write(
      Commit(tree: tree, parents: parents, author: person, committer: person, message: message))
    if isFetched { store.makeDurable([tree, id]) }
    return id
  }

  private func message(_ subject: String, by author: Author, change: String? = nil) -> String {
    var message = CommitMessage(subject: subject, author: author)
    message.change = change
    return message.text
  }

  private func desk() throws -> (desk: Desk, tip: ObjectID) {
    let desk = try Desk()
    try desk.save("a", "one\n", durable: true)
    try desk.scan()
    try desk.running().log.checkpoint()
    return (desk, try #require(try desk.running().tip))
  }

  /// The power goes right after the tip was moved there.
  private func adopt(_ target: ObjectID, on desk: Desk, seed: UInt64) throws {
    let recorder = try desk.running()
    #expect(try recorder.adopt(target, expecting: recorder.tip) == .adopted)
    var generator = SeededGenerator(seed: seed)
    desk.crash(using: &generator)
    try desk.open()
    #expect(try desk.running().tip == target)
    #expect(throws: Never.self) { try desk.reachableTexts() }
  }

  @Test(arguments: 1...8)
  func `from an inbox, on the tip, outlive a power cut`(seed: UInt64) throws {
    let (desk, tip) = try desk()
    let text = message("Edit b", by: .user, change: "c1")
    let inbox = try commit(["a": "one\n", "b": "theirs\n"], on: [], text, in: desk, isFetched: true)
    try desk.store.setReference("refs/stet/inbox/origin/hidden/other", to: inbox, expecting: nil)
    let copy = try commit(["a": "one\n", "b": "theirs\n"], on: [tip], text, in: desk, isFetched: false)
    try adopt(copy, on: desk, seed: seed)
    #expect(try desk.recorded("b") == "theirs\n")
  }

  @Test(arguments: 1...8)
  func `below a merge outlive a power cut`(seed: UInt64) throws {
    let (desk, base) = try desk()
    let remote = try commit(["a": "theirs\n"], on: [base], "From elsewhere\n", in: desk, isFetched: true)
    let start = try commit(["a": "one\n", "z": "z\n"], on: [base], "From elsewhere\n", in: desk, isFetched: true)
    try desk.save("b", "mine\n", durable: true)
    try desk.scan()
    let own = try desk.store.commit(#require(try desk.running().tip))
    let files = ["a": "one\n", "b": "mine\n", "z": "z\n"]
    let copy = try commit(files, on: [start], own.message, in: desk, isFetched: false)
    let merged = files.merging(["a": "theirs\n"]) { $1 }
    let target = try commit(
      merged, on: [copy, remote], message("Merge 1 change", by: .sync), in: desk, isFetched: false)
    try adopt(target, on: desk, seed: seed)
    #expect(try desk.recorded("b") == "mine\n" && desk.recorded("a") == "theirs\n")
  }
}
