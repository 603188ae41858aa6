package import WorkspaceAPI

extension ClaimTable {
  /// The validity of a fencing number for a change.
  package enum Fence: Hashable, Sendable {
    /// The claim is valid for the change; this is its holder.
    case holds(ClaimHolder)
    /// The claim is valid for other items only.
    case isForOther(ClaimHolder)
    /// The claim has ended, or never existed.
    case ended
  }

  /// Requests a claim; an effect of this call or of a later one grants or refuses it.
  package mutating func ask(_ request: ClaimRequest, at now: Int64) -> [ClaimEffect] {
    settle(now)
    if !request.isBrief, entries.lazy.filter({ !$0.request.isBrief }).count >= limits.mostClaims {
      effects.append(.refused(ticket: request.ticket, .tooMany(limits.mostClaims)))
      return take()
    }
    entries.append(ClaimEntry(request: request))
    settle(now)
    return take()
  }

  /// Releases a claim; does nothing if it has ended.
  package mutating func release(_ number: Int64, at now: Int64) -> [ClaimEffect] {
    settle(now)
    end(.released) { $0.number == number }
    settle(now)
    return take()
  }

  /// Releases or cancels the result of a request whose requester no longer waits.
  package mutating func withdraw(ticket: UInt64, at now: Int64) -> [ClaimEffect] {
    settle(now)
    end(.released) { $0.request.ticket == ticket }
    settle(now)
    return take()
  }

  /// Extends a claim by so much from now on. Returns false if it has ended, or another request waits for it: a renewal
  /// must not keep others waiting.
  package mutating func renew(_ number: Int64, lasts: Int64, at now: Int64) -> (isRenewed: Bool, [ClaimEffect]) {
    settle(now)
    guard let index = entries.firstIndex(where: { $0.number == number }) else { return (false, take()) }
    let request = entries[index].request
    guard !entries.contains(where: { !$0.isActive && $0.request.conflicts(with: request) }) else {
      return (false, take())
    }
    entries[index].stage = .held(number: number, until: now + min(lasts, limits.longest))
    return (true, take())
  }

  /// Ends a connection with its claims, requests and presenters.
  package mutating func endConnection(_ connection: UInt64, at now: Int64) -> [ClaimEffect] {
    settle(now)
    for presenter in presenters.values where presenter.connection == connection { drop(presenter: presenter.id) }
    end(.holderGone) { $0.request.connection == connection }
    settle(now)
    return take()
  }

  /// Returns the validity of a fencing number for a change; it is how a holder that stalled until its claim ended is
  /// refused.
  package func fence(_ number: Int64, for change: ClaimItem, at now: Int64) -> Fence {
    guard let claim = claims.first(where: { $0.number == number }), claim.until > now else { return .ended }
    let isPart = claim.request.items.contains { $0.allows(change) }
    return isPart ? .holds(claim.request.holder) : .isForOther(claim.request.holder)
  }

  /// Ends entries.
  mutating func end(_ reason: ClaimEnd, where isMeant: (ClaimEntry) -> Bool) {
    let ended = entries.filter(isMeant)
    guard !ended.isEmpty else { return }
    entries.removeAll(where: isMeant)
    for entry in ended { tellEnd(of: entry, reason) }
  }

  /// Returns the effect that notifies the requester of an entry's end.
  func endEffects(of entry: ClaimEntry, _ reason: ClaimEnd) -> ClaimEffect? {
    if let claim = entry.claim { return .ended(claim, reason) }
    return reason == .released ? nil : .refused(ticket: entry.request.ticket, .gone)
  }

  private mutating func tellEnd(of entry: ClaimEntry, _ reason: ClaimEnd) {
    if let effect = endEffects(of: entry, reason) { effects.append(effect) }
    for (presenter, item) in entry.letGo.sorted(by: { $0.key < $1.key }) where presenters[presenter] != nil {
      effects.append(
        .notice(PresenterNotice(id: nextNotice(), presenter: presenter, kind: .free, path: item.path)))
    }
  }
}
