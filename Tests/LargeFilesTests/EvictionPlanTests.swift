import GitObjects
import LargeFiles
import Testing

@Suite struct `What is evicted` {
  private let now = 1_000_000

  private func candidate(_ name: String, _ pointer: Pointer, lastUse: Int) throws -> EvictionCandidate {
    var candidate = EvictionCandidate(path: try WorkspacePath(name), pointer: pointer, lastUse: lastUse)
    candidate.verified = now - 10
    return candidate
  }

  @Test func `is what was used least recently, and no more than is needed`() throws {
    let candidates = try (1...5).map { index in
      try candidate("f\(index)", Pointer(id: Samples.id(UInt8(index)), size: 100), lastUse: 100 - index)
    }
    let plan = EvictionPlan(candidates, want: .bytes(150), now: now)
    #expect(plan.evicted.map(\.path.string) == ["f5", "f4"])
    #expect(plan.freed == 200 && plan.isEnough)
    #expect(plan.kept[candidates[0].path] == .notNeeded)
  }

  static let reasons: [(EvictionPlan.Reason, @Sendable (inout EvictionCandidate) -> Void)] = [
    (.pinned, { $0.isPinned = true }), (.open, { $0.isOpen = true }), (.changed, { $0.isChanged = true }),
    (.linked, { $0.links = 2 }), (.unverified, { $0.verified = nil }), (.unverified, { $0.verified = 1 }),
    (.unverified, { $0.verified = 2_000_000 }),
  ]

  @Test(arguments: reasons)
  func `is never what a reason stands against`(
    reason: EvictionPlan.Reason, change: @Sendable (inout EvictionCandidate) -> Void
  ) throws {
    var candidate = try candidate("f", Pointer(id: Samples.id(1), size: 100), lastUse: 1)
    change(&candidate)
    let plan = EvictionPlan([candidate], want: .all, now: now)
    #expect(plan.evicted.isEmpty && plan.objects.isEmpty)
    #expect(plan.kept[candidate.path] == reason)
    #expect(!EvictionPlan([candidate], want: .bytes(1), now: now).isEnough)
  }

  @Test func `an object stays while another file needs it`() throws {
    let pointer = Pointer(id: Samples.id(1), size: 100)
    let one = try candidate("a", pointer, lastUse: 1)
    var other = try candidate("b", pointer, lastUse: 2)
    #expect(EvictionPlan([one, other], want: .all, now: now).objects == [pointer.id])
    let beside = EvictionPlan([one, other], want: .all, needed: [pointer.id], now: now)
    #expect(beside.evicted == [one, other] && beside.objects.isEmpty && beside.freed == 0)
    other.isPinned = true
    let plan = EvictionPlan([one, other], want: .all, now: now)
    #expect(plan.evicted == [one] && plan.objects.isEmpty && plan.freed == 0)
  }
}
