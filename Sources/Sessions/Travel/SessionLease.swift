/// The right of one machine to run a session that travels, for a time. Pure.
///
/// The holder stops before `until` by its own clock, and every other machine waits for `skew` longer by its own. So two
/// machines whose clocks differ by at most `skew` never run one session at once.
package struct SessionLease: Hashable, Sendable {
  /// The relation of a machine to the lease of a session.
  package enum Standing: Hashable, Sendable {
    /// The remote does not have the session.
    case unpublished
    /// The machine holds it, or held it last.
    case own
    /// Another machine held it last and released it, or its lease expired: the session may be taken over.
    case free(machine: String)
    /// Another machine holds it until a time, in milliseconds since 1970.
    case held(machine: String, until: Int64)
    /// The lease ends later than any lease that begins now: the clocks differ by more than `skew`.
    case clocksDiffer(machine: String, until: Int64)
  }

  /// The time in milliseconds for which a lease is given.
  package static let length: Int64 = 180_000
  /// The greatest difference in milliseconds between the clocks of two machines.
  package static let skew: Int64 = 30_000

  /// The holder: a name that no other clone of the workspace has.
  package var holder: String
  /// The holder's name for people.
  package var machine: String
  /// The time at which it ends, in milliseconds since 1970; 0 after its holder released it.
  package var until: Int64

  /// Creates a lease.
  package init(holder: String, machine: String, until: Int64) {
    self.holder = holder
    self.machine = machine
    self.until = until
  }

  /// Returns the relation of a machine to a lease.
  ///
  /// - Parameters:
  ///   - lease: the lease at the remote; nil for none.
  ///   - holder: the machine, as the holder of leases.
  ///   - now: milliseconds since 1970 by the machine's clock.
  package static func standing(_ lease: SessionLease?, of holder: String, now: Int64) -> Standing {
    guard let lease else { return .unpublished }
    if lease.holder == holder { return .own }
    if lease.until > now + length + skew { return .clocksDiffer(machine: lease.machine, until: lease.until) }
    if lease.until == 0 || now > lease.until + skew { return .free(machine: lease.machine) }
    return .held(machine: lease.machine, until: lease.until)
  }

  /// Returns whether the holder may still act: before the end, and with a clock that was not set back.
  package func permits(now: Int64) -> Bool { now < until && until <= now + Self.length }
}
