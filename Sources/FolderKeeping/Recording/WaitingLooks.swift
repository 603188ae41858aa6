internal import Documents
internal import GitObjects
internal import WorkTree

/// Paths of a large batch, compared turn by turn; those that differ are then recorded as one commit.
///
/// Most of such a batch are echoes: the watcher reports the files that an adoption wrote. Compared in one turn, ten
/// thousand of them would delay writes for longer than the adoption itself (review B8). Pure.
package struct WaitingLooks {
  /// The maximum number of paths that are compared within the turn that records them.
  static let few = 256
  /// The same number while other saves are being compared: a person's saves do not wait for these, but the next part of
  /// an archive that is being unpacked belongs to them, and would otherwise be a commit of its own.
  static let fewMeanwhile = 16
  /// The number of differing paths that are recorded before the others are compared: their contents are in memory until
  /// then.
  static let many = 1_000
  /// The time in nanoseconds after which differing paths are recorded, also few.
  static let longest: Int64 = 500_000_000

  private var observations: [Observation] = []
  private var next = 0
  private var differing: [Observation] = []
  /// The time at which the first of the differing paths was compared; nil without any.
  private var differingSince: Int64?
  private var renames: [PathRename] = []
  /// Whether some are saves, and not only files that an adoption placed.
  private(set) var hasSaves = false
  /// The index of each path that has not been compared.
  private var places: [WorkspacePath: Int] = [:]

  /// Whether nothing waits.
  var isEmpty: Bool { observations.isEmpty && differing.isEmpty }

  /// Whether all paths have been compared.
  var isDone: Bool { next == observations.count }

  /// Adds due observations and the renames seen with them. Of two observations of one path the later counts: it decides
  /// whether a deletion is believed.
  ///
  /// - Parameter arePlaced: whether an adoption placed the files.
  mutating func append(_ more: [Observation], renames: [PathRename], arePlaced: Bool = false) {
    if !arePlaced, !more.isEmpty { hasSaves = true }
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

  /// Returns whether so many saves are compared turn by turn. Few of them do not wait behind many.
  func takes(_ count: Int) -> Bool {
    count > (hasSaves && observations.count - next <= Self.many ? Self.fewMeanwhile : Self.few)
  }

  /// Compares the next paths.
  ///
  /// - Parameters:
  ///   - now: the time in monotonic nanoseconds.
  ///   - sift: compares observations; returns the number compared and those that differ.
  /// - Returns: the paths that are equal to their recorded versions.
  mutating func advance(
    at now: Int64, _ sift: (ArraySlice<Observation>) -> (looked: Int, differing: [Observation])
  ) -> [WorkspacePath] {
    let slice = observations[next...]
    let (looked, differing) = sift(slice)
    next += looked
    for observation in slice.prefix(looked) { places[observation.path] = nil }
    let rest = Set(differing.map(\.path))
    self.differing.removeAll { rest.contains($0.path) }
    self.differing += differing
    differingSince = self.differing.isEmpty ? nil : differingSince ?? now
    return slice.prefix(looked).map(\.path).filter { !rest.contains($0) }
  }

  /// Removes and returns the differing observations if there are many or they have waited for long, except deletions and
  /// renamed files: at the end it is determined whether the deletions empty the folder, and both ends of a rename are
  /// recorded together.
  ///
  /// - Parameters:
  ///   - now: the time in monotonic nanoseconds.
  ///   - isMissing: returns whether a path has no file.
  mutating func takeMany(at now: Int64, _ isMissing: (WorkspacePath) -> Bool) -> [Observation] {
    let isLate = differingSince.map { now - $0 >= Self.longest } ?? false
    guard isLate || differing.count >= Self.many else { return [] }
    // Those that stay are looked at again after the same time.
    differingSince = now
    let renamed = Set(renames.map(\.to))
    let staying = Set(differing.map(\.path).filter { renamed.contains($0.string) || isMissing($0) })
    guard differing.count - staying.count >= (isLate ? 1 : Self.many / 2) else { return [] }
    let taken = differing.filter { !staying.contains($0.path) }
    differing.removeAll { !staying.contains($0.path) }
    if differing.isEmpty { differingSince = nil }
    return taken
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
