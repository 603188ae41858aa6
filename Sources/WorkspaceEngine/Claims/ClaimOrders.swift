internal import Coordination
internal import FileSystem
internal import FolderKeeping
internal import WorkTree
internal import WorkspaceAPI

/// Carries out the orders of programs and agents about claims and open files.
struct ClaimOrders: Sendable {
  /// The largest number of items in one claim.
  private static let mostItems = 1_000

  /// The folder's root.
  let root: String
  let claims: ClaimDesk
  /// Knows the folders that are followed.
  let keeper: FolderKeeper
  /// The clock.
  let time: any TimeSource

  /// Claims files or folders; returns when the claim is granted.
  ///
  /// - Throws: `VerbError`: `busy` with holder and end if others hold an item until the timeout; `usage` for an order
  ///   without items or with invalid times; `refused` for a path in a folder that is not followed; `failed` if its
  ///   number cannot be made durable.
  func claim(_ order: ClaimOrder) async throws(VerbError) -> ClaimReceipt {
    guard !order.items.isEmpty, order.items.count <= Self.mostItems else {
      throw VerbError(.usage, "A claim names 1 to \(Self.mostItems) files or folders.", kept: "Nothing was claimed.")
    }
    for item in order.items { try await FollowedPaths(keeper: keeper).check(item.path) }
    let wait = try nanoseconds(order.wait ?? 5, "wait", from: 0)
    let lasts = try nanoseconds(order.expires ?? 60, "expires", from: 0.001)
    do throws(FileError) {
      try await claims.numbers.reserve(above: claims.look { table, _ in table.lastNumber })
    } catch {
      throw VerbError(error)
    }
    let connection = order.stays == true ? nil : order.caller.connection
    let answer = await claims.ask { ticket, now in
      ClaimRequest(
        ticket: ticket,
        holder: ClaimDesk.holder(
          order.caller, connection: connection, ticket: ticket, name: order.name, pid: order.caller.pid),
        items: order.items, connection: connection, waitUntil: now + wait, lasts: lasts)
    }
    switch answer {
    case .success(let claim): return receipt(of: claim)
    case .failure(let refusal): throw claims.error(refusal)
    }
  }

  /// Whether a caller may end or renew a claim: a person any, an agent its own. An agent that states no session is known
  /// by its connection, or by its name.
  private func isHolder(_ caller: Caller, of request: ClaimRequest) -> Bool {
    guard let agent = caller.agent else { return true }
    if request.connection != nil, request.connection == caller.connection { return true }
    let holder = request.holder
    if holder.isAgent, holder.session == nil, holder.name == agent { return true }
    return ClaimDesk.holder(caller, connection: nil, ticket: 0).party == holder.party
  }

  /// Renews or releases a claim.
  ///
  /// - Throws: `VerbError`: `notFound` if the claim has ended; `busy` if another party waits for the claim, which then
  ///   ends at its earlier time; `refused` if an agent names the claim of another party.
  func changeClaim(_ change: ClaimChange) async throws(VerbError) -> ClaimReceipt {
    let (number, found) = (change.number, claims.look { table, _ in table.claims.first { $0.number == change.number } })
    guard let found, !found.request.isBrief else {
      throw VerbError(
        .notFound, "Claim \(number) has ended, or there never was one.", kept: "Nothing was changed.",
        next: "'stet coordinate list' shows the present claims.")
    }
    guard isHolder(change.caller, of: found.request) else {
      throw VerbError(
        .refused, "Claim \(number) is \(found.request.holder.name)'s, and only a person ends another's claim.",
        kept: "Nothing was changed.", next: "Wait until \(ClaimDesk.clock(found.until, time.now())).")
    }
    guard let expires = change.expires else {
      claims.release(number)
      return receipt(of: found)
    }
    let lasts = try nanoseconds(expires, "expires", from: 0.001)
    let renewed: Claim? = claims.change { state, now in
      let (isRenewed, effects) = state.table.renew(number, lasts: lasts, at: now.monotonic)
      return (isRenewed ? state.table.claims.first { $0.number == number } : nil, effects)
    }
    guard let renewed else {
      throw VerbError(
        .busy, "Somebody waits for claim \(number): it ends at its present time.", kept: "The claim is as it was.",
        next: "Finish until then; ask for another afterwards.")
    }
    return receipt(of: renewed)
  }

  /// Registers a program as presenter of an open file or folder.
  ///
  /// - Throws: `VerbError`: `usage` for an invalid path or without a connection, `refused` for a path in a folder that
  ///   is not followed, `busy` if there are too many presenters.
  func present(_ order: PresentOrder) async throws(VerbError) -> PresentReceipt {
    let path = try await FollowedPaths(keeper: keeper).path(order.path)
    guard let connection = order.caller.connection else {
      throw VerbError(.usage, "A program that has a file open gets notices over its connection, and there is none.")
    }
    let holder = ClaimDesk.holder(
      order.caller, connection: connection, ticket: 0, name: order.name ?? "a program", pid: order.caller.pid)
    let id: Int? = claims.change { state, _ in
      _ = ClaimDesk.listener(of: connection, &state)
      return (state.table.present(path, by: holder, connection: connection), [])
    }
    guard let id else { throw VerbError(.busy, "Too many files are presented already.", path: order.path) }
    return PresentReceipt(presenter: id)
  }

  /// Processes a program's answer to a notice, or that it closed a file; an answer that no request waits for has no
  /// effect.
  func answerNotice(_ answer: NoticeAnswer) async throws(VerbError) {
    guard let connection = answer.caller.connection else { return }
    claims.change { state, now in
      var effects: [ClaimEffect] = []
      if let notice = answer.notice {
        effects += state.table.answer(notice, from: connection, failure: answer.failure, at: now.monotonic)
      }
      if let presenter = answer.leaves, state.table.presenters[presenter]?.connection == connection {
        effects += state.table.leave(presenter: presenter, at: now.monotonic)
      }
      return ((), effects)
    }
  }

  /// Returns the notices for the programs of a connection.
  func notices(of connection: UInt64?) async throws(VerbError) -> AsyncStream<NoticeReport> {
    guard let connection else { throw VerbError(.usage, "Notices come over a connection, and there is none.") }
    return claims.listener(of: connection)
  }

  private func receipt(of claim: Claim) -> ClaimReceipt {
    let now = time.now()
    return ClaimReceipt(
      number: claim.number, items: claim.request.items, until: ClaimDesk.clock(claim.until, now),
      seconds: Double(max(0, claim.until - now.monotonic)) / 1e9, unready: claim.unready)
  }

  private func nanoseconds(_ seconds: Double, _ name: String, from least: Double) throws(VerbError) -> Int64 {
    guard seconds >= least, seconds <= 3_600 else {
      throw VerbError(
        .usage, "'\(name)' is \(seconds) seconds; it must be \(least) to 3600.", kept: "Nothing was claimed.")
    }
    return Int64(seconds * 1e9)
  }
}
