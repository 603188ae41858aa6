internal import GitProcess
internal import GitObjects

/// The search for the versions that a remote refuses, by offers of everything else (review A5).
///
/// One path that the remote refuses must not block all others.
struct RefusalInquiry {
  /// The result of a search.
  enum Finding {
    /// The next step must be planned.
    case again
    /// The push stays refused; the words for people.
    case refused(String)
    /// The remote names no further path; its words.
    case unnamed(RefusalWords)
    /// These versions are refused, with the remote's words; the remote has everything else. Nothing else of the tip is
    /// left if there is a new tip. There are none if the remote accepts everything by now.
    case found([PathVersion: String], tip: NewTip?)
    /// The remote accepted no part: whether there is only one path, and the words for people; nil to plan again.
    case vain(isLone: Bool, words: String?)
  }

  /// The tip without the refused versions.
  struct NewTip {
    /// The commit that the remote accepted.
    var commit: ObjectID
    /// The paths of the refused versions.
    var leaving: Set<NameKey>
  }

  /// An offer to the remote: asks it to move its branch to a commit.
  typealias Offer = (ObjectID) async throws -> PushResult

  /// The number of pushes in which the remote may name further paths before the search begins.
  private static let namings = 8

  /// The refused commits.
  let unpublished: Unpublished
  /// The refused tip.
  let tip: ObjectID
  /// The remote's branch.
  let remote: ObjectID?
  let repository: SyncRepository

  /// Reads the refused commits; nil if there are too many to search.
  ///
  /// - Throws: `ObjectStoreError` for the first object that cannot be read.
  init?(of tip: ObjectID, over remote: ObjectID?, in repository: SyncRepository) throws(ObjectStoreError) {
    let (store, graph) = try repository.open()
    guard let unpublished = try Unpublished.find(of: tip, over: remote, graph: graph, in: store) else { return nil }
    self.unpublished = unpublished
    self.tip = tip
    self.remote = remote
    self.repository = repository
  }

  /// Withholds the paths that the remote names, until it accepts the rest.
  func nameRefused(
    _ words: RefusalWords, isolation: isolated any Actor, offer: Offer
  ) async throws -> Finding {
    let (store, graph) = try repository.open()
    var words = words
    var suspects: [PathVersion: String] = [:]
    for _ in 0..<Self.namings {
      let named = words.named(among: unpublished.paths.map { String($0.text) })
      guard add(named, to: &suspects) else { break }
      guard
        let kept = try Withholding.make(
          of: tip, over: remote, without: Set(suspects.keys), remoteName: repository.remoteName, graph: graph,
          in: store)
      else { return .refused(words.line) }
      if let remote, try graph.commit(kept.commit).tree == graph.commit(remote).tree {
        return .found(suspects, tip: nil)
      }
      switch try await offer(kept.commit) {
      case .accepted: return .found(suspects, tip: nil)
      case .rejectedNonFastForward, .locked: return .again
      case .refused(let message): words = RefusalWords(message)
      }
    }
    return .unnamed(words)
  }

  /// Adds versions of named paths to the suspects; returns false if there are none to add.
  ///
  /// The versions before the last one are added first: the refused content may no longer be in the file.
  private func add(_ named: [(path: String, words: String)], to suspects: inout [PathVersion: String]) -> Bool {
    let count = suspects.count
    for (path, said) in named {
      let versions = unpublished.versions(of: path)
      guard let last = versions.last else { continue }
      let earlier = versions.filter { $0 != last && suspects[$0] == nil }
      for version in earlier.isEmpty ? [last] : earlier where suspects[version] == nil { suspects[version] = said }
    }
    return suspects.count > count
  }

  /// Searches for the refused parts by offering the others; a part counts as refused only if another one was accepted.
  func searchRefused(
    _ words: RefusalWords, isolation: isolated any Actor, offer: Offer
  ) async throws -> Finding {
    var builder = LineBuilder(line: unpublished, over: remote)
    let commits = unpublished.steps.indices.map {
      LineBuilder.Part(step: $0, changes: unpublished.steps[$0].changes)
    }
    var found = try await offerParts(commits, with: &builder, isolation: isolation, offer: offer)
    var refused: [PathVersion: String] = [:]
    var isComplete = found.isComplete
    for part in found.refused where !found.isContended {
      var culprits = [part]
      if part.changes.count > 1 {
        let paths = part.changes.map { LineBuilder.Part(step: part.step, changes: [$0]) }
        let below = try await offerParts(paths, with: &builder, isolation: isolation, offer: offer)
        found.taken += below.taken
        found.isContended = found.isContended || below.isContended
        isComplete = isComplete && below.isComplete
        culprits = below.refused
      }
      for change in culprits.flatMap(\.changes) { refused[PathVersion(change)] = words.reason }
      if found.taken == 0, refused.count > 16 { break }
    }
    if found.taken == 0 {
      // A single path can only be the refused one, although nothing was accepted.
      let names = unpublished.paths
      let lone = names.count == 1 ? names.first.map { "\($0.text): " } ?? "" : ""
      let line = words.line.hasPrefix(lone) ? words.line : lone + words.line
      return .vain(isLone: names.count == 1, words: found.isContended ? nil : line)
    }
    if found.isContended { return .again }
    return .found(refused, tip: isComplete ? try newTip(builder.head, without: refused) : nil)
  }

  /// Returns the commit that the remote accepted as the new tip if it has everything else of the tip; nil if it is the
  /// tip.
  private func newTip(
    _ head: ObjectID?, without refused: [PathVersion: String]
  ) throws(ObjectStoreError) -> NewTip? {
    guard let head, head != tip else { return nil }
    let (store, graph) = try repository.open()
    let changes = try TreeDiff.changes(from: graph.commit(tip).tree, to: graph.commit(head).tree, in: store)
    guard changes.allSatisfy({ refused[PathVersion($0.path, $0.old?.id)] != nil }) else { return nil }
    return NewTip(commit: head, leaving: Set(changes.map { NameKey($0.path) }))
  }

  /// The result of offering parts in groups.
  private struct Offered {
    var refused: [LineBuilder.Part]
    var taken: Int
    var isContended = false
    var isComplete: Bool
  }

  private func offerParts(
    _ parts: [LineBuilder.Part], with builder: inout LineBuilder, isolation: isolated any Actor, offer: Offer
  ) async throws -> Offered {
    let (store, graph) = try repository.open()
    var search = RefusalSearch(parts: parts.count)
    while let count = search.offer {
      let group = search.rest.prefix(count).map { parts[$0] }
      guard let commit = try builder.make(group, graph: graph, in: store) else { break }
      var answer = PushResult.accepted
      // Nothing is left to offer if later commits replaced all of it.
      if commit != builder.head { answer = try await offer(commit) }
      switch answer {
      case .rejectedNonFastForward, .locked:
        return Offered(refused: [], taken: search.taken, isContended: true, isComplete: false)
      case .accepted, .refused: break
      }
      if answer == .accepted { builder.note(group, taken: commit) }
      search.note(isTaken: answer == .accepted)
    }
    return Offered(refused: search.refused.map { parts[$0] }, taken: search.taken, isComplete: search.rest.isEmpty)
  }
}
