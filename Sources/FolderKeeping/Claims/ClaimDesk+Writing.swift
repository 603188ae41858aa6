package import Coordination
package import GitObjects
internal import Values
package import WorkTree
package import WorkspaceAPI

extension ClaimDesk {
  /// Carries out a change by the workspace itself while no other party claims its items.
  ///
  /// - Parameters:
  ///   - number: the claim that the writer names as its own.
  ///   - body: carries out the change; `hasWaited` is whether the desk waited for other claims, so that earlier reads
  ///     may be out of date.
  /// - Throws: `VerbError`: `busy` if another party claims an item until the timeout, `refused` if the claim with this
  ///   number has ended, `usage` if that claim is for other items, and errors of `body`.
  package func during<R: Sendable>(
    _ items: [ClaimItem], by caller: Caller, number: Int64? = nil,
    _ body: (_ hasWaited: Bool) async throws(VerbError) -> R
  ) async throws(VerbError) -> R {
    guard !items.isEmpty else { return try await body(false) }
    let known = try number.map { number throws(VerbError) in try holder(of: number, for: items) }
    let (answer, hasWaited) = await askAndTell { ticket, now in
      ClaimRequest(
        ticket: ticket, holder: known ?? Self.holder(caller, connection: nil, ticket: ticket), items: items,
        waitUntil: now + timeouts.write, lasts: .max / 4, isBrief: true)
    }
    let claim: Claim
    switch answer {
    case .success(let granted): claim = granted
    case .failure(let refusal): throw error(refusal)
    }
    defer { release(claim.number) }
    // The claim with this number may have ended while the desk waited for others.
    if let number { _ = try holder(of: number, for: items) }
    return try await body(hasWaited)
  }

  /// Carries out an adoption that changes paths.
  ///
  /// The adoption first waits for claims on the paths, a bounded time for each claim in all, whatever its intent and
  /// however often it conflicts. New claims on the paths wait for the adoption.
  package func adopting<R: Sendable>(_ paths: [WorkspacePath], _ body: () async throws -> R) async rethrows -> R {
    guard !paths.isEmpty else { return try await body() }
    let number = await giveWay(at: paths)
    defer { if let number { release(number) } }
    return try await body()
  }

  private func giveWay(at paths: [WorkspacePath]) async -> Int64? {
    let items = paths.map { ClaimItem($0, .writing) }
    let until: Int64 = change { state, now in
      var until: Int64 = 0
      for claim in state.table.claims where !claim.request.isBrief {
        guard claim.request.items.contains(where: { item in items.contains { $0.conflicts(with: item) } }) else {
          continue
        }
        let limit = state.adoptionDeadlines[claim.number] ?? now.monotonic + timeouts.adoption
        state.adoptionDeadlines[claim.number] = limit
        until = max(until, limit)
      }
      return (until, [])
    }
    let answer = await ask { ticket, _ in
      ClaimRequest(
        ticket: ticket, holder: ClaimHolder(party: "sync", name: "Stet"), items: items, waitUntil: until,
        lasts: .max / 4, isBrief: true, insists: true)
    }
    // A refusal occurs only when the desk closes.
    return try? answer.get().number
  }

  /// Returns the holder that other parties see for a caller.
  package static func holder(
    _ caller: Caller, connection: UInt64?, ticket: UInt64, name: String? = nil, pid: Int32? = nil
  ) -> ClaimHolder {
    if let agent = caller.agent, let session = caller.session, !session.isEmpty {
      // A session is one party over all its connections.
      return ClaimHolder(
        party: "session \(session.utf8.count) \(session) \(agent)", name: agent, pid: pid, isAgent: true,
        session: session)
    }
    return ClaimHolder(
      party: connection.map { "connection \($0)" } ?? "call \(ticket)", name: name ?? caller.agent ?? "a script",
      pid: pid, isAgent: caller.agent != nil)
  }

  private func holder(of number: Int64, for items: [ClaimItem]) throws(VerbError) -> ClaimHolder {
    var found: ClaimHolder?
    for item in items {
      switch look({ table, now in table.fence(number, for: item, at: now.monotonic) }) {
      case .holds(let holder): found = holder
      case .isForOther:
        throw VerbError(
          .usage, "Claim \(number) is not for \(item.intent.rawValue) \(item.path.string).",
          kept: "Nothing was changed.", next: "Claim that too, or leave the number out.", path: item.path.string)
      case .ended:
        throw VerbError(
          .refused, "Claim \(number) has ended: others may have changed \(item.path.string) since.",
          kept: "Nothing was changed.", next: "Claim it again and read it before you write.", path: item.path.string)
      }
    }
    return found ?? ClaimHolder(party: "", name: "")
  }

  /// Returns the error for a refusal.
  package func error(_ refusal: ClaimRefusal) -> VerbError {
    switch refusal {
    case .held(let holder, let item, let until):
      let now = time.now()
      let when = until.map { " until \(Self.clock($0, now))" } ?? ", who waited before"
      let process = holder.pid.map { " (process \($0))" } ?? ""
      return VerbError(
        .busy, "\(item.path.string) is claimed for \(item.intent.rawValue) by \(holder.name)\(process)\(when).",
        kept: "Nothing was changed.",
        next: "Try again then, or work on something else; 'stet coordinate list' shows all claims.",
        path: item.path.string)
    case .tooMany(let limit):
      return VerbError(
        .busy, "\(limit) claims are granted or wait already.", kept: "Nothing was changed.", next: "Try again later.")
    case .gone:
      return VerbError(
        .busy, "The claim was given up before it was granted.", kept: "Nothing was changed.", next: "Ask again.")
    }
  }

  /// Formats a time of the monotonic clock in ISO 8601.
  package static func clock(_ monotonic: Int64, _ now: Moment) -> String {
    ISOTime.text((now.wall + (monotonic - now.monotonic)) / 1_000_000_000, offset: now.offset)
  }
}
