internal import Documents
internal import FolderKeeping

/// The operations of a history, which can be undone as one (decision 16). Pure: a function of the commits alone, so
/// that machines with the same history have the same list.
///
/// A restore, an undo, a resolved conflict, a merge, and an adoption without a merge are each an operation. A run of an
/// agent is one as well: the changes of one session on one machine in which no pause is longer than `pause`. Changes of
/// others in between do not divide a run, and neither does the order after a replay. Changes of a run that were undone
/// separately are operations of their own.
struct OperationList: Sendable {
  /// The longest time between two changes of one run, in seconds.
  static let pause: Int64 = 600

  /// The author of a run.
  private struct Hand: Hashable {
    var machine: String?
    var name: String?
    var session: String?
  }

  /// The position of a change in the line of its author's changes.
  private struct Place {
    var hand: Hand
    var number: Int
  }

  /// The operations, ordered by their newest commit, newest first; an adoption is placed by its time.
  private(set) var operations: [Operation] = []
  /// The position of each change in the history, newest first.
  private var rank: [String: Int] = [:]
  private var places: [String: Place] = [:]
  /// The operations that undo others, newest first.
  private var undoing: [(id: String, range: ChangeRange)] = []
  /// The indexes in `undoing`, by the range that is undone.
  private var direct: [ChangeRange: [Int]] = [:]
  /// The undone stretches of each author's line, each with its index in `undoing`.
  private var stretches: [Hand: [(from: Int, to: Int, index: Int)]] = [:]

  /// Whether both ends of all undone ranges are known: an end may be older than the commits that were read.
  private(set) var knowsRanges = true

  /// Makes the list of commits, newest first, and of adoptions without a merge.
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

  /// Returns the commits with each adoption inserted before the commits older than it.
  private static func placed(_ adoptions: [Adoption], among history: [OperationCommit]) -> [OperationCommit] {
    var commits: [OperationCommit] = []
    var rest = adoptions.sorted { $0.seconds > $1.seconds }[...]
    /// Within one second, a commit on top of an adoption is newer than the adoption.
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

  /// Divides the line of one author's changes, oldest first, into runs.
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

  /// Returns whether a text can be a prefix of an operation's id.
  static func isID(_ text: String) -> Bool {
    (4...40).contains(text.utf8.count) && text.allSatisfy { $0.isASCII && $0.isHexDigit }
  }

  /// Returns the operations whose id begins with a text of at least four hexadecimal digits; only the operation with
  /// exactly that id if there is one.
  func operations(named text: String) -> [Operation] {
    guard Self.isID(text) else { return [] }
    let named = operations.filter { $0.id.hasPrefix(text.lowercased()) }
    return named.filter { $0.id.utf8.count == text.utf8.count }.first.map { [$0] } ?? named
  }

  /// Returns the commits of operations in the order of the history, newest first.
  func newestFirst(_ commits: [OperationCommit]) -> [OperationCommit] {
    commits.sorted { (rank[$0.key] ?? 0) < (rank[$1.key] ?? 0) }
  }

  /// Returns the newest operation that undoes changes and was not undone itself; nil if the changes were not undone.
  func undoer(of extent: ChangeRange) -> String? { undoer(of: extent, beyond: []) }

  /// `seen` guards against operations that undo each other in a cycle; no program makes such commits.
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
