import GitObjects
import Merge
import TestSupport

/// A folder and two versions of it, with the laws that merging them must keep.
struct FolderCase: CustomStringConvertible {
  /// The source of the sides' ranks and times.
  let seed: UInt64
  /// The folder that both sides began with.
  var base: RandomFolder
  /// One side's version.
  var ours: RandomFolder
  /// The other's.
  var theirs: RandomFolder

  /// The case of a seed.
  init(seed: UInt64) {
    self.seed = seed
    var random = SeededGenerator(seed: seed)
    base = RandomFolder(&random)
    (ours, theirs) = (base, base)
    for _ in 0..<Int.random(in: 0...4, using: &random) { ours.change(&random) }
    for _ in 0..<Int.random(in: 0...4, using: &random) { theirs.change(&random) }
  }

  var description: String { "base \(base), ours \(ours), theirs \(theirs)" }

  /// The first law that does not hold; nil where all do.
  func brokenLaw() -> String? {
    do { return try brokenLaw(in: TestStore(isQuick: true)) } catch { return "\(error)" }
  }

  private func brokenLaw(in store: TestStore) throws -> String? {
    let trees = try [base, ours, theirs].map { try store.tree($0.sorted) }
    let (base, ours, theirs) = (trees[0], trees[1], trees[2])
    let first = SideVersion(tree: ours, precedence: precedences(seed))
    let second = SideVersion(tree: theirs, precedence: precedences(seed &+ 7))
    let one = try TreeMerge.merge(base: base, ours: first, theirs: second, in: store)
    let two = try TreeMerge.merge(base: base, ours: second, theirs: first, in: store)
    if one != two { return "a merge is the same from either side" }
    if try !Tree.flatten(one.tree, in: store).allSatisfy({ store.contains($0.entry.id) }) {
      return "what a merge names is stored"
    }
    for side in [ours, theirs] where try !TestStore.lost(from: base, to: side, in: one, store).isEmpty {
      return "what a side wrote stands or is a conflict's"
    }
    func merge(_ base: ObjectID?, _ one: ObjectID, _ two: ObjectID) throws -> TreeMergeResult {
      try TreeMerge.merge(base: base, ours: SideVersion(tree: one), theirs: SideVersion(tree: two), in: store)
    }
    for result in [try merge(base, ours, ours), try merge(base, base, ours), try merge(nil, ours, ours)]
    where result.tree != ours || !result.conflicts.isEmpty {
      return "a merge with the base or with itself is the other tree"
    }
    let merged = try merge(base, ours, theirs)
    if try merge(ours, merged.tree, ours).tree != merged.tree { return "a merge that was taken over changes nothing" }
    if merged.conflicts.map({ Conflict(trailer: $0.trailer) }) != merged.conflicts {
      return "conflicts come back from their trailers"
    }
    return Set(merged.conflicts.map(\.id)).count == merged.conflicts.count ? nil : "every conflict has its own id"
  }

  /// Precedences that depend on nothing but seed and path.
  private func precedences(_ seed: UInt64) -> (String) -> Precedence {
    { path in
      let mixed = path.utf8.reduce(seed &* 31) { $0 &* 131 &+ UInt64($1) }
      return Precedence(rank: mixed & 1 == 0 ? .person : .agent, time: mixed & 6 == 0 ? nil : Int64(mixed >> 3 & 3))
    }
  }

  /// A case with as few changes, files and lines as still fail.
  ///
  /// - Parameter fails: whether a case does; it must be true of this one.
  func shrunk(while fails: (FolderCase) -> Bool) -> FolderCase {
    var smallest = self
    while let smaller = smallest.smaller.first(where: { $0.size < smallest.size && fails($0) }) { smallest = smaller }
    return smallest
  }

  /// How many files both sides changed; among equals, how much there is.
  private var size: (changes: Int, bytes: Int) {
    let changes = paths.reduce(0) { $0 + (ours[$1] == base[$1] ? 0 : 1) + (theirs[$1] == base[$1] ? 0 : 1) }
    let files = base.sorted + ours.sorted + theirs.sorted
    return (changes, files.reduce(0) { $0 + 1 + $1.path.utf8.count + $1.text.utf8.count })
  }

  /// The paths of all three.
  private var paths: [String] { (base.sorted + ours.sorted + theirs.sorted).map(\.path) }

  /// Cases with less in them: the likeliest first.
  private var smaller: [FolderCase] {
    var cases: [FolderCase] = []
    for side in [\FolderCase.ours, \.theirs] {
      for path in paths where self[keyPath: side][path] != base[path] {
        var smaller = self
        smaller[keyPath: side][path] = base[path]
        cases.append(smaller)
      }
    }
    let parts = [\FolderCase.base, \.ours, \.theirs]
    for path in paths {
      // Everywhere, then only where nobody changed it.
      for parts in [parts, parts.filter { self[keyPath: $0][path] == base[path] }] {
        var smaller = self
        for part in parts { smaller[keyPath: part][path] = nil }
        cases.append(smaller)
      }
    }
    for line in base.lines + ours.lines + theirs.lines {
      var smaller = self
      for part in parts { smaller[keyPath: part] = self[keyPath: part].without(line) }
      cases.append(smaller)
    }
    return cases
  }
}
