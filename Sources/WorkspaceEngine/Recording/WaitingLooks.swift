internal import Documents
internal import GitObjects
internal import WorkTree

/// Paths of a large batch, compared turn by turn; those that differ are then recorded as one commit.
///
/// Most of such a batch are echoes: the watcher reports the files that an adoption wrote. Compared in one turn, ten
/// thousand of them would delay writes for longer than the adoption itself (review B8). Pure.
struct WaitingLooks {
  /// The maximum number of paths that are compared within the turn that records them.
  static let few = 256
  /// The number of differing paths that are recorded before the others are compared: their contents are in memory until
  /// then.
  static let many = 1_000

  private var observations: [Observation] = []
  private var next = 0
  private var differing: [Observation] = []
  private var renames: [PathRename] = []
  /// The index of each path that has not been compared.
  private var places: [WorkspacePath: Int] = [:]

  /// Whether nothing waits.
  var isEmpty: Bool { observations.isEmpty && differing.isEmpty }

  /// Whether all paths have been compared.
  var isDone: Bool { next == observations.count }

  /// Adds due observations and the renames seen with them. Of two observations of one path the later counts: it decides
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

  /// Compares the next paths.
  ///
  /// - Parameter sift: compares observations; returns the number compared and those that differ.
  /// - Returns: the paths that are equal to their recorded versions.
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

  /// Removes and returns the differing observations if there are many, except deletions: at the end it is determined
  /// whether they empty the folder.
  ///
  /// - Parameter isMissing: returns whether a path has no file.
  mutating func takeMany(_ isMissing: (WorkspacePath) -> Bool) -> [Observation] {
    guard differing.count >= Self.many else { return [] }
    let missing = differing.filter { isMissing($0.path) }
    guard differing.count - missing.count >= Self.many / 2 else { return [] }
    let gone = Set(missing.map(\.path))
    defer { differing = missing }
    return differing.filter { !gone.contains($0.path) }
  }

  /// Removes and returns everything that is still to be recorded: the differing paths and those not compared, each path
  /// once.
  mutating func take() -> (observations: [Observation], renames: [PathRename]) {
    let waiting = observations[next...]
    let paths = Set(waiting.map(\.path))
    let rest = (differing.filter { !paths.contains($0.path) } + waiting, renames)
    self = WaitingLooks()
    return rest
  }
}
