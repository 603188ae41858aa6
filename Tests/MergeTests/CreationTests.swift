import Documents
import GitObjects
import Merge
import Testing

/// A file that two machines made: its front matter names whoever made it first.
struct CreationTests {
  private static let agent = Author.agent(name: "R", session: "s")

  @Test(arguments: [
    ("R", 5, "Ann", "2023-11-14T22:13:25Z"), ("agent", 5, "user", "2023-11-14T22:13:25Z"),
    ("R", 15, "R", "2023-11-14T22:13:30Z"),
  ])
  func `the person's file does not stand under the agent's name`(
    by: String, person: Int64, expected: String, time: String
  ) throws {
    let store = TestStore()
    let graph = CommitGraph(store: store)
    func commit(_ text: String, _ parents: [ObjectID], _ author: Author, _ name: String, at seconds: Int64) throws
      -> ObjectID
    {
      let signature = Signature(name: name, email: "t@t", seconds: 1_700_000_000 + seconds)
      let message = CommitMessage(subject: "Change", author: author).text
      let tree = try store.tree(parents.isEmpty ? [("a", "1")] : [("a", "1"), ("d.md", text)])
      return try store.write(
        store.sealed(Commit(tree: tree, parents: parents, author: signature, committer: signature, message: message)))
    }
    let start = try commit("", [], .user, "Ann", at: 0)
    let ours = try commit("Mine is here.", [start], .user, "Ann", at: person)
    let stamped = "---\ncreated_by: \(by)\ncreated_at: 2023-11-14T22:13:30Z\n---\nIts is there."
    let theirs = try commit(stamped, [start], Self.agent, "R", at: 10)
    let merge = try PeerMerge.make(ours, theirs, order: .byID, graph: graph, in: store)
    let mirrored = try PeerMerge.make(theirs, ours, order: .byID, graph: graph, in: store)
    #expect(merge == mirrored && merge.conflicts == 0)
    let entry = try #require(try store.entry("d.md", of: merge.tree))
    let text = String(decoding: try store.blob(entry.id), as: UTF8.self)
    #expect(text.hasPrefix("---\ncreated_by: \(expected)\ncreated_at: \(time)\n---\n"), "\(text)")
    #expect(text.contains("Mine is here.") && text.contains("Its is there."))
  }
}
