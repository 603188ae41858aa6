import Documents
import FoundationEssentials
import GitObjects
import Testing
import WorkTree
import WorkspaceAPI

@testable import FolderKeeping
@testable import WorkspaceEngine

/// The events, their names and fields, and that the article about them names each.
@Suite struct EventTests {
  /// The name in JSON and the fields beside `event`, `time`, `message` and `paths`.
  static let table: [(name: String, fields: String, namesPaths: Bool)] = [
    ("recorded", "author commit kind", false), ("feed", "author commit id", true), ("stale-save", "kind", true),
    ("held", "", true), ("released", "", true),
    ("conflict", "commit id kind", true), ("settled", "commit id kind", true), ("question", "id kind", false),
    ("answered", "answer id kind", false), ("withdrawn", "id kind", false), ("paused", "kind", false),
    ("read-only", "", false), ("resumed", "", false), ("recovered", "", false), ("followed", "commit", false),
    ("remote", "", false), ("syncing", "", false), ("fetched", "commit", false), ("adopted", "commit", false),
    ("published", "commit", false), ("current", "", false), ("offline", "", false), ("online", "", false),
    ("refused", "", false), ("problem", "", false), ("hook", "kind", false),
    ("claimed", "author id kind", true), ("unclaimed", "id kind", true),
    ("downloaded", "", true), ("evicted", "", true),
  ]

  @Test func `every event has its name and its fields`() {
    #expect(Self.table.map(\.name) == EventKind.allCases.map(\.rawValue))
    for (row, kind) in zip(Self.table, EventKind.allCases) {
      #expect(row.fields == kind.fields.map(\.rawValue).sorted().joined(separator: " "), "\(kind)")
      #expect(row.namesPaths == kind.namesPaths, "\(kind)")
    }
  }

  @Test func `the article names every event, every field and every kind of recorded change`() throws {
    let article = try #require(Article.text("EventsAndHooks.md"))
    let names =
      EventKind.allCases.map(\.rawValue) + EventField.allCases.map(\.rawValue) + RecordedKind.allCases.map(\.rawValue)
      + HookName.allCases.map(\.rawValue) + ["event", "time", "message", "paths"]
    for name in names { #expect(article.contains("`\(name)`"), "\(name)") }
    for kind in EventKind.allCases { #expect(article.contains("| `\(kind.rawValue)` |"), "\(kind)") }
  }

  @Test func `an event in JSON has its fields and no others`() throws {
    let event = WorkspaceEvent(
      event: .readOnly, time: "2026-01-31T10:00:00Z", paths: ["a.md"], id: "x", message: "words")
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let text = String(decoding: try encoder.encode(event), as: UTF8.self)
    #expect(
      text
        == #"{"event":"read-only","id":"x","message":"words","paths":["a.md"],"time":"2026-01-31T10:00:00Z"}"#)
    #expect(event.fields == [.id])
  }

  @Test func `what happened while the workspace was opened is told to whoever listens first`() async {
    let hub = EventHub(time: SimulatedTime())
    hub.publish(.recovered, "one")
    hub.publish(.recorded, "two")
    hub.endOpening()
    hub.publish(.problem, "three")
    let (inner, first, second) = (hub.listen(to: [.recovered]), hub.listen(), hub.listen())
    hub.publish(.problem, "four")
    hub.close()
    var told: [[String]] = []
    for stream in [inner, first, second] {
      var messages: [String] = []
      for await event in stream { messages.append(event.message) }
      told.append(messages)
    }
    #expect(told == [["one"], ["one", "four"], ["four"]])
  }

  @Test func `a listener to some kinds gets those`() async {
    let hub = EventHub(time: SimulatedTime())
    hub.endOpening()
    let stream = hub.listen(to: [.conflict])
    hub.publish(.recorded, "one")
    hub.publish(.conflict, "two")
    hub.close()
    var messages: [String] = []
    for await event in stream { messages.append(event.message) }
    #expect(messages == ["two"])
  }

  @Test(arguments: [
    ("recording", "paused git", "paused git"), ("recording", "read-only", "read-only"), ("recording", "recording", ""),
    ("paused git", "recording", "resumed"), ("paused git", "paused branch", "paused branch"),
    ("read-only", "recording", "resumed"), ("read-only", "paused git", "paused git"), ("read-only", "read-only", ""),
  ])
  func `a pause and its end are told, and nothing twice`(from: String, to: String, told: String) {
    func mood(_ text: String) -> RecordingMood {
      switch text {
      case "recording": .recording
      case "read-only": .readOnly("full")
      default: .paused(String(text.dropFirst(7)), "why")
      }
    }
    let change = mood(from).change(to: mood(to))
    #expect([change?.event.rawValue, change?.kind].compactMap(\.self).joined(separator: " ") == told)
  }

  private static func paths(_ held: [String: HeldReason]) throws -> [WorkspacePath: HeldReason] {
    Dictionary(uniqueKeysWithValues: try held.map { (try WorkspacePath($0.key), $0.value) })
  }

  @Test func `held paths are told by reason, and those that are not any more`() throws {
    let change = HeldChange(
      from: try Self.paths(["a": .ignored, "b": .badName, "c": .captured, "d": .ignored]),
      to: try Self.paths(["b": .ignored, "d": .ignored, "e": .ignored, "f": .badName, "g": .captured]))
    #expect(
      change.held == [HeldReason.ignored.description: ["b", "e"], HeldReason.badName.description: ["f"]])
    #expect(change.released == ["a"])
    #expect(HeldChange(from: try Self.paths(["a": .ignored]), to: try Self.paths(["a": .ignored])).held.isEmpty)
  }

  @Test(arguments: [
    (Optional(Author.user), 1, false, false, RecordedKind.change),
    (.some(.agent(name: "A", session: nil)), 0, false, false, .change),
    (nil, 1, false, false, .git), (.some(.sync), 2, false, false, .merge), (.some(.sync), 1, false, false, .note),
    (.some(.user), 1, true, false, .resolve), (.some(.user), 1, false, true, .restore), (nil, 2, false, false, .merge),
  ])
  func `what sort of change a commit is`(
    author: Author?, parents: Int, resolves: Bool, restores: Bool, kind: RecordedKind
  ) {
    var message = CommitMessage(subject: "x", author: author)
    if resolves { message.resolves = ["0123456789abcdef"] }
    if restores { message.restores = "abc" }
    #expect(RecordedKind(message, parents: parents) == kind)
    message.undoes = [ChangeRange("0123456789abcdef")]
    #expect(RecordedKind(message, parents: parents) == (resolves ? .resolve : .undo))
  }
}

/// The articles about the program, as they are beside its sources.
enum Article {
  static func text(_ name: String, file: String = #filePath) -> String? {
    guard let end = file.range(of: "/Tests/", options: .backwards) else { return nil }
    let path = file[..<end.lowerBound] + "/Sources/WorkspaceEngine/WorkspaceEngine.docc/\(name)"
    return FileManager.default.contents(atPath: String(path)).map { String(decoding: $0, as: UTF8.self) }
  }
}
