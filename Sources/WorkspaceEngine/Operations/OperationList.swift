internal import Documents

/// What of a history can be taken back as one (decision 16). Pure: a function of the commits and nothing else, so that
/// machines with one history have one list.
///
/// A restore, an undo, a settled conflict and a merge are each an operation, and so is what was taken without a merge. So is what an agent did in one go: the
/// changes of one session on one machine between which no pause is longer than `pause`. Changes of others in between do
/// not part them, and neither does where a replay put them. Where some of them were taken back, those are operations of
/// their own.
struct OperationList: Sendable {
  /// The longest time between two changes of one go, in seconds.
  static let pause: Int64 = 600

  /// Who does something in one go.
  private struct Hand: Hashable {
    var machine: String?
    var name: String?
    var session: String?
  }

  /// Where a change stands in what its hand did.
  private struct Place {
    var hand: Hand
    var number: Int
  }

  /// The operations, the one with the newest commit first; what was adopted stands where it was.
  private(set) var operations: [Operation] = []
  /// By a change its position in the history, newest first.
  private var rank: [String: Int] = [:]
  private var places: [String: Place] = [:]
  /// What takes something back, newest first.
  private var undoing: [(id: String, range: ChangeRange)] = []
  /// By what is taken back, where in `undoing` that is said.
  private var direct: [ChangeRange: [Int]] = [:]
  /// By hand, where in `undoing` changes of it are taken back, and from which to which.
  private var stretches: [Hand: [(from: Int, to: Int, index: Int)]] = [:]

  /// Whether all is known of what is taken back: the ends of a range may be older than what was read.
  private(set) var knowsRanges = true

  /// Makes the list of some commits, newest first, and of what was adopted without a merge.
  init(_ history: [OperationCommit], adoptions: [Adoption] = []) {
    let commits = Self.placed(adoptions, among: history)
    var known: Set<String> = []
    var hands: [Hand: [OperationCommit]] = [:]
    for (position, commit) in commits.enumerated() where known.insert(commit.key).inserted {
      rank[commit.key] = position
      guard let kind = commit.kind else { continue }
      if kind == .agent {
        let hand = Hand(machine: commit.machine, name: commit.author.name, session: commit.author.session)
        hands[hand, default: []].append(commit)
        continue
      }
      for range in commit.undoes { undoing.append((commit.key, range)) }
      operations.append(
        Operation(kind: kind, commits: [commit], newest: commit, extent: ChangeRange(commit.key)))
    }
    for (hand, newestFirst) in hands {
      for (number, commit) in newestFirst.reversed().enumerated() {
        places[commit.key] = Place(hand: hand, number: number)
      }
    }
    for (index, (_, range)) in undoing.enumerated() {
      direct[range, default: []].append(index)
      if range.first != range.last, rank[range.first] == nil || rank[range.last] == nil { knowsRanges = false }
      guard let from = places[range.first], let to = places[range.last], from.hand == to.hand else { continue }
      stretches[from.hand, default: []].append((from.number, to.number, index))
    }
    for (hand, newestFirst) in hands { operations += goes(of: newestFirst.reversed(), hand) }
    operations.sort { (rank[$0.newest.key] ?? 0) < (rank[$1.newest.key] ?? 0) }
    for index in operations.indices { operations[index].undoneBy = undoer(of: operations[index].extent) }
  }

  /// The commits with each adoption before what is older.
  private static func placed(_ adoptions: [Adoption], among history: [OperationCommit]) -> [OperationCommit] {
    var commits: [OperationCommit] = []
    var rest = adoptions.sorted { $0.seconds > $1.seconds }[...]
    /// Within one second what was done on top of an adoption is newer than it.
    func isPast(_ next: Adoption, _ commit: OperationCommit) -> Bool {
      next.seconds > commit.recorded || next.seconds == commit.recorded && next.after == commit.id
    }
    for commit in history {
      while let next = rest.first, isPast(next, commit) {
        commits.append(next.commit)
        rest = rest.dropFirst()
      }
      commits.append(commit)
    }
    return commits + rest.map(\.commit)
  }

  /// What one hand did, oldest first, as what it did in one go each.
  private func goes(of line: [OperationCommit], _ hand: Hand) -> [Operation] {
    var starts: Set<Int> = [0]
    for (number, commit) in line.enumerated().dropFirst() where commit.seconds - line[number - 1].seconds > Self.pause {
      starts.insert(number)
    }
    for stretch in stretches[hand] ?? [] { starts.formUnion([stretch.from, stretch.to + 1]) }
    let bounds = starts.filter { $0 < line.count }.sorted() + [line.count]
    return zip(bounds, bounds.dropFirst()).compactMap { start, end in
      guard let first = line[start..<end].first, let last = line[start..<end].last else { return nil }
      return Operation(
        kind: .agent, commits: line[start..<end].reversed(), newest: last,
        extent: ChangeRange(first.key, to: last.key))
    }
  }

  /// Whether a text can be the beginning of an operation's id.
  static func isID(_ text: String) -> Bool {
    (4...40).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// The operations whose id begins so; at least four digits, and only the one whose id is exactly that where there is.
  func operations(named text: String) -> [Operation] {
    guard Self.isID(text) else { return [] }
    let named = operations.filter { $0.id.hasPrefix(text.lowercased()) }
    return named.filter { $0.id.utf8.count == text.utf8.count }.first.map { [$0] } ?? named
  }

  /// Commits of operations in the order of the history, newest first.
  func newestFirst(_ commits: [OperationCommit]) -> [OperationCommit] {
    commits.sorted { (rank[$0.key] ?? 0) < (rank[$1.key] ?? 0) }
  }

  /// The newest operation that takes changes back and stands itself; nil where they stand.
  func undoer(of extent: ChangeRange) -> String? { undoer(of: extent, beyond: []) }

  /// `seen` are operations that take each other back in a ring, which nobody made.
  private func undoer(of extent: ChangeRange, beyond seen: Set<String>) -> String? {
    var found = direct[extent] ?? []
    if let first = places[extent.first], let last = places[extent.last], first.hand == last.hand {
      for stretch in stretches[first.hand] ?? [] where stretch.from <= first.number && last.number <= stretch.to {
        found.append(stretch.index)
      }
    }
    return found.sorted().lazy.map { undoing[$0].id }.first { id in
      !seen.contains(id) && undoer(of: ChangeRange(id), beyond: seen.union([extent.first, id])) == nil
    }
  }
}
