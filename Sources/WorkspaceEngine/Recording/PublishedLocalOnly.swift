internal import GitObjects

/// The paths that are local only by the policy and on the tip all the same, since they were published before: each is a
/// question. Pure.
struct PublishedLocalOnly: Hashable, Sendable {
  private var rules: [PatternList] = []
  /// The tree that was looked through last; nil where all of the tip is to be looked through.
  private(set) var tree: ObjectID?
  /// The look through all of a tree, where one is under way.
  private var walk: LocalOnlyWalk?
  /// The paths that were asked about.
  private(set) var asked: Set<WorkspacePath> = []

  /// Takes what is local only now; whether that is something else than before, so that all is to be looked at again.
  mutating func follow(_ rules: [PatternList]) -> Bool {
    guard rules != self.rules else { return false }
    self.rules = rules
    tree = nil
    walk = nil
    return true
  }

  /// The rules as text, with the meaning of `*.key`: they tell whether what was found before a stop still holds.
  var rulesText: String { rules.map { $0.text + "\n" }.joined() + "no presentations\n" }

  /// Goes on from what was found before a stop by the same rules; nothing where a tree was looked through since.
  mutating func goOn(from tree: ObjectID, asked: [WorkspacePath]) {
    guard self.tree == nil else { return }
    self.tree = tree
    self.asked.formUnion(asked)
  }

  /// Has all of the tip looked through: the tree of the last look is not there any more.
  mutating func startOver() { tree = nil }

  /// Begins to look through all of a tree; false where a look is under way already.
  mutating func beginWalk(through tree: ObjectID) -> Bool {
    guard walk == nil else { return false }
    walk = LocalOnlyWalk(through: tree)
    return true
  }

  /// Takes the look that is under way.
  mutating func takeWalk() -> LocalOnlyWalk? {
    defer { walk = nil }
    return walk
  }

  /// Puts back one that has not come to its end.
  mutating func putBack(_ walk: LocalOnlyWalk) { self.walk = walk }

  /// Whether a path is local only.
  ///
  /// - Parameter isPresentation: whether one that `*.key` covers is no key.
  func covers(_ path: String, isPresentation: () -> Bool = { false }) -> Bool {
    let identity = PathIdentity(path)
    return rules.contains { $0.covering(identity, isPresentation: isPresentation) != nil }
  }

  /// Notes that a tree was looked through.
  ///
  /// - Returns: the paths that were not asked about before.
  mutating func note(_ found: [WorkspacePath], in tree: ObjectID) -> [WorkspacePath] {
    self.tree = tree
    let fresh = found.filter { !asked.contains($0) }
    asked.formUnion(fresh)
    return fresh
  }

  /// Takes those that are no question any more.
  mutating func settled(_ isSettled: (WorkspacePath) -> Bool) -> [WorkspacePath] {
    let settled = asked.filter(isSettled).sorted()
    asked.subtract(settled)
    return settled
  }
}
