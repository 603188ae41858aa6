extension ClaimTable {
  /// Ends what has timed out and grants what is free, until nothing changes.
  mutating func settle(_ now: Int64) {
    // The most frequent case: no claims, and one or many writes.
    guard entries.contains(where: { !$0.isWriteAtWork }) else { return }
    end(.expired) { entry in !entry.request.isBrief && entry.until.map { $0 <= now } ?? false }
    var goesOn = true
    while goesOn {
      goesOn = false
      for index in entries.indices where step(index, now) { goesOn = true }
      guard !goesOn else { continue }
      for index in entries.indices where entries[index].request.insists && isOver(entries[index], now) {
        grant(index, now)
      }
      let over = entries.filter { isOver($0, now) }
      guard !over.isEmpty else { continue }
      // The refusals are computed before the entries are removed.
      let refused = over.map { ClaimEffect.refused(ticket: $0.request.ticket, refusal(of: $0)) }
      let tickets = Set(over.map(\.request.ticket))
      end(.released) { tickets.contains($0.request.ticket) }
      effects += refused
      goesOn = true
    }
  }

  private func isOver(_ entry: ClaimEntry, _ now: Int64) -> Bool { entry.number == nil && entry.due <= now }

  /// Advances one entry by one stage; returns whether it changed.
  private mutating func step(_ index: Int, _ now: Int64) -> Bool {
    switch entries[index].stage {
    case .held: return false
    case .waiting:
      guard !isBlocked(index) else { return false }
      askPresenters(index, now)
      if entries[index].awaited.isEmpty { grant(index, now) }
      return true
    case .preparing(let until):
      if until <= now, !entries[index].awaited.isEmpty {
        giveUpWaiting(index)
        return true
      }
      guard entries[index].awaited.isEmpty, !isHeldByOthers(index) else { return false }
      grant(index, now)
      return true
    }
  }

  private func isHeldByOthers(_ index: Int) -> Bool {
    entries.contains { $0.number != nil && $0.request.conflicts(with: entries[index].request) }
  }

  /// Returns whether an earlier entry blocks an entry.
  private func isBlocked(_ index: Int) -> Bool {
    let mine = entries[index].request
    for (place, other) in entries.enumerated() where place != index && other.request.conflicts(with: mine) {
      switch other.stage {
      case .held: return true
      case .preparing:
        // A program that is asked to save may claim the file to save: otherwise both would wait for each other.
        guard awaits(other, mine.holder.party) else { return true }
      case .waiting:
        if place < index, limit(behind: other, for: mine.holder.party) == nil { return true }
      }
    }
    return false
  }

  private func awaits(_ entry: ClaimEntry, _ party: String) -> Bool {
    entry.awaited.values.contains { presenters[$0]?.holder.party == party }
  }

  /// Returns the end of the party's claims that an earlier request waits for; nil if it waits for none of them.
  ///
  /// Waiting behind a request that waits for the party itself would last until the party's claim ends; going first must
  /// not last longer.
  private func limit(behind other: ClaimEntry, for party: String) -> Int64? {
    entries.compactMap(\.claim).filter {
      !$0.request.isBrief && $0.request.holder.party == party && $0.request.conflicts(with: other.request)
    }.map(\.until).max()
  }

  private mutating func grant(_ index: Int, _ now: Int64) {
    let request = entries[index].request
    var until = now + min(request.lasts, limits.longest)
    for other in entries[..<index] where !other.isActive && other.request.conflicts(with: request) {
      if let limit = limit(behind: other, for: request.holder.party) { until = min(until, limit) }
    }
    entries[index].stage = .held(number: nextNumber(), until: until)
    if let claim = entries[index].claim { effects.append(.granted(claim)) }
  }

  /// Returns the refusal that names the obstacle of an entry.
  private func refusal(of entry: ClaimEntry) -> ClaimRefusal {
    let request = entry.request
    let others = entries.filter { $0.request.conflicts(with: request) }
    let first = others.first { $0.number != nil } ?? others.first
    guard let first else { return .gone }
    let item = first.request.items.first { item in request.items.contains { $0.conflicts(with: item) } }
    guard let item else { return .gone }
    return .held(by: first.request.holder, item: item, until: first.until)
  }
}
