import WorkspaceAPI
import GitObjects
import Sync
import Testing

@testable import FolderKeeping
@testable import WorkspaceEngine

/// Everything that Stet asks: each with what was seen, what is untouched, and two commands.
@Suite struct QuestionSubjectTests {
  static let reasons = ["content", "deletion", "kind", "directory", "name"]

  private static func conflict(_ reason: String, kept: ObjectID? = .emptyBlob, path: String = "a b.md")
    -> QuestionSubject
  {
    .conflict(
      ConflictReport(
        id: "0123456789abcdef", path: path, reason: reason, base: nil,
        kept: ConflictVersion(blob: kept, machine: "desk"), other: ConflictVersion(blob: .emptyBlob, machine: "lap"),
        commit: .emptyTree, time: "2026-01-31T10:00:00Z"))
  }

  static let all: [QuestionSubject] =
    reasons.map { conflict($0) } + [conflict("deletion", kept: nil)]
    + [
      .staleSave("b.md", .stands, others: ["Claude"]), .filesGone(21, of: 30), .branchMovedBack("main", to: .emptyTree),
      .branchMovedBack("main", to: nil),
    ]
    + SyncQuestion.Kind.allCases.map {
      .remote(SyncQuestion(kind: $0, tip: .emptyTree, remote: .emptyTree, lost: .emptyBlob, gone: 21, of: 30))
    }

  @Test(arguments: all.indices)
  func `every question says what was seen, what is untouched, and two commands`(index: Int) throws {
    let subject = Self.all[index]
    let report = subject.report(since: "2026-01-31T10:00:00Z")
    #expect(report.id == subject.id && report.kind == subject.kind && report.scope == subject.scope)
    #expect(!report.seen.isEmpty && !report.untouched.isEmpty)
    #expect(report.answers.count == 2)
    #expect(Set(report.answers.map(\.word)).count == 2)
    for answer in report.answers {
      #expect(!answer.effect.isEmpty)
      let isResolve = answer.command == "stet resolve 'a b.md' --keep \(answer.word)"
      let isReapply = answer.command == "stet reapply b.md" && answer.word == "merge"
      #expect(isResolve || isReapply || answer.command == "stet questions answer \(report.id) \(answer.word)")
      #expect(isResolve == (report.kind == "conflict"))
    }
    #expect((report.path == "a b.md") == (report.kind == "conflict"))
    // A word for commands: nothing that a shell would take apart.
    #expect(report.id.utf8.allSatisfy { $0 == 45 || (48...57).contains($0) || (97...122).contains($0) })
    if case .remote(let question) = subject, question.kind != .firstPublication {
      #expect(SyncAnswer(rawValue: report.answers[0].word) == .join, "\(question)")
    }
  }

  @Test func `a file whose name begins with a dash is no option in a command`() {
    let save = QuestionSubject.staleSave("-a.md", .stands, others: ["Claude"]).report(since: "2026-01-31T10:00:00Z")
    #expect(save.answers.map(\.command).contains("stet reapply ./-a.md"), "\(save.answers)")
    let conflict = Self.conflict("content", path: "-a b.md").report(since: "2026-01-31T10:00:00Z")
    #expect(conflict.answers.first?.command == "stet resolve './-a b.md' --keep current", "\(conflict.answers)")
  }

  @Test func `the kinds are those that programs rely on`() {
    #expect(
      Set(Self.all.map(\.kind)) == [
        "conflict", "safety-stop", "branch-moved-back", "remote-rewritten", "unrelated-history",
        "remote-branch-deleted", "unmet-branch", "first-publication", "stale-save",
      ])
  }

  @Test func `the articles name every kind of question, every id and where it is answered`() throws {
    let events = try #require(Article.text("EventsAndHooks.md"))
    let decision = try #require(Article.text("Decisions/0017-questions-and-the-machines-on-which-an-answer-counts.md"))
    for subject in Self.all {
      #expect(events.contains("`\(subject.kind)`"), "\(subject.kind)")
      guard subject.kind != "conflict" else { continue }
      // Some end in digits of a commit or a path.
      let parts = subject.id.split(separator: "-").map(String.init).filter {
        !([10, 16].contains($0.count) && $0.allSatisfy(\.isHexDigit))
      }
      let name: String = parts.joined(separator: "-")
      #expect(decision.contains("`\(name)"), "\(name)")
    }
  }

  /// Decision 17.
  @Test(arguments: [
    ("0123456789abcdef", QuestionScope.everywhere), ("folder-emptied", .here), ("branch-moved-back", .here),
    ("unpublished-deletions", .here), ("remote-rewritten-e69de29bb2", .remote), ("unrelated-history", .remote),
    ("remote-branch-deleted", .remote), ("remote-emptied-4b825dc642", .remote), ("unmet-branch", .here),
    ("first-publication", .here), ("stale-save-abcbcf9a91dd2c90", .here),
  ])
  func `where an answer counts is a table`(id: String, scope: QuestionScope) throws {
    let subjects = Self.all.filter { $0.id == id }
    #expect(!subjects.isEmpty)
    for subject in subjects { #expect(subject.scope == scope) }
  }

  @Test func `every question is in that table`() { #expect(Set(Self.all.map(\.id)).count == 11) }
}
