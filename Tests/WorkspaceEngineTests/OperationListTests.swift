import WorkspaceAPI
import Documents
import GitObjects
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

/// Tests which commits of a history are one operation (decision 16).
@Suite struct OperationListTests {
  /// A history, oldest first, one commit a word; and its operations, newest first, as `id kind (commits) ~undoer`.
  ///
  /// A word is `letter[machine]@minute`, then what it is: `p` a person's, `a` an agent's, `a:s` an agent's in session s,
  /// `r` a restore, `c` a settled conflict, `m` a merge, `u:x` an undo of x, `u:x..y` of a range.
  struct History: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let words: String
    let operations: [String]

    static let all = [
      History(testDescription: "a person's changes are none", words: "1@0p 2@1p", operations: []),
      History(
        testDescription: "what an agent does without a long pause is one",
        words: "1@0a 2@5a 3@15a 4@26a", operations: ["4 agent 1", "1 agent 3"]),
      History(
        testDescription: "others in between part nothing", words: "1@0a 2@1p 3@2a:s 4@3a 5@4a:s",
        operations: ["3 agent 2", "1 agent 2"]),
      History(
        testDescription: "each machine's agent does its own", words: "1d@0a 2l@1a 3d@2a",
        operations: ["1 agent 2", "2 agent 1"]),
      History(
        testDescription: "a clock that was set back parts nothing", words: "1@60a 2@0a 3@1a",
        operations: ["1 agent 3"]),
      History(
        testDescription: "each sort is an operation of its own", words: "1@0r 2@1c 3@2m 4@3a",
        operations: ["4 agent 1", "3 adopt 1", "2 resolve 1", "1 restore 1"]),
      History(
        testDescription: "an undo, and the undo of that", words: "1@0r 2@1u:1 3@2u:2 4@3u:3",
        operations: ["4 undo 1", "3 undo 1 ~4", "2 undo 1", "1 restore 1 ~2"]),
      History(
        testDescription: "what an agent goes on to do after an undo is new", words: "1@0a 2@1a 3@2u:1..2 4@3a 5@4a",
        operations: ["4 agent 2", "3 undo 1", "1 agent 2 ~3"]),
      History(
        testDescription: "one change out of several that was taken back stands alone",
        words: "1@0a 2@1a 3@2a 4@3u:2", operations: ["4 undo 1", "3 agent 1", "2 agent 1 ~4", "1 agent 1"]),
      History(
        testDescription: "what was taken back as a part and as a whole", words: "1@0a 2@1a 3@2u:1 4@3u:1..2 5@4u:4",
        operations: ["5 undo 1", "4 undo 1 ~5", "3 undo 1", "2 agent 1", "1 agent 1 ~3"]),
      History(
        testDescription: "a replayed change counts once", words: "1@0a 2@1a 2@1a 3@2a", operations: ["1 agent 3"]),
      History(testDescription: "undoes in a ring", words: "1@0u:2 2@1u:1", operations: ["2 undo 1 ~1", "1 undo 1 ~2"]),
    ]
  }

  private static func commits(_ words: String) throws -> [OperationCommit] {
    try words.split(separator: " ").enumerated().map { number, word in
      let match = try #require(try /(\d)(\w?)@(\d+)([a-z])(?::(.+))?/.wholeMatch(in: word))
      let (_, change, machine, minute, sort, more) = match.output
      let author: Author =
        switch sort {
        case "a": .agent(name: "Claude", session: more.map(String.init))
        case "m": .sync
        default: .user
        }
      var hex = String(number, radix: 16)
      hex = String(repeating: "0", count: 40 - hex.count) + hex
      var commit = OperationCommit(
        id: try #require(ObjectID(hex: hex)), author: AuthorRecord(author, personName: "Ann"),
        machine: machine.isEmpty ? "desk" : String(machine), seconds: (Int64(minute) ?? 0) * 60)
      commit.change = String(change)
      if sort == "m" { commit.parents = [.emptyTree, .emptyBlob] }
      if sort == "r" { commit.restores = "x" }
      if sort == "c" { commit.resolves = ["x"] }
      if sort == "u", let range = ChangeRange(trailer: String(more ?? "")) { commit.undoes = [range] }
      return commit
    }.reversed()
  }

  @Test(arguments: History.all)
  func `operations are a function of the history`(_ history: History) throws {
    let list = OperationList(try Self.commits(history.words))
    let words = list.operations.map { operation in
      "\(operation.id) \(operation.kind.rawValue) \(operation.commits.count)"
        + (operation.undoneBy.map { " ~\($0)" } ?? "")
    }
    #expect(words == history.operations)
  }

  @Test func `an operation is named by the beginning of its id`() throws {
    func list(_ ids: [String]) -> OperationList {
      OperationList(
        ids.map { id in
          OperationCommit(
            id: .emptyTree, author: AuthorRecord(.user, personName: nil), machine: nil, seconds: 0, change: id,
            restores: "x")
        })
    }
    let three = list(["abcd1111", "abcd2222", "abcd22223333"])
    #expect(three.operations(named: "ABCD1").map(\.id) == ["abcd1111"])
    #expect(three.operations(named: "abcd2222").map(\.id) == ["abcd2222"])
    #expect(three.operations(named: "abcd").count == 3)
    for text in ["abc", "abce", "HEAD~1", "", "abcd1111x"] { #expect(three.operations(named: text).isEmpty, "\(text)") }
  }

  @Test func `what was taken without a merge stands among the commits by its time`() throws {
    let taken = Adoption(id: "ad0", before: .emptyTree, after: .emptyBlob, seconds: 90)
    var commits = try Self.commits("1@0r 2@1r 3@2r 4@3u:ad0")
    for index in commits.indices { commits[index].recorded = commits[index].seconds }
    let list = OperationList(commits, adoptions: [taken])
    #expect(list.operations.map(\.id) == ["4", "3", "ad0", "2", "1"])
    let adopted = try #require(list.operations(named: "ad0").first ?? list.operations.first { $0.id == "ad0" })
    #expect(adopted.kind == .adopt && adopted.undoneBy == "4" && adopted.newest.parents == [.emptyTree])
  }

  @Test func `what was read in part says what is whole`() throws {
    var commits = try Self.commits("1@0a 2@5r 3@30a 4@35a 5@60r")
    for index in commits.indices { commits[index].recorded = commits[index].seconds }
    func window(_ count: Int) -> OperationWindow {
      OperationWindow(
        Array(commits.prefix(count)), listed: commits.prefix(count).map(\.recorded), of: count, adoptions: [])
    }
    // An agent's change that is not read yet may belong to the oldest that is.
    #expect(window(2).whole.map(\.id) == ["5"] && !window(2).isAll)
    #expect(window(4).whole.map(\.id) == ["5", "3"])
    #expect(window(9).isAll && window(9).whole.count == 4)
    // The ends of a range that was taken back are read too.
    commits = try Self.commits("1@0a 2@1a 3@50u:1..2 4@51r")
    for index in commits.indices { commits[index].recorded = commits[index].seconds }
    #expect(window(2).whole.isEmpty && !window(3).isWhole(at: 3_060))
    #expect(window(9).whole.map(\.id) == ["4", "3", "1"])
  }

  @Test(
    arguments: [
      ([["desk"], ["laptop"]], 0), ([["laptop"], ["desk", "phone"]], 1), ([["desk"], []], 0), ([[], ["desk"]], 1),
      ([["desk"], ["desk"]], nil), ([["laptop"], ["phone"]], nil), ([[], []], nil),
    ] as [([[String]], Int?)])
  func `a merge's own side is the one that this machine had`(machines: [[String]], own: Int?) {
    let sides = zip([ObjectID.emptyTree, .emptyBlob], machines).map { MergedSide(parent: $0, machines: $1) }
    #expect(MergedSide.own(sides, here: "desk") == own)
    #expect(MergedSide.named(ObjectID.emptyBlob.hex, in: sides) == 1)
    #expect(MergedSide.named("nobody", in: sides) == nil)
    #expect(MergedSide.named("laptop", in: sides) == machines.firstIndex(of: ["laptop"]))
  }

  @Test(arguments: [
    ("Edit a.md", "Undo: Edit a.md"), ("Undo: Edit a.md", "Redo: Edit a.md"), ("Redo: Edit a.md", "Undo: Edit a.md"),
  ])
  func `a subject says undo and redo in turn`(subject: String, next: String) {
    #expect(UndoSubject.text(for: subject) == next)
  }

  @Test func `git's words are read with trailers, parents and paths`() throws {
    let id = "3d04658c73000000000000000000000000000001"
    let message = "Undo: Edit a.md\n\nStet-Actor: user\nStet-Machine: desk\nStet-Change: 1f\nStet-Undoes: 2a..3b\n"
    let output =
      "\u{1e}\(LogRecords.mark)\u{1f}\(id)\u{1f}\(ObjectID.emptyTree.hex) \(ObjectID.emptyBlob.hex)\u{1f}1700000000\u{1f}1700000001\u{1f}2023-11-14T22:13:20Z"
      + "\u{1f}Ann\u{1f}\(message)\u{1f}\u{0}\na.md\u{0}b/c.md\u{0}"
    let records = LogRecords.split(Array(output.utf8), fields: 7)
    #expect(OperationReader.commits(records) { _ in false }.isEmpty, "what another program's commit says")
    let commit = try #require(OperationReader.commits(records) { _ in true }.first)
    #expect(commit.id.hex == id && commit.parents == [.emptyTree, .emptyBlob])
    #expect(commit.seconds == 1_700_000_000 && commit.recorded == 1_700_000_001)
    #expect(commit.kind == .undo && commit.undoes == [ChangeRange("2a", to: "3b")] && commit.key == "1f")
    #expect(commit.paths == ["a.md", "b/c.md"] && commit.author.name == "Ann" && commit.machine == "desk")
  }
}
