internal import Sessions
internal import Values
internal import WorkspaceAPI

extension SessionRun {
  /// Acquires the lease of a session; returns nil if sessions do not travel.
  ///
  /// - Parameter asked: the sessions as the caller has just asked for them; nil if it did not, or they do not travel.
  /// - Throws: `VerbError` if another machine has the session, or the remote cannot be asked.
  func lease(_ id: String, _ asked: SessionTravel? = nil) async throws(VerbError) -> LeaseKeeper? {
    let travel = if let asked { asked } else { try await SessionTravel.open(place, toRun: id, context) }
    guard let travel else { return nil }
    let keeper = travel.keeper(of: id)
    do throws(LeaseKeeper.Refusal) { try await keeper.acquire(takesOver: false, seen: travel.seen(id)) } catch {
      throw Self.failure(error, id)
    }
    return keeper
  }

  /// Returns the error for a session whose lease this machine does not get.
  static func failure(_ refusal: LeaseKeeper.Refusal, _ id: String) -> VerbError {
    let kept = "It is unchanged."
    return switch refusal {
    case .elsewhere(let machine):
      VerbError(
        .refused, "Session \(id) was last on \(machine).", kept: kept,
        next: "'stet session take-over \(id)' continues it here.")
    case .held(let machine, let until):
      VerbError(
        .busy, "Session \(id) is at work on \(machine), whose lease is valid until \(ISOTime.text(until / 1_000)).",
        kept: kept,
        next: "Pause it there, or take it over \(SessionLease.skew / 1_000) s after that time.")
    case .clocksDiffer(let machine, let until):
      VerbError(
        .busy,
        "The lease of session \(id) on \(machine) ends at \(ISOTime.text(until / 1_000)), later than any lease that "
          + "begins now: the clocks of the two machines differ.", kept: kept,
        next: "Set the clocks of both machines, then try again.")
    case .unpublished:
      VerbError(.notFound, "The remote has no session '\(id)'.", next: "'stet session list' shows all.")
    case .lostRace:
      VerbError(
        .busy, "Another machine took session \(id) at the same time.", kept: kept, next: "'stet session list' shows it."
      )
    case .unreachable(let reason):
      VerbError(
        .offline, "The lease of session \(id) cannot be acquired: \(sentence(reason))", kept: kept,
        next: "Try again when the remote answers.")
    }
  }

  /// Returns the error for a command that needs the machine on which a session is.
  static func isElsewhere(_ session: TravellingSession) -> VerbError {
    VerbError(
      .busy, "Session \(session.id) is on \(session.machine).", kept: "It is unchanged.",
      next: "Run the command there, or 'stet session take-over \(session.id)' here.")
  }
}
