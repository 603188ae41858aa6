internal import Documents
internal import GitObjects
internal import History

/// Paths of a large batch, looked at turn by turn; what differs of them is then recorded as one commit.
///
/// Most of such a batch are echoes: what an adoption brought comes back from the watcher. Looked at in one turn, ten
/// thousand of them let writes wait for longer than the adoption itself (review B8). Pure.
struct WaitingLooks {
  /// Up to so many paths are looked at within the turn that records them.
  static let few = 256
  /// So many that differ are recorded before the others are looked at: their content is in memory meanwhile.
  static let many = 1_000

  private var observations: [Observation] = []
  private var next = 0
  private var differing: [Observation] = []
  private var renames: [PathRename] = []
  /// Where a path stands among those that were not looked at.
  private var places: [WorkspacePath: Int] = [:]

  /// Whether nothing waits.
  var isEmpty: Bool { observations.isEmpty && differing.isEmpty }

  /// Whether all have been looked at.
  var isDone: Bool { next == observations.count }

  /// Adds what was found due, with the renames seen with it. Of two words about one path the later counts: it says
  /// whether a deletion is believed.
  mutating func append(_ more: [Observation], renames: [PathRename]) {
    for observation in more {
      if let place = places[observation.path] {
        observations[place] = observation
      } else {
        places[observation.path] = observations.count
        observations.append(observation)
      }
    }
    self.renames += renames
  }

  /// Looks at the next paths.
  ///
  /// - Parameter sift: how many of those given it looked at, and which of them differ.
  /// - Returns: paths that stand as they are recorded.
  mutating func advance(
    _ sift: (ArraySlice<Observation>) -> (looked: Int, differing: [Observation])
  ) -> [WorkspacePath] {
    let slice = observations[next...]
    let (looked, differing) = sift(slice)
    next += looked
    for observation in slice.prefix(looked) { places[observation.path] = nil }
    let rest = Set(differing.map(\.path))
    self.differing.removeAll { rest.contains($0.path) }
    self.differing += differing
    return slice.prefix(looked).map(\.path).filter { !rest.contains($0) }
  }

  /// Takes out what differs where that is much, but for deletions: whether they empty the folder is judged at the end.
  ///
  /// - Parameter isMissing: whether nothing stands at a path.
  mutating func takeMany(_ isMissing: (WorkspacePath) -> Bool) -> [Observation] {
    guard differing.count >= Self.many else { return [] }
    let missing = differing.filter { isMissing($0.path) }
    guard differing.count - missing.count >= Self.many / 2 else { return [] }
    let gone = Set(missing.map(\.path))
    defer { differing = missing }
    return differing.filter { !gone.contains($0.path) }
  }

  /// Takes out what is still to be recorded: what differs, and what was not looked at; each path once.
  mutating func take() -> (observations: [Observation], renames: [PathRename]) {
    let waiting = observations[next...]
    let paths = Set(waiting.map(\.path))
    let rest = (differing.filter { !paths.contains($0.path) } + waiting, renames)
    self = WaitingLooks()
    return rest
  }
}
