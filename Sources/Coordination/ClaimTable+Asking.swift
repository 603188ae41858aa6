extension ClaimTable {
  /// What a fencing number is worth for a change.
  package enum Fence: Hashable, Sendable {
    /// Its claim stands and is for that; this is its holder.
    case holds(ClaimHolder)
    /// Its claim stands and is for other things.
    case isForOther(ClaimHolder)
    /// It has ended, or there never was one.
    case ended
  }

  /// Asks for a claim; it is granted or refused in an effect of this call or of a later one.
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

  /// Gives a claim back; nothing where it has ended.
  package mutating func release(_ number: Int64, at now: Int64) -> [ClaimEffect] {
    settle(now)
    end(.released) { $0.number == number }
    settle(now)
    return take()
  }

  /// Gives back what a request led to, granted or not: who asked waits no more.
  package mutating func withdraw(ticket: UInt64, at now: Int64) -> [ClaimEffect] {
    settle(now)
    end(.released) { $0.request.ticket == ticket }
    settle(now)
    return take()
  }

  /// Has a claim hold so much longer from now on; false where it has ended, or somebody waits for it: renewing must not
  /// keep others waiting.
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

  /// A connection ended: its claims, its requests and its presenters end with it.
  package mutating func endConnection(_ connection: UInt64, at now: Int64) -> [ClaimEffect] {
    settle(now)
    for presenter in presenters.values where presenter.connection == connection { drop(presenter: presenter.id) }
    end(.holderGone) { $0.request.connection == connection }
    settle(now)
    return take()
  }

  /// What a number is worth for a change: a holder that died or stalled until its claim ended is refused by it.
  package func fence(_ number: Int64, for change: ClaimItem, at now: Int64) -> Fence {
    guard let claim = claims.first(where: { $0.number == number }), claim.until > now else { return .ended }
    let isPart = claim.request.items.contains { $0.allows(change) }
    return isPart ? .holds(claim.request.holder) : .isForOther(claim.request.holder)
  }

  /// The claim of another party that a change would wait for, and when it ends; nil where there is none.
  package func obstacle(to change: ClaimItem, by party: String) -> Claim? {
    claims.first { claim in
      claim.request.holder.party != party && claim.request.items.contains { $0.conflicts(with: change) }
    }
  }

  /// Ends entries.
  mutating func end(_ reason: ClaimEnd, where isMeant: (ClaimEntry) -> Bool) {
    let ended = entries.filter(isMeant)
    guard !ended.isEmpty else { return }
    entries.removeAll(where: isMeant)
    for entry in ended { tellEnd(of: entry, reason) }
  }

  /// Tells that an entry ended: who asked, and the programs that had let go.
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
