import Documents
import Merge
import Testing

/// One way in which two sides can change a folder, and what the merge must come to.
struct TreeMergeShape: CustomTestStringConvertible, Sendable {
  var rule: String
  var base: [(String, String)]
  var ours: [(String, String)]
  var theirs: [(String, String)]
  /// The merged files.
  var merged: [(String, String)]
  /// Each as `reason path`.
  var conflicts: [String]
  var ourRank: Rank
  var theirRank: Rank
  var ourRenames: [PathRename]
  /// Whether our side's renames were all seen.
  var watched: Bool

  var testDescription: String { rule }

  init(
    _ rule: String, _ base: [(String, String)], _ ours: [(String, String)], _ theirs: [(String, String)],
    _ merged: [(String, String)], conflicts: [String] = [], ranks: (Rank, Rank) = (.person, .person),
    ourRenames: [PathRename] = [], watched: Bool = false
  ) {
    self.rule = rule
    self.base = base
    self.ours = ours
    self.theirs = theirs
    self.merged = merged
    self.conflicts = conflicts
    (ourRank, theirRank) = ranks
    self.ourRenames = ourRenames
    self.watched = watched
  }

  /// Every shape.
  static let all = oneSide + bothSides + renames + folders

  /// The sides, ours the later one.
  func sides(in store: TestStore) throws -> (ours: SideVersion, theirs: SideVersion) {
    let (our, their, watched) = (ourRank, theirRank, watched)
    let ours = SideVersion(
      tree: try store.tree(ours), renames: ourRenames, precedence: { _ in Precedence(rank: our, time: 2) },
      watched: { _ in watched })
    let theirs = SideVersion(tree: try store.tree(theirs)) { _ in Precedence(rank: their, time: 1) }
    return (ours, theirs)
  }
}
