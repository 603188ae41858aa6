internal import GitObjects
internal import Permissions

/// The paths that are local only by the policy and nevertheless on the tip, because they were published before: each is
/// a question. Pure.
struct PublishedLocalOnly: Hashable, Sendable {
  private var rules: [PatternList] = []
  /// The tree that was searched last; nil if the whole tip is to be searched.
  private(set) var tree: ObjectID?
  /// The running search of a whole tree, if there is one.
  private var walk: LocalOnlyWalk?
  /// The paths that the person was asked about.
  private(set) var asked: Set<WorkspacePath> = []

  /// Takes the rules in force; returns whether they differ from the previous ones, so that everything must be searched
  /// again.
  mutating func follow(_ rules: [PatternList]) -> Bool {
    guard rules != self.rules else { return false }
    self.rules = rules
    tree = nil
    walk = nil
    return true
  }

  /// The rules as text, with the meaning of `*.key`: used to decide whether a result from before a stop is still valid.
  var rulesText: String { rules.map { $0.text + "\n" }.joined() + "no presentations\n" }

  /// Continues from a result from before a stop under the same rules; ignored if a tree was searched since.
  mutating func goOn(from tree: ObjectID, asked: [WorkspacePath]) {
    guard self.tree == nil else { return }
    self.tree = tree
    self.asked.formUnion(asked)
  }

  /// Requires a search of the whole tip: the tree of the last search does not exist any more.
  mutating func startOver() { tree = nil }

  /// Begins a search of a whole tree; false if a search is running.
  mutating func beginWalk(through tree: ObjectID) -> Bool {
    guard walk == nil else { return false }
    walk = LocalOnlyWalk(through: tree)
    return true
  }

  /// Removes and returns the running search.
  mutating func takeWalk() -> LocalOnlyWalk? {
    defer { walk = nil }
    return walk
  }

  /// Puts back a search that is not finished.
  mutating func putBack(_ walk: LocalOnlyWalk) { self.walk = walk }

  /// Returns whether a path is local only.
  ///
  /// - Parameter isPresentation: returns whether a path that `*.key` covers is no key.
  func covers(_ path: String, isPresentation: () -> Bool = { false }) -> Bool {
    let identity = PathIdentity(path)
    return rules.contains { $0.covering(identity, isPresentation: isPresentation) != nil }
  }

  /// Records that a tree was searched.
  ///
  /// - Returns: the paths that the person was not asked about before.
  mutating func note(_ found: [WorkspacePath], in tree: ObjectID) -> [WorkspacePath] {
    self.tree = tree
    let fresh = found.filter { !asked.contains($0) }
    asked.formUnion(fresh)
    return fresh
  }

  /// Removes and returns the paths about which there is no question any more.
  mutating func settled(_ isSettled: (WorkspacePath) -> Bool) -> [WorkspacePath] {
    let settled = asked.filter(isSettled).sorted()
    asked.subtract(settled)
    return settled
  }
}
