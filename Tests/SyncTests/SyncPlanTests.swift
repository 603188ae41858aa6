import GitObjects
import Testing

@testable import Sync

@Suite struct SyncPlanTests {
  private static let a = ObjectID.emptyTree
  private static let b = ObjectID.emptyBlob
  private static let c = ObjectID.zero

  @Test(
    arguments: [
      (nil, nil, nil, true, Relation.same, SyncPlan.nothing),
      (nil, a, nil, true, .same, .adopt),
      (a, nil, nil, true, .same, .push),
      (a, nil, b, true, .same, .question(.remoteBranchDeleted)),
      (a, a, nil, true, .same, .nothing),
      (a, a, c, false, .same, .nothing),
      (a, b, nil, true, .ahead, .push),
      (a, b, nil, true, .behind, .adopt),
      (a, b, c, true, .diverged(bases: [c]), .merge(bases: [c])),
      (a, b, nil, true, .unrelated, .question(.unrelatedHistory)),
      (a, b, c, false, .ahead, .question(.remoteRewritten)),
      (a, b, c, false, .diverged(bases: [c]), .question(.remoteRewritten)),
      (a, b, c, false, .unrelated, .question(.unrelatedHistory)),
    ] as [(ObjectID?, ObjectID?, ObjectID?, Bool, Relation, SyncPlan)])
  func `the plan follows from what is here, there, and was there`(
    tip: ObjectID?, remote: ObjectID?, seen: ObjectID?, keepsSeen: Bool, relation: Relation, expected: SyncPlan
  ) {
    #expect(
      SyncPlan.decide(tip: tip, remote: remote, seen: seen, keepsSeen: keepsSeen, relation: relation) == expected)
  }

  @Test func `retries double with jitter up to the longest`() {
    var generator = SystemRandomNumberGenerator()
    var schedule = RetrySchedule.offline
    for step in [1, 2, 4, 8, 16, 32, 60, 60, 60] {
      let wait = schedule.next(using: &generator)
      #expect(wait >= .seconds(step) / 2 && wait <= .seconds(step))
    }
    schedule.reset()
    #expect(schedule.next(using: &generator) <= .seconds(1))
  }

  @Test func `polling slows down to a minute and wakes with activity`() {
    var generator = SystemRandomNumberGenerator()
    var schedule = PollSchedule()
    #expect(schedule.next(using: &generator) <= .milliseconds(2_200))
    for _ in 0..<40 { _ = schedule.next(using: &generator) }
    #expect(schedule.next(using: &generator) >= .seconds(54))
    schedule.noteActivity()
    #expect(schedule.next(using: &generator) <= .milliseconds(2_200))
  }
}
