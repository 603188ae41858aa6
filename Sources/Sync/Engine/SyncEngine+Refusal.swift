internal import GitObjects

/// The rules by which one path that the remote refuses does not block all others (review A5).
extension SyncEngine {
  /// The number of pushes in which the remote may name further paths before the search begins.
  private static let namings = 8

  /// Removes versions that the remote is known to refuse from the unpublished commits; returns whether the tip was
  /// moved, or moved meanwhile, so that the next step must be planned.
  func withholdKnown(_ tip: ObjectID) async throws -> Bool {
    forbidden = nil
    let refused = try await host.refused()
    isLookedThrough = refused != nil
    guard let refused, !refused.isEmpty else { return false }
    let (store, graph) = try open()
    guard
      let kept = try Withholding.make(
        of: tip, over: remote, without: refused, remoteName: remoteName, graph: graph, in: store)
    else {
      let unpublished = try Unpublished.find(
        of: tip, over: remote, graph: graph, in: store, limit: Withholding.longest)
      // With too many commits to search, any of them may add any of the versions.
      let versions =
        unpublished.map { refused.intersection($0.steps.flatMap(\.changes).map(PathVersion.init)) } ?? refused
      if !versions.isEmpty { forbidden = await host.forbids(versions) }
      return false
    }
    try await adoptWithout(kept.commit, over: tip, leaving: kept.paths)
    return true
  }

  private func adoptWithout(_ target: ObjectID, over tip: ObjectID, leaving paths: Set<NameKey>) async throws {
    try ReplayedCommits(store: open().store).keep(tip, at: clock.seconds())
    // A version that is in no file any more exists nowhere else, so it is kept without end, unlike a tip that is
    // replayed whole.
    _ = try rescue(tip)
    if try await host.adopt(target, expecting: tip, leaving: paths) == .adopted { try note(remote) }
  }

  /// Finds the versions that the remote refuses and publishes everything else; nil if the next step must be planned.
  ///
  /// - Parameter words: the remote's answer for the tip.
  func settleRefusal(_ words: RefusalWords, of tip: ObjectID, on branch: String) async throws -> RoundEnd? {
    let (store, graph) = try open()
    guard let unpublished = try Unpublished.find(of: tip, over: remote, graph: graph, in: store) else {
      return .refused(words.line)
    }
    var words = words
    var suspects: [PathVersion: String] = [:]
    for _ in 0..<Self.namings {
      let named = words.named(among: unpublished.paths.map { String($0.text) })
      guard try note(named, in: unpublished, of: tip, to: &suspects) else { break }
      guard
        let kept = try Withholding.make(
          of: tip, over: remote, without: Set(suspects.keys), remoteName: remoteName, graph: graph, in: store)
      else { return .refused(words.line) }
      if let remote, try graph.commit(kept.commit).tree == graph.commit(remote).tree {
        try await host.refuse(suspects)
        return nil
      }
      switch try await offer(kept.commit, to: branch) {
      case .accepted:
        try await host.refuse(suspects)
        return nil
      case .rejectedNonFastForward: return nil
      case .refused(let message): words = RefusalWords(message)
      }
    }
    return try await search(unpublished, of: tip, on: branch, saying: words)
  }

  /// Adds versions of named paths to the suspects; returns false if there are none to add.
  ///
  /// The versions before the last one are added first: the refused content may no longer be in the file.
  private func note(
    _ named: [(path: String, words: String)], in unpublished: Unpublished, of tip: ObjectID,
    to suspects: inout [PathVersion: String]
  ) throws(ObjectStoreError) -> Bool {
    let count = suspects.count
    for (path, said) in named {
      let versions = unpublished.versions(of: path)
      guard let last = versions.last else { continue }
      let earlier = versions.filter { $0 != last && suspects[$0] == nil }
      for version in earlier.isEmpty ? [last] : earlier where suspects[version] == nil { suspects[version] = said }
    }
    return suspects.count > count
  }

  /// Asks the remote to move its branch to a commit.
  private func offer(_ commit: ObjectID, to branch: String) async throws -> PushResult {
    try await push([ReferenceUpdate("refs/heads/" + branch, to: commit)])
  }

  /// Searches for the refused parts by offering the others; a part counts as refused only if another one was accepted.
  private func search(
    _ line: Unpublished, of tip: ObjectID, on branch: String, saying words: RefusalWords
  ) async throws -> RoundEnd? {
    guard line.isPlain, vainSearchUntil.map({ $0 <= clock.uptime() }) ?? true else { return .refused(words.line) }
    let (store, graph) = try open()
    var builder = LineBuilder(line: line, over: remote)
    let commits = line.steps.indices.map { LineBuilder.Part(step: $0, changes: line.steps[$0].changes) }
    var found = try await offerParts(commits, on: branch, with: &builder)
    var refused: [PathVersion: String] = [:]
    var isComplete = found.isComplete
    for part in found.refused where !found.isContended {
      var culprits = [part]
      if part.changes.count > 1 {
        let paths = part.changes.map { LineBuilder.Part(step: part.step, changes: [$0]) }
        let below = try await offerParts(paths, on: branch, with: &builder)
        found.taken += below.taken
        found.isContended = found.isContended || below.isContended
        isComplete = isComplete && below.isComplete
        culprits = below.refused
      }
      for change in culprits.flatMap(\.changes) { refused[PathVersion(change)] = words.reason }
      if found.taken == 0, refused.count > 16 { break }
    }
    guard found.taken > 0, !found.isContended else {
      if found.taken == 0 { noteVainSearch(line) }
      if found.isContended { return nil }
      // A single path can only be the refused one, although nothing was accepted.
      let names = Set(line.paths)
      let lone = names.count == 1 ? names.first.map { "\($0.text): " } ?? "" : ""
      return .refused(words.line.hasPrefix(lone) ? words.line : lone + words.line)
    }
    vainSearches.reset()
    (vainSearchUntil, isRefusedAlone) = (nil, false)
    try await host.refuse(refused)
    // The commit that the remote accepted becomes the tip if nothing was recorded meanwhile and nothing is undecided.
    guard isComplete, let head = builder.head else { return nil }
    let changes = try TreeDiff.changes(from: graph.commit(tip).tree, to: graph.commit(head).tree, in: store)
    guard changes.allSatisfy({ refused[PathVersion($0.path, $0.old?.id)] != nil }) else { return nil }
    try await adoptWithout(head, over: tip, leaving: Set(changes.map { NameKey($0.path) }))
    return nil
  }

  private func noteVainSearch(_ line: Unpublished) {
    isRefusedAlone = line.paths.count == 1
    if isRefusedAlone { return }
    vainSearchUntil = clock.uptime() + vainSearches.next(using: &generator)
  }

  /// The result of offering parts in groups.
  private struct Offered {
    var refused: [LineBuilder.Part]
    var taken: Int
    var isContended = false
    var isComplete: Bool
  }

  private func offerParts(
    _ parts: [LineBuilder.Part], on branch: String, with builder: inout LineBuilder
  ) async throws -> Offered {
    let (store, graph) = try open()
    var search = RefusalSearch(parts: parts.count)
    while let count = search.offer {
      let group = search.rest.prefix(count).map { parts[$0] }
      guard let commit = try builder.make(group, graph: graph, in: store) else { break }
      var answer = PushResult.accepted
      // Nothing is left to offer if later commits replaced all of it.
      if commit != builder.head { answer = try await offer(commit, to: branch) }
      if answer == .rejectedNonFastForward {
        return Offered(refused: [], taken: search.taken, isContended: true, isComplete: false)
      }
      if answer == .accepted { builder.note(group, taken: commit) }
      search.note(isTaken: answer == .accepted)
    }
    return Offered(refused: search.refused.map { parts[$0] }, taken: search.taken, isComplete: search.rest.isEmpty)
  }
}
