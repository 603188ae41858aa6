internal import GitObjects

/// The files that an adoption still has to bring to the tip: the tip stands there already, the disk follows in turns of
/// bounded length. Pure: times are passed in, monotonic nanoseconds.
struct AdoptionRun {
  /// One file to bring.
  struct Step: Sendable {
    /// The number of its slot.
    var position: Int
    /// The path.
    var path: WorkspacePath
    /// From what to what.
    var change: TreeChange
  }

  /// How long a name that is missing is waited for: an editor may be between its two renames (rule 4).
  static let patience: Int64 = 2_000_000_000

  /// The number of its slots.
  let number: UInt64
  /// Where the tip stood before; nil for nothing.
  let from: ObjectID?
  /// The commit.
  let target: ObjectID
  /// Paths whose files are not touched.
  let leaving: Set<String>

  private var steps: [Step?]
  private var positions: [WorkspacePath: Int]
  /// All paths in order, for those below a folder; made when it is first asked for.
  private var names: [WorkspacePath]?
  private var cursor = 0
  private var waiting: [Int: Int64] = [:]
  private var hasWaited: Set<Int> = []
  private var left: [WorkspacePath]

  /// Makes a run of all that a plan has; what the disk has already costs a look each.
  init(number: UInt64, from: ObjectID?, target: ObjectID, plan: AdoptionPlan) {
    self.number = number
    self.from = from
    self.target = target
    leaving = plan.leaving
    steps = plan.steps
    positions = plan.positions
    left = leaving.sorted().compactMap { try? WorkspacePath($0) }
  }

  /// Has a path looked at when all else is done: what stands there comes over what the adoption brought.
  mutating func look(at path: WorkspacePath) { left.append(path) }

  /// Leaves the files that the person's git wrote to somebody else's look.
  mutating func forgetLeft() { left = [] }

  /// Whether nothing is left to do.
  var isDone: Bool { positions.isEmpty && left.isEmpty }

  /// How many files are still to be brought or looked at.
  var count: Int { positions.count + left.count }

  /// Whether a path's file is still to be brought: what stands there is no change of anybody's.
  func contains(_ path: WorkspacePath) -> Bool { positions[path] != nil }

  /// When something can be done: at once, at the end of what is waited for, or never.
  var due: Int64? {
    if isDone { return nil }
    return hasUntried ? 0 : waiting.values.min()
  }

  private var hasUntried: Bool { !left.isEmpty || positions.count > waiting.count }

  /// Takes the next file; nil where none can be brought now.
  mutating func next(at now: Int64) -> Step? {
    while cursor < steps.count {
      cursor += 1
      if let step = take(cursor - 1) { return step }
    }
    return waiting.filter { $0.value <= now }.keys.min().flatMap { take($0) }
  }

  /// Puts back a file that is to be brought later; false where that was done before.
  mutating func postpone(_ step: Step, at now: Int64) -> Bool {
    guard hasWaited.insert(step.position).inserted else { return false }
    steps[step.position] = step
    positions[step.path] = step.position
    waiting[step.position] = now + Self.patience
    return true
  }

  /// Takes the files that must be brought before anything is done to a path: its own, those of the folders above, which
  /// may be files still, and those below, which may stand in its way.
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

  /// Leaves out a path that needs not be brought any more.
  mutating func drop(_ path: WorkspacePath) {
    if let position = positions[path] { _ = take(position) }
  }

  /// Takes paths whose files are only looked at.
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
