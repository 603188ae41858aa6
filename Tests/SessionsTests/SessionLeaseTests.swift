import Sessions
import Testing

@Suite struct SessionLeaseTests {
  /// A row of the table: the lease's holder and end beside now, and the standing of the machine `me`.
  struct Row: Sendable {
    var holder: String?
    var until: Int64
    var standing: SessionLease.Standing
  }

  private static let now: Int64 = 1_800_000_000_000
  private static let (length, skew) = (SessionLease.length, SessionLease.skew)

  static let rows = [
    Row(holder: nil, until: 0, standing: .unpublished),
    Row(holder: "me", until: now + 1, standing: .own),
    Row(holder: "me", until: now - 86_400_000, standing: .own),
    Row(holder: "me", until: 0, standing: .own),
    Row(holder: "it", until: 0, standing: .free(machine: "Server")),
    Row(holder: "it", until: now + length, standing: .held(machine: "Server", until: now + length)),
    Row(holder: "it", until: now - 1, standing: .held(machine: "Server", until: now - 1)),
    Row(holder: "it", until: now - skew, standing: .held(machine: "Server", until: now - skew)),
    Row(holder: "it", until: now - skew - 1, standing: .free(machine: "Server")),
    Row(holder: "it", until: now + length + skew, standing: .held(machine: "Server", until: now + length + skew)),
    Row(
      holder: "it", until: now + length + skew + 1,
      standing: .clocksDiffer(machine: "Server", until: now + length + skew + 1)),
  ]

  @Test(arguments: rows)
  func `a lease stands to a machine as the table says`(row: Row) {
    let lease = row.holder.map { SessionLease(holder: $0, machine: "Server", until: row.until) }
    #expect(SessionLease.standing(lease, of: "me", now: Self.now) == row.standing)
  }

  @Test func `a lease permits nothing at its end, nor by a clock that was set back`() {
    let lease = SessionLease(holder: "me", machine: "Server", until: Self.now)
    for (now, isPermitted) in [
      (Self.now - Self.length, true), (Self.now - 1, true), (Self.now, false), (Self.now + 1, false),
      (Self.now - Self.length - 1, false),
    ] { #expect(lease.permits(now: now) == isPermitted, "\(now - Self.now)") }
    #expect(!SessionLease(holder: "me", machine: "Server", until: 0).permits(now: Self.now))
  }
}
