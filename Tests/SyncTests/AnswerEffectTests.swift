import GitObjects
import Testing

@testable import Sync

/// The effect of each answer to each question, as a table.
@Suite struct AnswerEffectTests {
  private static let tip = ObjectID.emptyTree
  private static let remote = ObjectID.emptyBlob

  private static let rows: [(kind: SyncQuestion.Kind, join: AnswerEffect, take: AnswerEffect)] = [
    (.remoteRewritten, .restoreLost, .follow(remote)),
    (.unrelatedHistory, .merge(tip, remote), .follow(remote)),
    (.remoteBranchDeleted, .forget, .leaveDeleted),
    (.unmetBranch, .publish(tip), .leaveDeleted),
    (.remoteEmptied, .plan, .plan),
    (.folderEmptied, .push(tip), .bringBack(tip)),
    (.firstPublication, .plan, .plan),
  ]

  @Test(arguments: rows.indices)
  func `each answer to a question has one effect`(row: Int) {
    let (kind, join, take) = Self.rows[row]
    let question = SyncQuestion(kind: kind, tip: Self.tip, remote: Self.remote)
    #expect(question.effect(of: .join) == join)
    #expect(question.effect(of: .take) == take)
  }

  @Test(arguments: SyncQuestion.Kind.allCases, SyncAnswer.allCases)
  func `an answer about commits that are gone only plans anew`(kind: SyncQuestion.Kind, answer: SyncAnswer) {
    let effect = SyncQuestion(kind: kind, tip: nil, remote: nil).effect(of: answer)
    #expect([.plan, .restoreLost, .forget, .leaveDeleted].contains(effect))
  }

  @Test func `the table has every kind of question`() {
    #expect(Set(Self.rows.map(\.kind)) == Set(SyncQuestion.Kind.allCases))
  }
}
