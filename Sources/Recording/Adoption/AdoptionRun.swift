internal import GitObjects

/// The files that an adoption still has to place: the tip is already at the commit, and the disk follows in turns of
/// bounded length. Pure: times are passed in, monotonic nanoseconds.
struct AdoptionRun {
  /// One file to place.
  struct Step: Sendable {
    /// The number of its slot.
    var position: Int
    var path: WorkspacePath
    /// The change from the old to the new version.
    var change: TreeChange
  }

  /// The time for which a missing name is waited for, in nanoseconds: an editor may be between its two renames (rule
  /// 4).
  static let timeout: Int64 = 2_000_000_000

  /// The number of its slots.
  let number: UInt64
  /// The tip before the adoption; nil for no commit.
  let from: ObjectID?
  /// The commit.
  let target: ObjectID
  /// Paths whose files are not written.
  let leaving: Set<NameKey>

  private var steps: [Step?]
  private var positions: [WorkspacePath: Int]
  /// All paths in order, to find those below a folder; made when it is first needed.
  private var names: [WorkspacePath]?
  private var cursor = 0
  private var waiting: [Int: Int64] = [:]
  private var hasWaited: Set<Int> = []
  private var left: [WorkspacePath]

  /// Makes a run of all files of a plan; a file that is already on disk costs one observation.
  init(number: UInt64, from: ObjectID?, target: ObjectID, plan: AdoptionPlan) {
    self.number = number
    self.from = from
    self.target = target
    leaving = plan.leaving
    steps = plan.steps
    positions = plan.positions
    left = leaving.compactMap { try? WorkspacePath(String($0.text)) }.sorted()
  }

  /// Adds a path to observe after all other files: its content on disk is recorded on top of the adopted version.
  mutating func look(at path: WorkspacePath) { left.append(path) }

  /// Drops the files that the person's git wrote; another scan observes them.
  mutating func forgetLeft() { left = [] }

  /// Whether nothing is left to do.
  var isDone: Bool { positions.isEmpty && left.isEmpty }

  /// The number of files that are still to be placed or observed.
  var count: Int { positions.count + left.count }

  /// Returns whether a path's file is still to be placed; its content on disk is not a change then.
  func contains(_ path: WorkspacePath) -> Bool { positions[path] != nil }

  /// The time of the next step: at once (0), at the end of a wait, or never (nil).
  var due: Int64? {
    if isDone { return nil }
    return hasUntried ? 0 : waiting.values.min()
  }

  private var hasUntried: Bool { !left.isEmpty || positions.count > waiting.count }

  /// Takes the next file; nil if none can be placed now.
  mutating func next(at now: Int64) -> Step? {
    while cursor < steps.count {
      cursor += 1
      if let step = take(cursor - 1) { return step }
    }
    return waiting.filter { $0.value <= now }.keys.min().flatMap { take($0) }
  }

  /// Puts back a file to be placed later; returns false if that was done before.
  mutating func postpone(_ step: Step, at now: Int64) -> Bool {
    guard hasWaited.insert(step.position).inserted else { return false }
    steps[step.position] = step
    positions[step.path] = step.position
    waiting[step.position] = now + Self.timeout
    return true
  }

  /// Takes the files that must be placed before any change of a path: its own, those of the folders above it, which may
  /// still be files, and those below it, which may be in its way.
  mutating func take(relatedTo path: WorkspacePath) -> [Step] {
    guard !positions.isEmpty else { return [] }
    var found: [Int] = []
    var above: WorkspacePath? = path
    while let current = above {
      if let position = positions[current] { found.append(position) }
      above = current.parent
    }
    let names = self.names ?? positions.keys.sorted()
    self.names = names
    let prefix = path.string + "/"
    var (low, high) = (0, names.count)
    while low < high {
      let middle = (low + high) / 2
      if names[middle].string.utf8.lexicographicallyPrecedes(prefix.utf8) { low = middle + 1 } else { high = middle }
    }
    while low < names.count, names[low].isBelow(path) {
      if let position = positions[names[low]] { found.append(position) }
      low += 1
    }
    return found.sorted().compactMap { take($0) }
  }

  /// Removes a path that no longer needs to be placed.
  mutating func drop(_ path: WorkspacePath) {
    if let position = positions[path] { _ = take(position) }
  }

  /// Takes paths whose files are only observed.
  mutating func takeLeft(_ count: Int) -> [WorkspacePath] {
    let taken = left.suffix(count)
    left.removeLast(taken.count)
    return Array(taken)
  }

  private mutating func take(_ position: Int) -> Step? {
    guard let step = steps[position] else { return nil }
    steps[position] = nil
    positions[step.path] = nil
    waiting[position] = nil
    return step
  }
}
