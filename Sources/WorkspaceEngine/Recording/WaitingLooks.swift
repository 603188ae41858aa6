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

  private var observations: [Observation] = []
  private var next = 0
  private var differing: [Observation] = []
  private var renames: [PathRename] = []

  /// Whether nothing waits.
  var isEmpty: Bool { observations.isEmpty }

  /// Whether all have been looked at.
  var isDone: Bool { next == observations.count }

  /// Adds what was found due, with the renames seen with it.
  mutating func append(_ more: [Observation], renames: [PathRename]) {
    observations += more
    self.renames += renames
  }

  /// Looks at the next paths.
  ///
  /// - Parameter sift: how many of those given it looked at, and which of them differ.
  /// - Returns: paths that stand as they are recorded.
  mutating func advance(_ sift: (ArraySlice<Observation>) -> (looked: Int, differing: [Observation])) -> [WorkspacePath]
  {
    let slice = observations[next...]
    let (looked, differing) = sift(slice)
    next += looked
    self.differing += differing
    let rest = Set(differing.map(\.path))
    return slice.prefix(looked).map(\.path).filter { !rest.contains($0) }
  }

  /// Takes out what is still to be recorded: what differs, and what was not looked at.
  mutating func take() -> (observations: [Observation], renames: [PathRename]) {
    let rest = (differing + observations[next...], renames)
    self = WaitingLooks()
    return rest
  }
}
