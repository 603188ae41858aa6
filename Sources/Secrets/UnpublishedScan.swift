package import GitObjects
package import Permissions

/// The scan of commits that no remote has: what was found in each, for as long as the rules stay the same.
package struct UnpublishedScan {
  /// The rules by which the commits were scanned.
  package private(set) var rules: [SecretRules] = []
  /// A tip without an unpublished commit by git.
  package private(set) var clean: ObjectID?
  /// The scan of the commits as git last listed them; nil if all are scanned. For many commits, listing them takes as
  /// long as a slice of the scan.
  package private(set) var scan: CommitScan?
  private var results: [CommitScan.Commit: [SecretVersion]] = [:]
  /// The versions found last whose secrets are not allowed.
  private var found: [SecretVersion] = []
  /// The paths with a secret that cannot be left out of the publication, about which the person was asked.
  private var asked: Set<String> = []

  package init() {}

  /// Begins anew if the rules are others.
  package mutating func apply(_ rules: [SecretRules]) {
    guard rules != self.rules else { return }
    self = UnpublishedScan()
    self.rules = rules
  }

  /// Notes that nothing is found in the commits of a tip; nil for a tip that was not scanned.
  package mutating func noteNothing(at tip: ObjectID?) {
    if let tip { clean = tip }
    found = []
  }

  /// Takes the commits as git lists them, oldest first; those without a result are scanned.
  package mutating func list(_ commits: [CommitScan.Commit]) {
    clean = nil
    var known: [NameKey: Set<String>] = [:]
    for version in results.values.joined() { known[version.version.key, default: []].formUnion(version.prints) }
    let scan = CommitScan(of: commits.filter { results[$0] == nil }, known: known)
    self.scan = scan.isDone ? nil : scan
  }

  /// Takes the state of the scan, and what was found in the commits that it scanned since.
  package mutating func take(_ scan: CommitScan, _ new: [(commit: CommitScan.Commit, found: [SecretVersion])]) {
    for (commit, found) in new { results[commit] = found }
    self.scan = scan.isDone ? nil : scan
  }

  /// Returns the versions with a secret that is not allowed, when all commits of a tip are scanned.
  package mutating func conclude(
    _ commits: [CommitScan.Commit], at tip: ObjectID, isAllowed: (String) -> Bool
  ) -> Set<PathVersion> {
    found = commits.flatMap { results[$0] ?? [] }.filter { !$0.prints.allSatisfy(isAllowed) }
    if found.isEmpty, commits.allSatisfy(\.isOwn) { clean = tip }
    return Set(found.map(\.version))
  }

  /// Returns the fingerprints of the secrets found last in versions of a path.
  package func prints(at path: String) -> Set<String> {
    Set(found.filter { $0.version.key == NameKey(path) }.flatMap(\.prints))
  }

  /// Returns those of the given versions in which a secret was found last, each path once.
  package func found(among versions: Set<PathVersion>) -> [SecretVersion] {
    var paths: Set<NameKey> = []
    return found.filter { versions.contains($0.version) && paths.insert($0.version.key).inserted }
  }

  /// Records that the person is asked about a path; false if the person was asked already.
  package mutating func ask(about path: String) -> Bool { asked.insert(path).inserted }

  /// Returns the paths that the person was asked about and that no longer have a secret; from now on they can be asked
  /// about again.
  package mutating func settled() -> [String] {
    let settled = asked.filter { path in !found.contains { $0.version.key == NameKey(path) } }
    asked.subtract(settled)
    return settled.sorted()
  }
}
